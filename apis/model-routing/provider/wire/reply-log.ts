// A reply put together from its events: what a whole answer is written from, in every format.
import {
  type Citation,
  type Ending,
  type Json,
  type OwnEnding,
  type ReplyEvent,
  type Served,
  type Usage,
  usageCounts,
  type Wire,
} from './conversation.ts'

/** One piece of an answer, in the order in which the model made it. */
export type Block =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'refusal'; text: string }
  | { readonly kind: 'thinking'; text: string; signature: string | undefined }
  | { readonly kind: 'sealedThinking'; readonly data: string }
  | {
      readonly kind: 'call'
      readonly index: number
      readonly id: string
      readonly name: string
      readonly signature: string | undefined
      input: string
    }
  | { readonly kind: 'citation'; readonly citation: Citation }
  | { readonly kind: 'image'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'opaque'; readonly wire: Wire; readonly block: Json }

export interface Answer {
  readonly choice: number
  readonly blocks: Block[]
  /** Those of the texts, in order. */
  readonly logprobs: unknown[]
  ending: { readonly reason: Ending; readonly stop?: string | undefined; readonly own?: OwnEnding | undefined }
}
export interface ReplyLog {
  model: string
  usage: Usage
  readonly served: Served | undefined
  /** In the order of their numbers; there is always one. */
  readonly answers: readonly Answer[]
}

/** Rejects with what the events throw. */
export async function collectReply(events: AsyncIterable<ReplyEvent>): Promise<ReplyLog> {
  const log = new Collector()
  for await (const event of events) log.take(event)
  return log.done()
}

/** The same of events that are all there. */
export function logOf(events: Iterable<ReplyEvent>): ReplyLog {
  const log = new Collector()
  for (const event of events) log.take(event)
  return log.done()
}

class Collector {
  #model = ''
  #usage: Usage = {}
  #served: Served | undefined
  readonly #answers = new Map<number, Answer & { finished: boolean }>()

  take(event: ReplyEvent): void {
    if (event.kind === 'end') return
    if (event.kind === 'start') {
      this.#model = event.model
      this.#served = event.served
    } else if (event.kind === 'usage') this.#usage = laterUsage(this.#usage, event.usage)
    else addTo(this.#answer(event.choice), event)
  }
  done(): ReplyLog {
    const answers = [this.#answer(0), ...this.#answers.values()]
      .filter((answer, index) => index === 0 || answer.choice !== 0)
      .sort((a, b) => a.choice - b.choice)
    for (const answer of answers) if (!answer.finished) answer.ending = { reason: calls(answer) ? 'calls' : 'stop' }
    return { model: this.#model, usage: this.#usage, served: this.#served, answers }
  }
  #answer(choice: number): Answer & { finished: boolean } {
    const found = this.#answers.get(choice)
    if (found !== undefined) return found
    const made = { choice, blocks: [], logprobs: [], ending: { reason: 'stop' as const }, finished: false }
    this.#answers.set(choice, made)
    return made
  }
}

/** Counts told later replace those told earlier; a count that is left out says nothing. */
export function laterUsage(earlier: Usage, later: Usage): Usage {
  const told: { -readonly [Name in keyof Usage]: Usage[Name] } = { ...earlier }
  for (const name of usageCounts) if (later[name] !== undefined) told[name] = later[name]
  return told
}

export function calls(answer: Answer): boolean {
  return answer.blocks.some((block) => block.kind === 'call')
}

type AnswerEvent = Exclude<ReplyEvent, { kind: 'start' | 'usage' | 'end' }>

function addTo(answer: Answer & { finished: boolean }, event: AnswerEvent): void {
  const { blocks } = answer
  const last = blocks.at(-1)
  switch (event.kind) {
    case 'text':
      if (event.logprobs !== undefined) answer.logprobs.push(event.logprobs)
      if (last?.kind === 'text' && event.begins !== true) last.text += event.text
      else if (event.text !== '') blocks.push({ kind: 'text', text: event.text })
      return
    case 'refusal':
      if (last?.kind === 'refusal') last.text += event.text
      else blocks.push({ kind: 'refusal', text: event.text })
      return
    case 'thinking':
      if (last?.kind === 'thinking' && last.signature === undefined) last.text += event.text
      else blocks.push({ kind: 'thinking', text: event.text, signature: undefined })
      return
    case 'signature':
      if (last?.kind === 'thinking' && last.signature === undefined) last.signature = event.signature
      else blocks.push({ kind: 'thinking', text: '', signature: event.signature })
      return
    case 'sealedThinking':
      blocks.push({ kind: 'sealedThinking', data: event.data })
      return
    case 'call':
      blocks.push({
        kind: 'call',
        index: event.index,
        id: event.id,
        name: event.name,
        signature: event.signature,
        input: '',
      })
      return
    case 'input': {
      const call = blocks.findLast((block) => block.kind === 'call' && block.index === event.index)
      if (call?.kind === 'call') call.input += event.text
      return
    }
    case 'citation':
      blocks.push({ kind: 'citation', citation: event.citation })
      return
    case 'image':
      blocks.push({ kind: 'image', mediaType: event.mediaType, data: event.data })
      return
    case 'opaque':
      blocks.push({ kind: 'opaque', wire: event.wire, block: event.block })
      return
    case 'finish':
      answer.finished = true
      answer.ending = { reason: event.reason, stop: event.stop, own: event.own }
  }
}

/** What is said of the answer by its own wire, on that wire. */
export const servedBy = (served: Served | undefined, wire: Wire): Json => (served?.wire === wire ? served.members : {})

/** The reason in the words of a wire: its own word where the answer came with one. */
export function endingWord(ending: Answer['ending'], wire: Wire, words: Readonly<Record<Ending, string>>): string {
  return ending.own?.wire === wire ? ending.own.word : words[ending.reason]
}
export function textOf(answer: Answer): string {
  return answer.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('')
}
export function refusalOf(answer: Answer): string {
  return answer.blocks.map((block) => (block.kind === 'refusal' ? block.text : '')).join('')
}
