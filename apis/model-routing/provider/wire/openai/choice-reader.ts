// Reads one choice of a chat completion into events, delta by delta; a complete message is one large delta.
import { present } from '#define/present'
import { type Ending, endingWord, isEndingWord, readEnding } from '../finish-reasons.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { malformed } from '../sse.ts'
import { type Citation, isContent, type StreamEvent } from '../stream-event.ts'
import { readAnnotations } from './annotations.ts'
import { CallReader } from './call-reader.ts'

const none: readonly StreamEvent[] = []

export class ChoiceReader {
  readonly #choice: number
  readonly #calls: CallReader
  #refused = false
  /** True once there is content other than thoughts. */
  #hasContent = false
  #ended = false
  #hasDelta = false
  /** Pages that the answer is from, beside those that its texts cite. */
  pages: readonly Citation[] = []

  /** `seed`: of `answerSeed`. */
  constructor(choice: number, seed: string) {
    this.#choice = choice
    this.#calls = new CallReader(choice, seed)
  }
  get finished(): boolean {
    return this.#ended
  }

  /** The error that a router attached to a choice which has said nothing; undefined without one. */
  errorOf({ error }: Json): unknown {
    const says = isJson(error) && [error.message, error.code].some((word) => word !== undefined && word !== null)
    return says && !this.#hasContent ? error : undefined
  }

  /** The events of a piece of a stream. A whole message after deltas repeats them; alone it is the answer. */
  readPiece({ delta, message, text, logprobs }: Json): Iterable<StreamEvent> {
    this.#hasDelta ||= isJson(delta)
    const said = isJson(message) ? message : { content: text }
    return this.read(isJson(delta) ? delta : this.#hasDelta ? {} : said, logprobs)
  }
  /** The events of a message or delta. */
  *read(message: Json, logprobs: unknown): Generator<StreamEvent> {
    for (const event of this.#read(message, logprobs)) {
      this.#hasContent ||= isContent(event)
      yield event
    }
  }
  *#read(message: Json, logprobs: unknown): Generator<StreamEvent> {
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
    if (isJson(message.function_call)) yield* this.#calls.read({ index: 0, function: message.function_call }, 0)
    if (Array.isArray(message.tool_calls))
      for (const [position, call] of message.tool_calls.entries()) {
        if (!isJson(call)) throw malformed()
        yield* this.#calls.read(call, position)
      }
  }

  /**
   * The finish of the choice, when it has a finish reason. Some servers report the stop sequence that ended the answer,
   * or the number of a token.
   */
  finish({ finish_reason, stop_reason, matched_stop }: Json): readonly StreamEvent[] {
    const word = endingWord(finish_reason)
    const stop = [stop_reason, matched_stop].find((one) => typeof one === 'string' && !isEndingWord(one))
    return word === undefined ? none : this.close(word, typeof stop === 'string' ? stop : undefined)
  }
  /** The finish of a choice; without a word, of one that was never finished explicitly. */
  close(word?: string, stop?: string): readonly StreamEvent[] {
    if (this.#ended) return none
    this.#ended = true
    const ended = word === undefined ? undefined : readEnding('openai', word, this.#hasContent)
    const isCut = ended !== undefined && ended.reason !== 'stop' && ended.reason !== 'toolCalls'
    const cited = this.pages.map((citation) => ({ kind: 'citation', choice: this.#choice, citation }) as const)
    const events: StreamEvent[] = [...cited, ...this.#calls.close(isCut)]
    const { count } = this.#calls
    // The vendor itself finishes a call that was forced by name with `stop`, and so a refusal.
    if (ended === undefined || ended.reason === 'stop') {
      const reason = count > 0 ? 'toolCalls' : this.#refused ? 'contentFilter' : 'stop'
      events.push(this.#finished({ ...ended, ...(stop === undefined ? {} : { stopSequence: stop }), reason }))
    }
    // The calls that this announces never came.
    else if (ended.reason === 'toolCalls' && count === 0)
      events.push(this.#finished({ ...ended, reason: this.#hasContent ? 'incomplete' : 'failed' }))
    else events.push(this.#finished(ended))
    return events
  }
  #finished(ending: Ending & { readonly stopSequence?: string }): StreamEvent {
    return { kind: 'finish', choice: this.#choice, ...ending }
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
    const text = reasoningMembers
      .map((name) => message[name])
      .find((value) => typeof value === 'string' && value !== '')
    if (typeof text === 'string') yield { kind: 'thinking', choice, text }
  }

  *#image(image: unknown): Generator<StreamEvent> {
    const url = isJson(image) && isJson(image.image_url) ? image.image_url.url : undefined
    const match = typeof url === 'string' ? /^data:([\w.+-]+\/[\w.+-]+);base64,/.exec(url.slice(0, 300)) : null
    if (match === null || typeof url !== 'string') return
    yield { kind: 'image', choice: this.#choice, mediaType: present(match[1]), data: url.slice(match[0].length) }
  }
}

/** Members by which servers name the reasoning of a message. */
const reasoningMembers = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const

/** Returns the reasoning that one vendor of this dialect puts into a part of the content (SOURCES 10.7). */
function thinkingIn(part: unknown): string {
  if (!isJson(part) || part.type !== 'thinking') return ''
  return typeof part.thinking === 'string' ? part.thinking : contentText(part.thinking)
}

/** Returns a string, or the strings of a list of parts, as some servers answer. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => (isJson(part) && typeof part.text === 'string' ? part.text : '')).join('')
}
