// Reads one choice of a chat completion into events, delta by delta; a complete message is one large delta. Servers
// that copy this wire differ in how they split and number tool calls, so calls are distinguished by what differs, not
// by what the wire promises.

import { madeCallId } from '../call-id.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { malformed } from '../sse.ts'
import type { FinishReason, StreamEvent } from '../stream-event.ts'
import { readAnnotations } from './annotations.ts'

interface OpenCall {
  readonly index: number
  readonly id: string
  /** A custom tool takes free text, which becomes the only member of an object. */
  readonly custom: boolean
}
const none: readonly StreamEvent[] = []
/** Indexes count tool calls; no model makes more than this. */
const mostCalls = 1_000

const endings: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'toolCalls',
  function_call: 'toolCalls',
  content_filter: 'contentFilter',
}

export class ChoiceReader {
  readonly #choice: number
  readonly #seed: string
  readonly #calls = new Map<number, OpenCall>()
  #count = 0
  #refused = false
  #ended = false
  #reason: FinishReason | undefined

  /** `seed`: of `answerSeed`. */
  constructor(choice: number, seed: string) {
    this.#choice = choice
    this.#seed = seed
  }
  get finished(): boolean {
    return this.#ended
  }

  /** The events of a message or delta. */
  *read(message: Json, logprobs: unknown): Generator<StreamEvent> {
    const choice = this.#choice
    yield* this.#thoughts(message)
    const text = contentText(message.content)
    if (text !== '' || isJson(logprobs)) yield { kind: 'text', choice, text, ...(isJson(logprobs) ? { logprobs } : {}) }
    if (typeof message.refusal === 'string' && message.refusal !== '') {
      this.#refused = true
      yield { kind: 'refusal', choice, text: message.refusal }
    }
    if (isJson(message.audio)) yield { kind: 'opaque', choice, wire: 'openai', block: { audio: message.audio } }
    for (const citation of readAnnotations(message.annotations)) yield { kind: 'citation', choice, citation }
    if (Array.isArray(message.images)) for (const image of message.images) yield* this.#image(image)
    if (isJson(message.function_call)) yield* this.#call({ index: 0, function: message.function_call }, 0)
    if (Array.isArray(message.tool_calls))
      for (const [position, call] of message.tool_calls.entries()) {
        if (!isJson(call)) throw malformed()
        yield* this.#call(call, position)
      }
  }

  /** The finish of the choice, when `word` is a finish reason. Some servers write an empty one into every chunk. */
  finish(word: unknown): readonly StreamEvent[] {
    if (typeof word !== 'string' || word === '' || this.#ended) return none
    const reason = Object.hasOwn(endings, word) ? endings[word] : 'stop'
    // The vendor itself finishes a call that was forced by name with `stop`, and so a refusal.
    this.#reason = reason === 'stop' ? this.#wordless() : reason
    return this.close(word)
  }
  /** The finish of a choice that was never finished explicitly. */
  close(word?: string): readonly StreamEvent[] {
    if (this.#ended) return none
    this.#ended = true
    const events: StreamEvent[] = []
    for (const call of this.#calls.values()) events.push(...this.#closeCall(call))
    const finish = { kind: 'finish', choice: this.#choice, reason: this.#reason ?? this.#wordless() } as const
    events.push(word === undefined ? finish : { ...finish, native: { wire: 'openai', word } })
    return events
  }
  #wordless(): FinishReason {
    if (this.#count > 0) return 'toolCalls'
    return this.#refused ? 'contentFilter' : 'stop'
  }

  *#thoughts(message: Json): Generator<StreamEvent> {
    const choice = this.#choice
    const details = Array.isArray(message.reasoning_details) ? message.reasoning_details.filter(isJson) : []
    const usable = details.filter((detail) => detail.type === 'reasoning.text' || detail.type === 'reasoning.encrypted')
    for (const detail of usable) {
      if (detail.type === 'reasoning.encrypted') {
        if (typeof detail.data === 'string') yield { kind: 'redactedThinking', choice, data: detail.data }
        continue
      }
      if (typeof detail.text === 'string' && detail.text !== '') yield { kind: 'thinking', choice, text: detail.text }
      if (typeof detail.signature === 'string') yield { kind: 'signature', choice, signature: detail.signature }
    }
    if (Array.isArray(message.content))
      for (const part of message.content) {
        const text = thinkingIn(part)
        if (text !== '') yield { kind: 'thinking', choice, text }
      }
    if (usable.some((detail) => detail.type === 'reasoning.text')) return
    const text = message.reasoning_content ?? message.reasoning
    if (typeof text === 'string' && text !== '') yield { kind: 'thinking', choice, text }
  }

  *#image(image: unknown): Generator<StreamEvent> {
    const url = isJson(image) && isJson(image.image_url) ? image.image_url.url : undefined
    const match = typeof url === 'string' ? /^data:([\w.+-]+\/[\w.+-]+);base64,/.exec(url.slice(0, 300)) : null
    if (match === null || typeof url !== 'string') return
    yield { kind: 'image', choice: this.#choice, mediaType: match[1] ?? '', data: url.slice(match[0].length) }
  }

  *#call(call: Json, position: number): Generator<StreamEvent> {
    const custom = isJson(call.custom)
    const body = isJson(call.custom) ? call.custom : isJson(call.function) ? call.function : {}
    const key = typeof call.index === 'number' ? call.index : position
    const name = typeof body.name === 'string' ? body.name : ''
    const id = typeof call.id === 'string' ? call.id : ''
    const known = this.#calls.get(key)
    // Some servers number every call 0 and distinguish them only by id.
    const isNew = known === undefined || (id !== '' && name !== '' && id !== known.id)
    const open = isNew ? yield* this.#open(key, { id, name, custom, signature: signatureIn(call) }) : known
    const piece = custom ? body.input : body.arguments
    const text = isJson(piece) ? JSON.stringify(piece) : piece
    if (typeof text === 'string' && text !== '') yield this.#input(open, open.custom ? escaped(text) : text)
  }
  *#open(
    key: number,
    details: { id: string; name: string; custom: boolean; signature: string | undefined },
  ): Generator<StreamEvent, OpenCall> {
    const { id, name, custom, signature } = details
    if (name === '' || this.#count >= mostCalls) throw malformed()
    const before = this.#calls.get(key)
    if (before !== undefined) yield* this.#closeCall(before)
    const index = this.#count++
    const open = { index, id: id === '' ? madeCallId(this.#seed, this.#choice, index) : id, custom }
    this.#calls.set(key, open)
    const call = { kind: 'toolCall', choice: this.#choice, index, id: open.id, name } as const
    yield signature === undefined ? call : { ...call, signature }
    if (custom) yield this.#input(open, '{"input":"')
    return open
  }
  *#closeCall(call: OpenCall): Generator<StreamEvent> {
    if (call.custom) yield this.#input(call, '"}')
  }
  #input({ index }: OpenCall, text: string): StreamEvent {
    return { kind: 'toolInput', choice: this.#choice, index, text }
  }
}

function signatureIn(call: Json): string | undefined {
  const extra = isJson(call.extra_content) && isJson(call.extra_content.google) ? call.extra_content.google : {}
  return typeof extra.thought_signature === 'string' ? extra.thought_signature : undefined
}
/** As it is between the quotes of a JSON string. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** A string, or the strings of a list of parts, as some servers answer. */
/** One vendor of this dialect puts the reasoning into the content: a part with parts of its own (SOURCES 10.7). */
function thinkingIn(part: unknown): string {
  if (!isJson(part) || part.type !== 'thinking') return ''
  return typeof part.thinking === 'string' ? part.thinking : contentText(part.thinking)
}
function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => (isJson(part) && typeof part.text === 'string' ? part.text : '')).join('')
}
