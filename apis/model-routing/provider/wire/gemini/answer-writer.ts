// Writes answers of generateContent from events: complete, as server-sent events, or as one JSON array (SOURCES
// 3.11).

import { callInput } from '../field.ts'
import { finishWord } from '../finish-reasons.ts'
import type { AnswerDetails } from '../format.ts'
import { dataFrame } from '../frames.ts'
import type { Json } from '../json.ts'
import { compact, isJson, parsed } from '../json.ts'
import type { ModelError } from '../model-error.ts'
import { type Block, type Choice, collectReply, isCut, laterUsage } from '../reply.ts'
import type { ChoiceEvent, Citation, StreamEvent, Usage } from '../stream-event.ts'
import type { StreamWriter } from '../stream-writer.ts'
import { besideParts } from './answer-reader.ts'
import { errorOf } from './errors.ts'
import { writeLogprobs } from './logprobs.ts'
import { writeUsage } from './usage.ts'

export function writeAnswer(events: readonly StreamEvent[], details: AnswerDetails): Json {
  const { choices, usage } = collectReply(events)
  return {
    candidates: choices.map((choice) =>
      compact({
        ...besideOf(choice.blocks),
        content: { role: 'model', parts: choice.blocks.flatMap((block) => writeBlock(block, isCut(choice))) },
        finishReason: finishWord(choice.finish, 'gemini'),
        index: choice.index,
        logprobsResult: writeLogprobs(choice.logprobs),
      }),
    ),
    usageMetadata: writeUsage(usage),
    modelVersion: details.model,
    responseId: details.id,
  }
}

/** `isInputCut`: the input of a call may be incomplete. */
function writeBlock(block: Block, isInputCut: boolean): Json[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return [{ text: block.text }]
    case 'thinking':
      return [compact({ text: block.text, thought: true, thoughtSignature: block.signature })]
    case 'toolCall':
      return writeCall(block, isInputCut)
    case 'image':
      return [{ inlineData: { mimeType: block.mediaType, data: block.data } }]
    case 'opaque':
      return block.wire === 'gemini' && !isBeside(block.block) ? [block.block] : []
    // Citations are next to the content.
    case 'citation':
    // Thinking that another vendor redacted is of no use here.
    case 'redactedThinking':
      return []
  }
}
/** Members of the candidate itself. */
function besideOf(blocks: readonly Block[]): Json {
  const isNative = blocks.flatMap((block) => (block.kind === 'opaque' && block.wire === 'gemini' ? [block.block] : []))
  const beside = isNative.flatMap((block) => (isBeside(block) ? Object.entries(block[besideParts]) : []))
  const groundingChunks = blocks.flatMap((block) =>
    block.kind === 'citation' ? groundingChunksOf(block.citation) : [],
  )
  return {
    ...(groundingChunks.length > 0 ? { groundingMetadata: { groundingChunks } } : {}),
    ...Object.fromEntries(beside),
  }
}
/** Returns the chunks of a citation; those of this wire are in the metadata that came with them. */
function groundingChunksOf({ wire, url, title }: Citation): Json[] {
  return wire === 'gemini' || url === undefined ? [] : [{ web: compact({ uri: url, title }) }]
}
function isBeside(block: Json): block is { readonly [besideParts]: Json } {
  return isJson(block[besideParts])
}

interface Call {
  readonly id: string
  readonly name: string
  readonly signature?: string | undefined
  readonly input: string
}
/** A call that was cut off is left out: with other inputs it would be another call. */
function writeCall({ id, name, input, signature }: Call, isInputCut: boolean): Json[] {
  const args = callInput(input, isInputCut)
  return args === undefined ? [] : [compact({ functionCall: { id, name, args }, thoughtSignature: signature })]
}

/** The input of a call is an object on this wire, so a call is written once its input is complete. */
interface OpenChoice {
  readonly calls: Map<number, Call & { input: string }>
  finish: Choice['finish'] | undefined
}

/** Server-sent events, or with `asArray` the elements of one JSON array. */
export class CandidateWriter implements StreamWriter {
  readonly #details: AnswerDetails
  readonly #open = new Map<number, OpenChoice>()
  #usage: Usage = {}
  /** Text that precedes the next element of the array. */
  #before = '['

  constructor(details: AnswerDetails) {
    this.#details = details
  }

  write(event: StreamEvent): string {
    if (event.kind === 'usage') this.#usage = laterUsage(this.#usage, event.usage)
    if (event.kind === 'usage' || event.kind === 'start' || event.kind === 'verbatim' || event.kind === 'end') return ''
    const choice = this.#open.get(event.choice) ?? { calls: new Map(), finish: undefined }
    this.#open.set(event.choice, choice)
    if (event.kind === 'opaque' && event.wire === 'gemini' && isBeside(event.block))
      return this.#candidate(event.choice, [], event.block[besideParts])
    if (event.kind === 'citation') {
      const groundingChunks = groundingChunksOf(event.citation)
      if (groundingChunks.length === 0) return ''
      return this.#candidate(event.choice, [], { groundingMetadata: { groundingChunks } })
    }
    const parts = partsOf(event, choice)
    const logprobsResult = event.kind === 'text' ? writeLogprobs([event.logprobs]) : undefined
    if (parts.length === 0 && logprobsResult === undefined) return ''
    return this.#candidate(event.choice, parts, { logprobsResult })
  }
  /** Writes the last chunk, with the usage, which can arrive after the finish reasons. */
  end(): string {
    const open = this.#open.size > 0 ? [...this.#open] : [[0, { calls: new Map(), finish: undefined }] as const]
    let frames = ''
    for (const [at, [index, choice]] of open.entries()) {
      const finishReason = finishWord(choice.finish ?? { reason: 'stop' }, 'gemini')
      const parts = [...flushed(choice)]
      const usage = at === open.length - 1 ? writeUsage(this.#usage) : undefined
      frames += this.#candidate(index, parts.length > 0 ? parts : [{ text: '' }], { finishReason }, usage)
    }
    return frames + this.#close()
  }
  passed(): void {
    this.#before = ',\r\n'
  }
  error(error: ModelError): string {
    return this.#frame({ error: errorOf(error) }) + this.#close()
  }

  #candidate(index: number, parts: readonly Json[], more: Json, usageMetadata?: Json): string {
    return this.#frame(
      compact({
        candidates: [compact({ content: { role: 'model', parts }, index, ...more })],
        usageMetadata,
        modelVersion: this.#details.model,
        responseId: this.#details.id,
      }),
    )
  }
  #frame(json: Json): string {
    if (this.#details.asArray !== true) return dataFrame(json)
    const frame = `${this.#before}${JSON.stringify(json)}`
    this.#before = ',\r\n'
    return frame
  }
  #close(): string {
    return this.#details.asArray === true ? ']' : ''
  }
}

function partsOf(event: Exclude<ChoiceEvent, { kind: 'citation' }>, choice: OpenChoice): Json[] {
  switch (event.kind) {
    case 'text':
    case 'refusal':
      return event.text === '' ? [] : [{ text: event.text }]
    case 'thinking':
      return [{ text: event.text, thought: true }]
    case 'signature':
      return [{ text: '', thought: true, thoughtSignature: event.signature }]
    case 'toolCall': {
      const parts = [...flushedWhole(choice)]
      choice.calls.set(event.index, { ...event, input: '' })
      return parts
    }
    case 'toolInput': {
      const call = choice.calls.get(event.index)
      if (call !== undefined) call.input += event.text
      return []
    }
    case 'image':
      return [{ inlineData: { mimeType: event.mediaType, data: event.data } }]
    case 'opaque':
      return event.wire === 'gemini' ? [event.block] : []
    case 'finish':
      choice.finish = event
      return [...flushed(choice)]
    case 'redactedThinking':
      return []
  }
}
/** Calls up to the first whose input is still arriving: deltas of parallel calls may be interleaved. */
function* flushedWhole(choice: OpenChoice): Generator<Json> {
  for (const [index, call] of choice.calls) {
    if (!isJson(parsed(call.input))) return
    choice.calls.delete(index)
    yield* writeCall(call, false)
  }
}
function* flushed(choice: OpenChoice): Generator<Json> {
  const isInputCut = choice.finish !== undefined && isCut({ finish: choice.finish })
  for (const call of choice.calls.values()) yield* writeCall(call, isInputCut)
  choice.calls.clear()
}
