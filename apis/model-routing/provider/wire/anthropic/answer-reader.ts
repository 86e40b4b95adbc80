// Reads complete and streamed answers of the Messages API into events (SOURCES 3.10, 4.2 and 10).

import { parsedEvent } from '../exact-numbers.ts'
import type { Json } from '../json.ts'
import { isJson, parsed } from '../json.ts'
import { malformed, truncated } from '../sse.ts'
import { type Citation, isContent, type StreamEvent, type Usage } from '../stream-event.ts'
import type { StreamReader } from '../stream-reader.ts'
import { readCitation } from './citations.ts'
import { streamError } from './errors.ts'
import { readFinish } from './finish-reasons.ts'
import { laterOwnUsage, type OwnUsage, readOwnUsage, usageOf } from './usage.ts'

/** Index of the only choice of this wire. */
const choice = 0
const mostBlocks = 100_000

const endingOf = (word: unknown): string => (typeof word === 'string' ? word : 'end_turn')

/** Throws ModelError. */
export function readAnswer(json: unknown): StreamEvent[] {
  if (!isJson(json)) throw malformed()
  if (json.type === 'error' || isJson(json.error)) throw streamError(json.error)
  if (!Array.isArray(json.content) || json.content.length > mostBlocks) throw malformed()
  const events: StreamEvent[] = [startOf(json)]
  const blocks = new BlockReader()
  for (const [at, block] of json.content.entries()) {
    if (!isJson(block)) throw malformed()
    events.push(...blocks.start(block, at), ...blocks.stop(at))
  }
  const ending = readFinish(endingOf(json.stop_reason), json.stop_sequence, events.some(isContent))
  events.push({ kind: 'finish', choice, ...withCalls(ending, blocks.calls) })
  const usage = readOwnUsage(json.usage)
  if (usage !== undefined) events.push({ kind: 'usage', usage: usageOf(usage) })
  events.push({ kind: 'end' })
  return events
}

/** Returns the end of an answer; servers that copy this wire end calls as they end texts. */
function withCalls(ending: ReturnType<typeof readFinish>, calls: number): ReturnType<typeof readFinish> {
  return ending.reason === 'stop' && calls > 0 ? { ...ending, reason: 'toolCalls' } : ending
}

function startOf(json: Json): StreamEvent {
  const model = typeof json.model === 'string' ? json.model : ''
  const tier = isJson(json.usage) ? json.usage.service_tier : undefined
  return {
    kind: 'start',
    model,
    ...(typeof json.id === 'string' ? { id: json.id } : {}),
    ...(typeof tier === 'string' ? { metadata: { wire: 'anthropic', members: { service_tier: tier } } } : {}),
  }
}

/** Reader of one answer, which is complete after `message_stop`. */
export class MessageReader implements StreamReader {
  isComplete = false
  readonly #blocks = new BlockReader()
  #hasStarted = false
  #hasFinished = false
  #hasContent = false
  #usage: OwnUsage | undefined

  read(data: string, events: StreamEvent[]): void {
    // Some servers of this wire end as chat completions do.
    if (data.trim() === '[DONE]') return
    const json = parsedEvent(data)
    if (!isJson(json)) throw malformed()
    for (const event of this.#read(json)) {
      this.#hasContent ||= isContent(event)
      events.push(event)
    }
  }
  end(events: StreamEvent[]): void {
    if (!this.#hasStarted || !this.isComplete) throw truncated()
    events.push(...this.#blocks.stopAll())
    if (!this.#hasFinished)
      events.push({ kind: 'finish', choice, reason: this.#blocks.calls > 0 ? 'toolCalls' : 'stop' })
    events.push({ kind: 'end' })
  }

  *#read(json: Json): Generator<StreamEvent> {
    const { type } = json
    if (type === 'error') throw streamError(json.error)
    if (type === 'message_start') yield* this.#start(json.message)
    else if (type === 'message_stop') this.isComplete = true
    else if (type === 'message_delta') yield* this.#delta(json)
    else if (typeof type === 'string' && type.startsWith('content_block_')) yield* this.#block(type, json)
  }
  /** Reads the event of a block; events of other names, `ping` among them, can come at any time. */
  *#block(type: string, json: Json): Generator<StreamEvent> {
    if (!this.#hasStarted) throw malformed()
    const at = typeof json.index === 'number' ? json.index : undefined
    if (type === 'content_block_start') yield* this.#blocks.start(objectIn(json.content_block), at)
    else if (type === 'content_block_delta') yield* this.#blocks.delta(objectIn(json.delta), at)
    else if (type === 'content_block_stop') yield* this.#blocks.stop(at)
  }
  *#start(message: unknown): Generator<StreamEvent> {
    const json = objectIn(message)
    this.#hasStarted = true
    yield startOf(json)
    yield* this.#count(json.usage)
  }
  *#delta(json: Json): Generator<StreamEvent> {
    if (!this.#hasStarted) throw malformed()
    yield* this.#count(json.usage)
    const delta = objectIn(json.delta)
    if (typeof delta.stop_reason !== 'string' || this.#hasFinished) return
    this.#hasFinished = true
    yield* this.#blocks.stopAll()
    const ending = readFinish(delta.stop_reason, delta.stop_sequence, this.#hasContent)
    yield { kind: 'finish', choice, ...withCalls(ending, this.#blocks.calls) }
  }
  *#count(value: unknown): Generator<StreamEvent> {
    const usage = this.#counted(value)
    if (usage) yield { kind: 'usage', usage }
  }
  #counted(value: unknown): Usage | undefined {
    const reported = readOwnUsage(value)
    if (reported === undefined) return undefined
    this.#usage = laterOwnUsage(this.#usage, reported)
    return usageOf(this.#usage)
  }
}

/** A block whose input arrives in pieces. */
type OpenInput =
  // a call, by its place among the calls; an empty input has no delta at all
  | { readonly call: number; hasInput: boolean }
  // a block of the vendor's own
  | { readonly block: Json; input: string }

/** Reads block after block: a complete answer has whole blocks, a stream has deltas, and calls may interleave. */
class BlockReader {
  /** Counts tool calls rather than blocks, as other wires do. */
  calls = 0
  /** Citations of the open text block; they can arrive before or after its text. */
  #citations: Citation[] = []
  #begins = false
  /** Open blocks by the index that the server gave them. */
  readonly #inputs = new Map<number | undefined, OpenInput>()
  /** The index of the block that began last. */
  #last: number | undefined;

  /** Begins a block; one that has the same index ends. */
  *start(block: Json, at: number | undefined): Generator<StreamEvent> {
    yield* this.stop(at)
    this.#last = at
    const { type } = block
    if (type === 'text') {
      const cited = Array.isArray(block.citations) ? block.citations : undefined
      this.#begins = cited !== undefined
      this.#citations = cited?.flatMap(readCitation) ?? []
      yield* this.#text(block.text)
    } else if (type === 'thinking') {
      yield* thought(block.thinking)
      yield* signed(block.signature)
    } else if (type === 'redacted_thinking')
      yield { kind: 'redactedThinking', choice, data: typeof block.data === 'string' ? block.data : '' }
    else if (type === 'tool_use') yield* this.#call(block, at)
    else this.#inputs.set(at, { block, input: '' })
  }
  *delta(delta: Json, at: number | undefined): Generator<StreamEvent> {
    const { type } = delta
    if (type === 'text_delta') yield* this.#text(delta.text)
    else if (type === 'citations_delta') this.#citations.push(...readCitation(delta.citation))
    else if (type === 'thinking_delta') yield* thought(delta.thinking)
    else if (type === 'signature_delta') yield* signed(delta.signature)
    else if (type === 'input_json_delta' && typeof delta.partial_json === 'string')
      yield* this.#input(delta.partial_json, this.#inputs.get(at) ?? this.#inputs.get(this.#last))
  }
  *stop(at: number | undefined): Generator<StreamEvent> {
    for (const citation of this.#citations) yield { kind: 'citation', choice, citation }
    this.#citations = []
    const open = this.#inputs.get(at)
    this.#inputs.delete(at)
    if (open === undefined) return
    if ('call' in open) {
      if (!open.hasInput) yield { kind: 'toolInput', choice, index: open.call, text: '{}' }
      return
    }
    const input = open.input === '' ? undefined : parsed(open.input)
    yield {
      kind: 'opaque',
      choice,
      wire: 'anthropic',
      block: input === undefined ? open.block : { ...open.block, input },
    }
  }
  /** Ends blocks that the server left open. */
  *stopAll(): Generator<StreamEvent> {
    yield* this.stop(this.#last)
    for (const at of [...this.#inputs.keys()]) yield* this.stop(at)
  }

  *#text(text: unknown): Generator<StreamEvent> {
    if (typeof text !== 'string' || text === '') return
    yield this.#begins ? { kind: 'text', choice, text, startsBlock: true } : { kind: 'text', choice, text }
    this.#begins = false
  }
  *#call(block: Json, at: number | undefined): Generator<StreamEvent> {
    if (typeof block.id !== 'string' || typeof block.name !== 'string' || block.name === '') throw malformed()
    const open = { call: this.calls++, hasInput: false }
    this.#inputs.set(at, open)
    yield { kind: 'toolCall', choice, index: open.call, id: block.id, name: block.name }
    const { input } = block
    // Servers that copy this wire also give it as text.
    if (typeof input === 'string') yield* this.#input(input, open)
    else if (isJson(input) ? Object.keys(input).length > 0 : input != null)
      yield* this.#input(JSON.stringify(input), open)
  }
  *#input(text: string, open: OpenInput | undefined): Generator<StreamEvent> {
    if (open === undefined || text === '') return
    if ('block' in open) open.input += text
    else {
      open.hasInput = true
      yield { kind: 'toolInput', choice, index: open.call, text }
    }
  }
}

function* thought(text: unknown): Generator<StreamEvent> {
  if (typeof text === 'string' && text !== '') yield { kind: 'thinking', choice, text }
}
function* signed(signature: unknown): Generator<StreamEvent> {
  if (typeof signature === 'string' && signature !== '') yield { kind: 'signature', choice, signature }
}
function objectIn(value: unknown): Json {
  if (!isJson(value)) throw malformed()
  return value
}
