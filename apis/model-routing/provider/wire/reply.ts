// An answer assembled from its events: what complete answers of every wire are written from.
import type { Json } from './json.ts'
import {
  type ChoiceEvent,
  type Citation,
  type FinishReason,
  type NativeFinishReason,
  type ProviderMetadata,
  type StreamEvent,
  type Usage,
  usageCounts,
} from './stream-event.ts'
import type { Wire } from './wire.ts'

/** One block of an answer, in the order of the model. */
export type Block =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'refusal'; text: string }
  | { readonly kind: 'thinking'; text: string; signature: string | undefined }
  | { readonly kind: 'redactedThinking'; readonly data: string }
  | {
      readonly kind: 'toolCall'
      readonly index: number
      readonly id: string
      readonly name: string
      readonly signature: string | undefined
      input: string
    }
  | { readonly kind: 'citation'; readonly citation: Citation }
  | { readonly kind: 'image'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'opaque'; readonly wire: Wire; readonly block: Json }

export interface Choice {
  readonly index: number
  readonly blocks: Block[]
  /** Logprobs of the text events, in order. */
  readonly logprobs: unknown[]
  finish: {
    readonly reason: FinishReason
    readonly stopSequence?: string | undefined
    readonly native?: NativeFinishReason | undefined
  }
}
export interface Reply {
  model: string
  usage: Usage
  readonly metadata: ProviderMetadata | undefined
  /** Choices in the order of their indexes; at least one. */
  readonly choices: readonly Choice[]
}

export function collectReply(events: Iterable<StreamEvent>): Reply {
  const collector = new Collector()
  for (const event of events) collector.take(event)
  return collector.reply()
}

class Collector {
  #model = ''
  #usage: Usage = {}
  #served: ProviderMetadata | undefined
  readonly #answers = new Map<number, Choice & { finished: boolean }>()

  take(event: StreamEvent): void {
    if (event.kind === 'end' || event.kind === 'verbatim') return
    if (event.kind === 'start') {
      this.#model = event.model
      this.#served = event.metadata
    } else if (event.kind === 'usage') this.#usage = laterUsage(this.#usage, event.usage)
    else addTo(this.#answer(event.choice), event)
  }
  reply(): Reply {
    const choices = [this.#answer(0), ...this.#answers.values()]
      .filter((answer, index) => index === 0 || answer.index !== 0)
      .sort((a, b) => a.index - b.index)
    for (const answer of choices)
      if (!answer.finished) answer.finish = { reason: hasToolCalls(answer) ? 'toolCalls' : 'stop' }
    return { model: this.#model, usage: this.#usage, metadata: this.#served, choices }
  }
  #answer(choice: number): Choice & { finished: boolean } {
    const known = this.#answers.get(choice)
    if (known !== undefined) return known
    const created = { index: choice, blocks: [], logprobs: [], finish: { reason: 'stop' as const }, finished: false }
    this.#answers.set(choice, created)
    return created
  }
}

/** Usage of an answer that has not reported it yet. */
export const noUsage: Usage = {}

/** Later counts replace earlier ones; a missing count changes nothing. */
export function laterUsage(earlier: Usage, later: Usage): Usage {
  if (earlier === noUsage) return later
  const merged: { -readonly [Name in keyof Usage]: Usage[Name] } = { ...earlier }
  for (const name of usageCounts) if (later[name] !== undefined) merged[name] = later[name]
  return merged
}

/** Reports whether the answer ended before it was complete. */
export function isCut({ finish: { reason } }: Pick<Choice, 'finish'>): boolean {
  return reason !== 'stop' && reason !== 'toolCalls'
}

/** Stands for a picture on wires whose answers have none. */
export const unshownImage = '[image that this API cannot show]'

export function hasToolCalls(answer: Choice): boolean {
  return answer.blocks.some((block) => block.kind === 'toolCall')
}

function addTo(answer: Choice & { finished: boolean }, event: ChoiceEvent): void {
  const { blocks } = answer
  const last = blocks.at(-1)
  switch (event.kind) {
    case 'text':
      if (event.logprobs !== undefined) answer.logprobs.push(event.logprobs)
      if (last?.kind === 'text' && event.startsBlock !== true) last.text += event.text
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
    case 'redactedThinking':
      blocks.push({ kind: 'redactedThinking', data: event.data })
      return
    case 'toolCall':
      blocks.push({
        kind: 'toolCall',
        index: event.index,
        id: event.id,
        name: event.name,
        signature: event.signature,
        input: '',
      })
      return
    case 'toolInput': {
      const call = blocks.findLast((block) => block.kind === 'toolCall' && block.index === event.index)
      if (call?.kind === 'toolCall') call.input += event.text
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
      answer.finish = { reason: event.reason, stopSequence: event.stopSequence, native: event.native }
  }
}

/** The metadata of the answer, if it belongs to this wire. */
export const metadataFor = (served: ProviderMetadata | undefined, wire: Wire): Json =>
  served?.wire === wire ? served.members : {}

export function textOf(answer: Choice): string {
  return answer.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('')
}
export function refusalOf(answer: Choice): string {
  return answer.blocks.map((block) => (block.kind === 'refusal' ? block.text : '')).join('')
}
