// Writes the frames of a streamed message from events: one block at a time, each opened, filled and closed.

import { newCallId } from '../call-ids.ts'
import type { AnswerDetails } from '../format.ts'
import { namedFrame, prefixed } from '../frames.ts'
import type { Json } from '../json.ts'
import { isJson, parsed } from '../json.ts'
import type { ModelError } from '../model-error.ts'
import { type Choice, laterUsage, metadataFor, unshownImage } from '../reply.ts'
import type { ChoiceEvent, StreamEvent, Usage } from '../stream-event.ts'
import type { StreamWriter } from '../stream-writer.ts'
import { writeCitation } from './citations.ts'
import { errorOf } from './errors.ts'
import { writeFinish } from './finish-reasons.ts'
import { writeUsage } from './usage.ts'

type Kind = 'text' | 'thinking' | 'toolCall'
type CallEvent = Extract<StreamEvent, { kind: 'toolCall' }>
interface Call {
  readonly event: CallEvent
  input: string
}

export class MessageWriter implements StreamWriter {
  readonly #details: AnswerDetails
  #usage: Usage = {}
  #isStarted = false
  #blocks = 0
  #open: Kind | undefined
  /** The call whose block is open. */
  #call: Call | undefined
  /**
   * Calls that began while the input of the open one was incomplete; wires that number their calls may interleave
   * them.
   */
  readonly #waiting: Call[] = []
  #calls = 0
  #isCited = false
  #metadata: Json = {}
  #finish: Choice['finish'] | undefined

  constructor(details: AnswerDetails) {
    this.#details = details
  }

  write(event: StreamEvent): string {
    if (event.kind === 'usage') this.#usage = laterUsage(this.#usage, event.usage)
    if (event.kind === 'start') this.#metadata = metadataFor(event.metadata, 'anthropic')
    // The first frame holds the tokens of the prompt, which some wires send just after their own first event.
    if (event.kind === 'usage' || event.kind === 'start' || event.kind === 'verbatim' || event.kind === 'end') return ''
    if (event.choice !== 0) return ''
    let frames = ''
    for (const one of this.#begin()) frames += one
    for (const one of this.#answer(event)) frames += one
    return frames
  }
  end(): string {
    const finish = writeFinish(this.#finish ?? { reason: 'stop' }, this.#calls > 0)
    return [
      ...this.#begin(),
      ...this.#closeAll(),
      frame({ type: 'message_delta', delta: finish, usage: writeUsage(this.#usage) }),
      frame({ type: 'message_stop' }),
    ].join('')
  }
  error(error: ModelError): string {
    return namedFrame('error', errorOf(error))
  }

  *#begin(): Generator<string> {
    if (this.#isStarted) return
    this.#isStarted = true
    const message = {
      id: prefixed('msg_', this.#details.id),
      type: 'message',
      role: 'assistant',
      model: this.#details.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...writeUsage({ ...this.#usage, answer: 1, reasoning: undefined }), ...this.#metadata },
    }
    yield frame({ type: 'message_start', message })
    yield frame({ type: 'ping' })
  }

  *#answer(event: ChoiceEvent): Generator<string> {
    switch (event.kind) {
      case 'text':
      case 'refusal':
        if (event.text === '') return
        // a text with citations gets a separate block
        if (event.kind === 'text' && (event.startsBlock === true || this.#isCited)) yield* this.#closeAll()
        this.#isCited = false
        yield* this.#in('text', {
          type: 'text',
          text: '',
          ...(event.kind === 'text' && event.startsBlock ? { citations: [] } : {}),
        })
        yield this.#delta({ type: 'text_delta', text: event.text })
        return
      case 'citation':
        if (this.#open !== 'text') return
        this.#isCited = true
        for (const citation of writeCitation(event.citation)) yield this.#delta({ type: 'citations_delta', citation })
        return
      case 'thinking':
        yield* this.#in('thinking', emptyThought)
        yield this.#delta({ type: 'thinking_delta', thinking: event.text })
        return
      case 'signature':
        yield* this.#in('thinking', emptyThought)
        yield this.#delta({ type: 'signature_delta', signature: event.signature })
        yield* this.#close()
        return
      case 'redactedThinking':
        yield* this.#whole({ type: 'redacted_thinking', data: event.data })
        return
      case 'opaque':
        if (event.wire === 'anthropic') yield* this.#vendorBlock(event.block)
        return
      case 'toolCall':
        yield* this.#begins({ event, input: '' })
        return
      case 'toolInput':
        yield* this.#input(event.index, event.text)
        return
      case 'finish':
        this.#finish = event
        return
      case 'image':
        yield* this.#in('text', { type: 'text', text: '' })
        yield this.#delta({ type: 'text_delta', text: unshownImage })
    }
  }

  *#begins(call: Call): Generator<string> {
    this.#calls++
    const isWhole = this.#call === undefined || isJson(parsed(this.#call.input))
    if (!isWhole || this.#waiting.length > 0) this.#waiting.push(call)
    else yield* this.#openCall(call)
  }
  *#openCall(call: Call): Generator<string> {
    yield* this.#close()
    const { name } = call.event
    const id = newCallId(this.#details.request, call.event, this.#details.id)
    yield* this.#in('toolCall', { type: 'tool_use', id, name, input: {} })
    this.#call = call
    if (call.input !== '') yield this.#delta({ type: 'input_json_delta', partial_json: call.input })
  }
  *#input(index: number, text: string): Generator<string> {
    const waiting = this.#waiting.find((call) => call.event.index === index)
    if (waiting !== undefined) waiting.input += text
    else if (this.#call?.event.index === index) {
      this.#call.input += text
      if (text !== '') yield this.#delta({ type: 'input_json_delta', partial_json: text })
    }
  }

  /** Makes sure that a block of this kind is open. */
  *#in(kind: Kind, block: Json): Generator<string> {
    if (this.#open === kind && kind !== 'toolCall') return
    if (kind === 'toolCall') yield* this.#close()
    else yield* this.#closeAll()
    this.#open = kind
    yield frame({ type: 'content_block_start', index: this.#blocks, content_block: block })
  }
  *#close(): Generator<string> {
    if (this.#open === undefined) return
    this.#open = undefined
    this.#call = undefined
    yield frame({ type: 'content_block_stop', index: this.#blocks++ })
  }
  *#closeAll(): Generator<string> {
    yield* this.#close()
    for (let call = this.#waiting.shift(); call !== undefined; call = this.#waiting.shift()) {
      yield* this.#openCall(call)
      yield* this.#close()
    }
  }
  *#whole(block: Json): Generator<string> {
    yield* this.#closeAll()
    const index = this.#blocks++
    yield frame({ type: 'content_block_start', index, content_block: block })
    yield frame({ type: 'content_block_stop', index })
  }
  /** The input of the vendor's own tools is sent as deltas, like that of any tool. */
  *#vendorBlock(block: Json): Generator<string> {
    const { input } = block
    if (!isJson(input)) return yield* this.#whole(block)
    yield* this.#closeAll()
    const index = this.#blocks++
    yield frame({ type: 'content_block_start', index, content_block: { ...block, input: {} } })
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) }
    yield frame({ type: 'content_block_delta', index, delta })
    yield frame({ type: 'content_block_stop', index })
  }
  #delta(delta: Json): string {
    return frame({ type: 'content_block_delta', index: this.#blocks, delta })
  }
}

const emptyThought = { type: 'thinking', thinking: '', signature: '' }

function frame(json: Json & { readonly type: string }): string {
  return namedFrame(json.type, json)
}
