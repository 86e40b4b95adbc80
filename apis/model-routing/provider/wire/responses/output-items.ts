// The items of a response while it is written, with the events that tell a stream's reader of each step (SOURCES 3.18).

import type { Json } from '../json.ts'
import { writeAnnotation } from '../openai/annotations.ts'
import { freeText } from '../openai/request-writer.ts'
import type { Citation } from '../stream-event.ts'

/** Takes one event of the stream: its type and members. */
type Emit = (type: string, members: Json) => void
interface ItemPlace {
  readonly id: string
  /** Among the items of the answer. */
  readonly output_index: number
}

/** An item that is not complete yet. */
export interface OpenItem {
  /** Closes the item with status `completed` or `incomplete`. */
  close(status: string): Json
}

/** A message of the assistant: texts and refusals, one part after the other. */
export class MessageItem implements OpenItem {
  readonly #emit: Emit
  readonly #place: ItemPlace
  readonly #parts: Json[] = []
  #kind: 'output_text' | 'refusal' | undefined
  #text = ''
  #logprobs: unknown[] = []
  #annotations: Json[] = []
  #length = 0

  constructor(place: ItemPlace, emit: Emit) {
    this.#emit = emit
    this.#place = place
    emit('response.output_item.added', { output_index: place.output_index, item: this.#item('in_progress') })
  }

  add(kind: 'output_text' | 'refusal', text: string, logprobs: readonly unknown[] = []): void {
    if (this.#kind !== kind) {
      this.#closePart()
      this.#kind = kind
      this.#emit('response.content_part.added', { ...this.#at, part: this.#part() })
    }
    if (text === '' && logprobs.length === 0) return
    this.#text += text
    this.#logprobs.push(...logprobs)
    const more = kind === 'output_text' ? { logprobs } : {}
    this.#emit(`response.${kind}.delta`, { ...this.#at, delta: text, ...more })
  }
  cite(citation: Citation): void {
    const native = writeAnnotation(citation, { start: 0, end: this.#text.length })
    const page: unknown = native?.url_citation
    if (this.#kind !== 'output_text' || !native || typeof page !== 'object') return
    const annotation = { type: 'url_citation', ...page }
    const event = { ...this.#at, annotation_index: this.#annotations.length, annotation }
    this.#annotations.push(annotation)
    this.#emit('response.output_text.annotation.added', event)
  }
  close(status: string): Json {
    this.#closePart()
    const item = this.#item(status)
    this.#emit('response.output_item.done', { output_index: this.#place.output_index, item })
    return item
  }

  get #at(): Json {
    return { item_id: this.#place.id, output_index: this.#place.output_index, content_index: this.#length }
  }
  #item(status: string): Json {
    return { id: this.#place.id, type: 'message', status, role: 'assistant', content: [...this.#parts] }
  }
  #part(): Json {
    if (this.#kind === 'refusal') return { type: 'refusal', refusal: this.#text }
    return { type: 'output_text', text: this.#text, annotations: [...this.#annotations], logprobs: [...this.#logprobs] }
  }
  #closePart(): void {
    if (this.#kind === undefined) return
    const part = this.#part()
    const done = this.#kind === 'refusal' ? { refusal: this.#text } : { text: this.#text, logprobs: this.#logprobs }
    this.#emit(`response.${this.#kind}.done`, { ...this.#at, ...done })
    this.#emit('response.content_part.done', { ...this.#at, part })
    this.#parts.push(part)
    this.#length++
    this.#kind = undefined
    this.#text = ''
    this.#logprobs = []
    this.#annotations = []
  }
}

/** A call of a function, or of a tool that takes free text, which is written once its JSON is complete. */
export class CallItem implements OpenItem {
  readonly #emit: Emit
  readonly #place: ItemPlace
  readonly #call: { readonly callId: string; readonly name: string; readonly isCustom: boolean }
  #input = ''

  constructor(place: ItemPlace, call: { callId: string; name: string; isCustom: boolean }, emit: Emit) {
    this.#emit = emit
    this.#place = place
    this.#call = call
    emit('response.output_item.added', { output_index: place.output_index, item: this.#item('in_progress', '') })
  }
  add(text: string): void {
    this.#input += text
    if (!this.#call.isCustom) this.#emit('response.function_call_arguments.delta', { ...this.#at, delta: text })
  }
  close(status: string): Json {
    const { isCustom, name } = this.#call
    const input = isCustom ? freeText(this.#input) : this.#input === '' ? '{}' : this.#input
    if (isCustom) {
      this.#emit('response.custom_tool_call_input.delta', { ...this.#at, delta: input })
      this.#emit('response.custom_tool_call_input.done', { ...this.#at, input })
    } else this.#emit('response.function_call_arguments.done', { ...this.#at, name, arguments: input })
    const item = this.#item(status, input)
    this.#emit('response.output_item.done', { output_index: this.#place.output_index, item })
    return item
  }

  get #at(): Json {
    return { item_id: this.#place.id, output_index: this.#place.output_index }
  }
  #item(status: string, input: string): Json {
    const { callId, name, isCustom } = this.#call
    const head = { id: this.#place.id, type: isCustom ? 'custom_tool_call' : 'function_call', status }
    return { ...head, call_id: callId, name, [isCustom ? 'input' : 'arguments']: input }
  }
}

/** Begins the sealed content of a thought whose text its vendor keeps; base64 has no colon. */
export const signatureAlone = 'signature:'

/** Thoughts of a model, as the summary of its reasoning. */
export class ReasoningItem implements OpenItem {
  readonly #emit: Emit
  readonly #place: ItemPlace
  #text = ''
  #sealed: string | undefined

  constructor(place: ItemPlace, emit: Emit) {
    this.#emit = emit
    this.#place = place
    emit('response.output_item.added', { output_index: place.output_index, item: this.#item() })
  }
  add(text: string): void {
    if (this.#text === '')
      this.#emit('response.reasoning_summary_part.added', { ...this.#at, part: { type: 'summary_text', text: '' } })
    this.#text += text
    this.#emit('response.reasoning_summary_text.delta', { ...this.#at, delta: text })
  }
  seal(data: string): void {
    this.#sealed = data
  }
  /** Seals a thought with its signature; a mark distinguishes one without text from a redacted thought. */
  sign(signature: string): void {
    this.#sealed = this.#text === '' ? signatureAlone + signature : signature
  }
  close(): Json {
    if (this.#text !== '') {
      this.#emit('response.reasoning_summary_text.done', { ...this.#at, text: this.#text })
      const part = { type: 'summary_text', text: this.#text }
      this.#emit('response.reasoning_summary_part.done', { ...this.#at, part })
    }
    const item = this.#item()
    this.#emit('response.output_item.done', { output_index: this.#place.output_index, item })
    return item
  }

  get #at(): Json {
    return { item_id: this.#place.id, output_index: this.#place.output_index, summary_index: 0 }
  }
  #item(): Json {
    const summary = this.#text === '' ? [] : [{ type: 'summary_text', text: this.#text }]
    const sealed = this.#sealed === undefined ? {} : { encrypted_content: this.#sealed }
    return { id: this.#place.id, type: 'reasoning', summary, ...sealed }
  }
}
