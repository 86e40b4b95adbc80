// Writes the deltas of one choice of a streamed chat completion (SOURCES 4.1).
import type { ChatRequest } from '../chat-request.ts'
import type { Json } from '../json.ts'
import type { ChoiceEvent, StreamEvent } from '../stream-event.ts'
import { writeAnnotation } from './annotations.ts'
import { finishReason } from './finish-reasons.ts'
import { writeImage } from './image.ts'
import { sealedDetail, textDetail } from './reasoning.ts'
import { freeText, isCustom, signed } from './request-writer.ts'

export interface Delta {
  readonly delta: Json
  readonly reason?: string | null | undefined
  readonly logprobs?: unknown
}
type WrittenEvent = ChoiceEvent | Extract<StreamEvent, { kind: 'start' }>
type CallEvent = Extract<StreamEvent, { kind: 'toolCall' }>

export class DeltaWriter {
  readonly #request: ChatRequest
  /** Inputs of custom tools, which are written once they are complete: until then their text is inside JSON. */
  readonly #held = new Map<number, { readonly call: CallEvent; input: string }>()
  #calls = 0
  #details = 0
  #finished = false
  /** Offsets of the last text block in the whole text. */
  readonly #blockSpan = { start: 0, end: 0 }
  #isCited = false

  constructor(request: ChatRequest) {
    this.#request = request
  }
  get #old(): boolean {
    return this.#request.legacyFunctions === true
  }

  /** Counts a text that is written without this writer. */
  passed({ text, startsBlock }: Extract<StreamEvent, { kind: 'text' }>): void {
    if (startsBlock === true || this.#isCited) this.#blockSpan.start = this.#blockSpan.end
    this.#isCited = false
    this.#blockSpan.end += text.length
  }
  *write(event: WrittenEvent): Generator<Delta> {
    switch (event.kind) {
      case 'text':
        this.passed(event)
        yield { delta: { content: event.text }, logprobs: event.logprobs ?? null }
        return
      case 'refusal':
        yield { delta: { refusal: event.text } }
        return
      case 'thinking':
        yield { delta: { reasoning_content: event.text, reasoning_details: [textDetail(event, this.#details)] } }
        return
      case 'signature': {
        const detail = textDetail({ text: '', signature: event.signature }, this.#details++)
        yield { delta: { reasoning_details: [detail] } }
        return
      }
      case 'redactedThinking':
        yield { delta: { reasoning_details: [sealedDetail(event.data, this.#details++)] } }
        return
      case 'opaque':
        if (event.wire === 'openai') yield { delta: event.block }
        return
      case 'citation': {
        const annotation = writeAnnotation(event.citation, this.#blockSpan)
        this.#isCited = true
        if (annotation) yield { delta: { annotations: [annotation] } }
        return
      }
      case 'image':
        yield { delta: { images: [writeImage(event)] } }
        return
      case 'toolCall':
        yield* this.#call(event)
        return
      case 'toolInput':
        yield* this.#input(event.index, event.text)
        return
      case 'finish':
        yield* this.#flush()
        this.#finished = true
        yield { delta: {}, reason: finishReason(event, this.#old) }
    }
  }
  /** The finish of a choice that its events never finished. */
  *close(): Generator<Delta> {
    if (this.#finished) return
    yield* this.write({ kind: 'finish', choice: 0, reason: this.#calls > 0 ? 'toolCalls' : 'stop' })
  }

  *#call(event: CallEvent): Generator<Delta> {
    yield* this.#flush()
    this.#calls++
    const { index, id, name, signature } = event
    if (isCustom(this.#request.tools, name)) this.#held.set(index, { call: event, input: '' })
    else if (!this.#old) {
      const start = { index, id, type: 'function', function: { name, arguments: '' } }
      yield { delta: { tool_calls: [signature === undefined ? start : { ...start, ...signed(signature) }] } }
    } else if (index === 0) yield { delta: { function_call: { name, arguments: '' } } }
  }
  *#input(index: number, text: string): Generator<Delta> {
    const held = this.#held.get(index)
    if (held !== undefined) held.input += text
    else if (!this.#old) yield { delta: { tool_calls: [{ index, function: { arguments: text } }] } }
    else if (index === 0) yield { delta: { function_call: { arguments: text } } }
  }
  *#flush(): Generator<Delta> {
    for (const [index, { call, input }] of this.#held) {
      const custom = { name: call.name, input: freeText(input) }
      yield { delta: { tool_calls: [{ index, id: call.id, type: 'custom', custom }] } }
    }
    this.#held.clear()
  }
}
