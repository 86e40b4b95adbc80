// An answer in no wire format: a stream of events. A wire knows these and itself but no other wire, so n wires need
// 2n translations instead of n squared.
import type { Json } from './json.ts'
import type { Wire } from './wire.ts'

/**
 * The reason for which an answer ended. `incomplete`: it was paused, or failed after its first content; `failed`: it
 * failed before that.
 */
export type FinishReason = 'stop' | 'length' | 'toolCalls' | 'contentFilter' | 'incomplete' | 'failed'

/**
 * Counts in tokens, `searches` apart; a count that the provider did not report is undefined. `prompt` includes cached
 * tokens, `cachedWrite` those that are kept for an hour, `answer` includes reasoning. Audio and image tokens of the
 * prompt are those not read from the cache.
 */
export interface Usage {
  readonly prompt?: number | undefined
  readonly answer?: number | undefined
  readonly cachedRead?: number | undefined
  readonly cachedWrite?: number | undefined
  readonly cachedWriteHour?: number | undefined
  readonly reasoning?: number | undefined
  readonly promptAudio?: number | undefined
  readonly answerAudio?: number | undefined
  readonly promptImage?: number | undefined
  readonly answerImage?: number | undefined
  /** Searches that the provider made for the answer and charges one by one. */
  readonly searches?: number | undefined
}
export const usageCounts = [
  'prompt',
  'answer',
  'cachedRead',
  'cachedWrite',
  'cachedWriteHour',
  'reasoning',
  'promptAudio',
  'answerAudio',
  'promptImage',
  'answerImage',
  'searches',
] as const satisfies readonly (keyof Usage)[]

/** The finish reason in the terms of its wire, which may be finer than `FinishReason`. */
export interface NativeFinishReason {
  readonly wire: Wire
  readonly word: string
}

/** Members of the whole answer that only one wire has, such as the service tier and the system fingerprint. */
export interface ProviderMetadata {
  readonly wire: Wire
  readonly members: Json
}

/** The source of a text in an answer. */
export interface Citation {
  readonly wire: Wire
  /** The citation in the format of its wire. */
  readonly native: Json
  /** Address of a web page; other wires can express nothing else. */
  readonly url?: string | undefined
  readonly title?: string | undefined
}

/**
 * One event of an answer, in the order of the model; `choice` counts from 0. The first is `start`, the last `end`.
 */
export type StreamEvent =
  | {
      readonly kind: 'start'
      readonly model: string
      readonly id?: string | undefined
      readonly metadata?: ProviderMetadata
    }
  /** `logprobs` in the form of chat completions: `{ content: [{ token, logprob, bytes, top_logprobs }] }`. */
  | {
      readonly kind: 'text'
      readonly choice: number
      readonly text: string
      readonly logprobs?: unknown
      /** True if it starts a block with citations. */
      readonly startsBlock?: true
    }
  /** Cites a source of the text block before it. */
  | { readonly kind: 'citation'; readonly choice: number; readonly citation: Citation }
  | { readonly kind: 'refusal'; readonly choice: number; readonly text: string }
  | { readonly kind: 'thinking'; readonly choice: number; readonly text: string }
  /** Ends a block of thinking. */
  | { readonly kind: 'signature'; readonly choice: number; readonly signature: string }
  | { readonly kind: 'redactedThinking'; readonly choice: number; readonly data: string }
  /** Starts a tool call; `index` counts the calls of this choice from 0. */
  | {
      readonly kind: 'toolCall'
      readonly choice: number
      readonly index: number
      readonly id: string
      readonly name: string
      readonly signature?: string | undefined
    }
  /** A fragment of that call's input, which is JSON. */
  | { readonly kind: 'toolInput'; readonly choice: number; readonly index: number; readonly text: string }
  | {
      readonly kind: 'finish'
      readonly choice: number
      readonly reason: FinishReason
      /** The stop sequence that ended the answer. */
      readonly stopSequence?: string | undefined
      readonly native?: NativeFinishReason | undefined
    }
  /** An image that the model made; base64. */
  | { readonly kind: 'image'; readonly choice: number; readonly mediaType: string; readonly data: string }
  /** A block that only one wire can express; other wires omit it. */
  | { readonly kind: 'opaque'; readonly choice: number; readonly wire: Wire; readonly block: Json }
  /** Usage; later events replace earlier counts, count by count. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  /**
   * The provider's own bytes, from which the other events of the batch were read: callers of the same wire get these.
   * `isError`: they end with the provider's own error.
   */
  | { readonly kind: 'verbatim'; readonly bytes: Buffer; readonly isError?: boolean }
  | { readonly kind: 'end' }

/** An event of one choice. */
export type ChoiceEvent = Exclude<StreamEvent, { kind: 'start' | 'usage' | 'verbatim' | 'end' }>
export type VerbatimEvent = Extract<StreamEvent, { kind: 'verbatim' }>

/** True for an event of the answer's content; thoughts do not count. */
export function isContent(event: StreamEvent): boolean {
  if (event.kind === 'text' || event.kind === 'refusal') return event.text.trim() !== ''
  return event.kind === 'toolCall' || event.kind === 'image' || event.kind === 'opaque'
}
