// Writes a response from events: the frames of its stream, and the whole answer, which is what its last frame holds
// (SOURCES 3.18).
import { newCallId } from '../call-ids.ts'
import { failedAnswer } from '../finish-reasons.ts'
import type { AnswerDetails } from '../format.ts'
import { namedFrame } from '../frames.ts'
import { isJson, type Json } from '../json.ts'
import type { ModelError } from '../model-error.ts'
import { errorOf } from '../openai/errors.ts'
import { isCustom } from '../openai/request-writer.ts'
import { laterUsage, unshownImage } from '../reply.ts'
import type { ChoiceEvent, FinishReason, StreamEvent, Usage } from '../stream-event.ts'
import type { StreamWriter } from '../stream-writer.ts'
import { CallItem, MessageItem, type OpenItem, ReasoningItem } from './output-items.ts'
import { echoOf, writeUsage } from './response-members.ts'

const incomplete: Readonly<Partial<Record<FinishReason, string>>> = {
  length: 'max_output_tokens',
  incomplete: 'max_output_tokens',
  contentFilter: 'content_filter',
}

export class ResponseWriter implements StreamWriter {
  readonly #details: AnswerDetails
  readonly #request: Json
  #frames = ''
  #events = 0
  #output: Json[] = []
  /** Items in the order in which they began, and whether they are still open. */
  readonly #items: { readonly item: OpenItem; closed?: Json }[] = []
  #open: MessageItem | ReasoningItem | undefined
  readonly #calls = new Map<number, CallItem>()
  #usage: Usage | undefined
  #reason: FinishReason = 'stop'
  #refused = false
  #response: Json | undefined

  /** `request`: the caller's body, parts of which an answer repeats. */
  constructor(details: AnswerDetails, request: Json) {
    this.#details = details
    this.#request = request
  }

  /** The answer, once it has ended. */
  get response(): Json | undefined {
    return this.#response
  }

  write(event: StreamEvent): string {
    if (this.#events === 0) {
      this.#emit('response.created', { response: this.#written('in_progress') })
      this.#emit('response.in_progress', { response: this.#written('in_progress') })
    }
    if (event.kind === 'usage') this.#usage = laterUsage(this.#usage ?? {}, event.usage)
    else if (event.kind !== 'start' && event.kind !== 'end' && event.kind !== 'verbatim' && event.choice === 0)
      this.#take(event)
    return this.#flush()
  }
  end(): string {
    const reason = incomplete[this.#reason]
    const status = reason === undefined ? 'completed' : 'incomplete'
    this.#closeAll(status)
    this.#response = {
      ...this.#written(status),
      incomplete_details: reason === undefined ? null : { reason },
      ...(status === 'completed' ? { completed_at: this.#details.created } : {}),
    }
    this.#emit(`response.${status}`, { response: this.#response })
    return this.#flush()
  }
  error(error: ModelError): string {
    const { message, code, param } = errorOf(error)
    const failed = { ...this.#written('failed'), error: { code: code ?? 'server_error', message } }
    this.#emit('error', { code, message, param })
    this.#emit('response.failed', { response: failed })
    return this.#flush()
  }

  #take(event: ChoiceEvent): void {
    switch (event.kind) {
      case 'text':
        this.#message().add('output_text', event.text, logprobsIn(event.logprobs))
        return
      case 'refusal':
        this.#refused = true
        this.#message().add('refusal', event.text)
        return
      case 'citation':
        if (this.#open instanceof MessageItem) this.#open.cite(event.citation)
        return
      case 'thinking':
        this.#reasoning().add(event.text)
        return
      case 'signature':
        this.#reasoning().sign(event.signature)
        this.#closeOpen()
        return
      case 'redactedThinking':
        this.#closeOpen()
        this.#reasoning().seal(event.data)
        this.#closeOpen()
        return
      case 'toolCall': {
        this.#closeOpen()
        const { name } = event
        const callId = newCallId(this.#details.request, event, this.#details.id)
        const custom = isCustom(this.#details.request.tools, name)
        const place = this.#place(custom ? 'ctc' : 'fc')
        const item = new CallItem(place, { callId, name, isCustom: custom }, this.#emit)
        this.#calls.set(event.index, item)
        this.#items.push({ item })
        return
      }
      case 'toolInput':
        this.#calls.get(event.index)?.add(event.text)
        return
      case 'finish':
        if (event.reason === 'failed') throw failedAnswer(event)
        // a refusal in words is a whole answer on this wire
        this.#reason = this.#refused && event.reason === 'contentFilter' ? 'stop' : event.reason
        return
      case 'image':
        this.#message().add('output_text', unshownImage)
        return
      case 'opaque':
    }
  }

  #message(): MessageItem {
    if (this.#open instanceof MessageItem) return this.#open
    this.#closeOpen()
    const item = new MessageItem(this.#place('msg'), this.#emit)
    this.#items.push({ item })
    this.#open = item
    return item
  }
  #reasoning(): ReasoningItem {
    if (this.#open instanceof ReasoningItem) return this.#open
    this.#closeOpen()
    const item = new ReasoningItem(this.#place('rs'), this.#emit)
    this.#items.push({ item })
    this.#open = item
    return item
  }
  /** Ids say which answer and which of its items they name. */
  #place(prefix: string) {
    const index = this.#items.length
    return { id: `${prefix}_${this.#details.id}_${index}`, output_index: index }
  }
  #closeOpen(): void {
    const open = this.#items.find(({ item, closed }) => item === this.#open && closed === undefined)
    if (open) open.closed = open.item.close('completed')
    this.#open = undefined
  }
  #closeAll(status: string): void {
    this.#open = undefined
    for (const one of this.#items) one.closed ??= one.item.close(status)
    this.#output = this.#items.flatMap(({ closed }) => (closed === undefined ? [] : [closed]))
  }

  #written(status: string): Json {
    const { details } = { details: this.#details }
    return {
      id: `resp_${details.id}`,
      object: 'response',
      created_at: details.created,
      status,
      error: null,
      incomplete_details: null,
      model: details.model,
      output: this.#output,
      ...echoOf(this.#request),
      usage: status === 'in_progress' ? null : writeUsage(this.#usage ?? {}),
    }
  }
  readonly #emit = (type: string, members: Json): void => {
    this.#frames += namedFrame(type, { type, sequence_number: this.#events++, ...members })
  }
  #flush(): string {
    const frames = this.#frames
    this.#frames = ''
    return frames
  }
}

function logprobsIn(value: unknown): readonly unknown[] {
  return isJson(value) && Array.isArray(value.content) ? value.content : []
}
