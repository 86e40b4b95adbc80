// A chat request in no wire format: what a caller asks of a model. Each wire reads its requests into this and writes
// them from it.
import type { Json } from './json.ts'
import type { Wire } from './wire.ts'

/** Where the bytes of a picture, a sound or a document are. */
export type Source =
  | { readonly at: 'url'; readonly url: string }
  | { readonly at: 'data'; readonly mediaType: string /** Base64. */; readonly data: string }
  | { readonly at: 'file' /** Id of an uploaded file. */; readonly id: string }

/**
 * One piece of what is said. `extras`: members that only the conversation's own wire understands; other wires leave
 * them out.
 */
export type Part = PartContent & { readonly extras?: Json | undefined }
type PartContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly source: Source; readonly detail?: 'auto' | 'low' | 'high' | undefined }
  | { readonly kind: 'audio'; readonly source: Source }
  | { readonly kind: 'document'; readonly source: Source; readonly name?: string | undefined }
  /** What the model thought; `signature` belongs to the vendor that made it and is given back unchanged. */
  | { readonly kind: 'thinking'; readonly text: string; readonly signature?: string | undefined }
  | { readonly kind: 'redactedThinking'; readonly data: string }
  /** The model calls a tool; `input` is JSON text of an object, as the model wrote it; `signature` as with thinking. */
  | {
      readonly kind: 'toolCall'
      readonly id: string
      readonly name: string
      readonly input: string
      readonly signature?: string | undefined
    }
  /** What a tool gave back. */
  | {
      readonly kind: 'toolResult'
      readonly id: string
      readonly name?: string | undefined
      readonly parts: readonly Part[]
      readonly isError: boolean
    }
  | { readonly kind: 'refusal'; readonly text: string }
  /** What only one wire can say (results of a tool at the vendor, for example); others write `text`, or nothing. */
  | { readonly kind: 'opaque'; readonly wire: Wire; readonly block: Json; readonly text?: string | undefined }

/** What one side says. Tool results are said by the user. */
export interface Message {
  readonly role: 'user' | 'assistant'
  readonly parts: readonly Part[]
  readonly name?: string | undefined
  readonly extras?: Json | undefined
}
/**
 * Beside a text of `system`: how many turns stand before it (0 when undefined), and what only its own wire understands.
 */
export interface SystemDetails {
  readonly after?: number | undefined
  readonly extras?: Json | undefined
}
export interface Tool {
  readonly name: string
  readonly description?: string | undefined
  /** JSON Schema of the input. */
  readonly schema: Json
  readonly strict?: boolean | undefined
  readonly extras?: Json | undefined
}
export type ToolChoice = { readonly kind: 'auto' | 'none' | 'any' } | { readonly kind: 'tool'; readonly name: string }

/** The shape asked of the answer. */
export type ResponseFormat =
  | { readonly kind: 'text' }
  | { readonly kind: 'json' }
  | {
      readonly kind: 'schema'
      readonly name: string
      readonly schema: Json
      readonly strict: boolean
      readonly description?: string | undefined
    }

/** How the answer is drawn. What is undefined is the model's own default. */
export interface Sampling {
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly topK?: number | undefined
  readonly seed?: number | undefined
  readonly presencePenalty?: number | undefined
  readonly frequencyPenalty?: number | undefined
  readonly logitBias?: Json | undefined
  /** Alternatives to each token; 0 asks for the probabilities alone, undefined for none. */
  readonly logprobs?: number | undefined
}
export interface ChatRequest {
  /** As the caller named it. */
  readonly model: string
  readonly system: readonly string[]
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
  readonly toolChoice: ToolChoice | undefined
  /** False: at most one tool call in an answer. */
  readonly parallelToolCalls: boolean | undefined
  /** Most tokens of the answer. */
  readonly maxTokens: number | undefined
  readonly stop: readonly string[]
  readonly sampling: Sampling
  /** Answers wanted. */
  readonly n: number
  readonly responseFormat: ResponseFormat
  /** How long to think. `budget` in tokens. */
  readonly thinking: { readonly effort?: string | undefined; readonly budget?: number | undefined } | undefined
  readonly stream: boolean
  /** The end user, for the vendor's own checks. */
  readonly user: string | undefined
  /** Groups calls that share a beginning, for caches at the vendor. */
  readonly cacheKey: string | undefined
  /**
   * Continuation of a bare text instead of an answer: the prompts stand in the only turn, each part a prompt of its
   * own.
   */
  readonly textCompletion: { readonly suffix: string | undefined; readonly echo: boolean } | undefined
  /** The format it was read from; `extras`, everywhere, are written only into this one. */
  readonly wire?: Wire | undefined
  readonly extras?: Json | undefined
  /** In the order of `system`. */
  readonly systemDetails?: readonly SystemDetails[] | undefined
  /** The last chunk of a stream is to tell the usage; formats without such a wish always tell it. */
  readonly includeUsage?: boolean | undefined
  /** The caller knows only the older form of tools, one `function_call` in an answer. */
  readonly legacyFunctions?: boolean | undefined
}
