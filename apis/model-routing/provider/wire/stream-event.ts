// The answer of a model in no wire format: a stream of events. A wire knows these and itself, no other wire, so n wires
// need 2n translations instead of n squared.
import type { Json } from './json.ts'
import type { Wire } from './wire.ts'

/** Why an answer ended. */
export type FinishReason = 'stop' | 'length' | 'toolCalls' | 'contentFilter'

/**
 * Tokens; a count that the provider did not tell is undefined. `prompt` includes cached ones, `answer` includes
 * reasoning.
 */
export interface Usage {
  readonly prompt?: number | undefined
  readonly answer?: number | undefined
  readonly cachedRead?: number | undefined
  readonly cachedWrite?: number | undefined
  readonly reasoning?: number | undefined
  readonly promptAudio?: number | undefined
  readonly answerAudio?: number | undefined
}
export const usageCounts = [
  'prompt',
  'answer',
  'cachedRead',
  'cachedWrite',
  'reasoning',
  'promptAudio',
  'answerAudio',
] as const satisfies readonly (keyof Usage)[]

/** The word of a wire for why an answer ended, where its meaning is finer than `Ending`. */
export interface NativeFinishReason {
  readonly wire: Wire
  readonly word: string
}

/** What only one wire says of the whole answer: the class of service that it got, the fingerprint of the system. */
export interface ProviderMetadata {
  readonly wire: Wire
  readonly members: Json
}

/** Where a text of an answer comes from. */
export interface Citation {
  readonly wire: Wire
  /** As its wire says it. */
  readonly native: Json
  /** Of a page of the web; wires other than its own can say nothing else. */
  readonly url?: string | undefined
  readonly title?: string | undefined
}

/**
 * One event of a reply, in the order a model makes them; `choice` counts answers from 0. The first is `start`, the last
 * `end`.
 */
export type StreamEvent =
  | {
      readonly kind: 'start'
      readonly model: string
      readonly id?: string | undefined
      readonly metadata?: ProviderMetadata
    }
  /** `logprobs` as chat completions write them: `{ content: [{ token, logprob, bytes, top_logprobs }] }`. */
  | {
      readonly kind: 'text'
      readonly choice: number
      readonly text: string
      readonly logprobs?: unknown
      /** It begins a piece that has sources of its own. */
      readonly startsBlock?: true
    }
  /** A source of the piece of text before it. */
  | { readonly kind: 'citation'; readonly choice: number; readonly citation: Citation }
  | { readonly kind: 'refusal'; readonly choice: number; readonly text: string }
  | { readonly kind: 'thinking'; readonly choice: number; readonly text: string }
  /** Ends a piece of thinking. */
  | { readonly kind: 'signature'; readonly choice: number; readonly signature: string }
  | { readonly kind: 'redactedThinking'; readonly choice: number; readonly data: string }
  /** A tool call begins; `index` counts the calls of this choice from 0. */
  | {
      readonly kind: 'toolCall'
      readonly choice: number
      readonly index: number
      readonly id: string
      readonly name: string
      readonly signature?: string | undefined
    }
  /** A piece of the JSON text of the input of that call. */
  | { readonly kind: 'toolInput'; readonly choice: number; readonly index: number; readonly text: string }
  | {
      readonly kind: 'finish'
      readonly choice: number
      readonly reason: FinishReason
      /** The stop text that was met. */
      readonly stopSequence?: string | undefined
      readonly native?: NativeFinishReason | undefined
    }
  /** A picture that the model made; base64. */
  | { readonly kind: 'image'; readonly choice: number; readonly mediaType: string; readonly data: string }
  /** A whole piece of an answer that only one wire can say; other wires leave it out. */
  | { readonly kind: 'opaque'; readonly choice: number; readonly wire: Wire; readonly block: Json }
  /** May come more than once; what is told later replaces what was told earlier, count by count. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'end' }
