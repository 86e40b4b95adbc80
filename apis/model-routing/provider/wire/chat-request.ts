// A chat request independent of any wire format. Each wire reads its requests into this and writes them from it.
import type { Json } from './json.ts'
import type { ModelError } from './model-error.ts'
import type { Wire } from './wire.ts'

/** Location of the bytes of an image, audio or document. */
export type Source =
  | { readonly at: 'url'; readonly url: string; readonly mediaType?: string | undefined }
  | { readonly at: 'data'; readonly mediaType: string /** Base64. */; readonly data: string }
  | { readonly at: 'file' /** Id of an uploaded file. */; readonly id: string }

/** One part of a message. `extras`: members that only the request's own wire understands; other wires omit them. */
export type Part = PartContent & { readonly extras?: Json | undefined }
type PartContent =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'image'
      readonly source: Source
      readonly detail?: 'auto' | 'low' | 'high' | 'original' | undefined
    }
  | { readonly kind: 'audio'; readonly source: Source }
  | { readonly kind: 'document'; readonly source: Source; readonly name?: string | undefined }
  /** The model's reasoning; `signature` belongs to the vendor that issued it and is returned unchanged. */
  | { readonly kind: 'thinking'; readonly text: string; readonly signature?: string | undefined }
  | { readonly kind: 'redactedThinking'; readonly data: string }
  /** The model calls a tool; `input` is a JSON object as the model wrote it; `signature` as with thinking. */
  | {
      readonly kind: 'toolCall'
      readonly id: string
      readonly name: string
      readonly input: string
      readonly signature?: string | undefined
    }
  /** The result of a tool. */
  | {
      readonly kind: 'toolResult'
      readonly id: string
      readonly name?: string | undefined
      readonly parts: readonly Part[]
      readonly isError: boolean
    }
  | { readonly kind: 'refusal'; readonly text: string }
  /** A part that only one wire can express, such as results of the vendor's own tools; others write `text`. */
  | { readonly kind: 'opaque'; readonly wire: Wire; readonly block: Json; readonly text?: string | undefined }

/** Tool results belong to the user's messages. */
export interface Message {
  readonly role: 'user' | 'assistant'
  readonly parts: readonly Part[]
  readonly name?: string | undefined
  readonly extras?: Json | undefined
}
/**
 * Details of one system instruction: the number of messages before it (0 if undefined), and members that only its own
 * wire understands.
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

/** The requested format of the answer. */
export type ResponseFormat =
  | { readonly kind: 'text' }
  | { readonly kind: 'json' }
  | {
      readonly kind: 'schema'
      readonly name: string
      readonly schema: Json
      readonly strict: boolean
      readonly description?: string | undefined
      /** True for an answer that is the text itself, without quotation marks. */
      readonly isBareText?: boolean | undefined
    }

/** Sampling parameters; undefined means the model's default. */
export interface Sampling {
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly topK?: number | undefined
  readonly seed?: number | undefined
  readonly presencePenalty?: number | undefined
  readonly frequencyPenalty?: number | undefined
  readonly logitBias?: Json | undefined
  /** Alternatives per token; 0 asks for the probabilities alone, undefined for no logprobs. */
  readonly logprobs?: number | undefined
}
export interface ChatRequest {
  /** Name of the model in the caller's request. */
  readonly model: string
  readonly system: readonly string[]
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
  readonly toolChoice: ToolChoice | undefined
  /** False for at most one tool call in an answer. */
  readonly parallelToolCalls: boolean | undefined
  /** The most tokens of the answer. */
  readonly maxTokens: number | undefined
  readonly stop: readonly string[]
  readonly sampling: Sampling
  /** Number of choices wanted. */
  readonly n: number
  readonly responseFormat: ResponseFormat
  /** `budget` in tokens. */
  readonly thinking: { readonly effort?: string | undefined; readonly budget?: number | undefined } | undefined
  readonly stream: boolean
  /** The end user, for the vendor's abuse checks. */
  readonly user: string | undefined
  /** Groups calls that share a prefix, for the vendor's prompt cache. */
  readonly cacheKey: string | undefined
  /** A text completion instead of a chat: the prompts are the parts of the only message. */
  readonly textCompletion: { readonly suffix: string | undefined; readonly echo: boolean } | undefined
  /** The wire that it was read from; `extras` are written only to this one. */
  readonly wire?: Wire | undefined
  readonly extras?: Json | undefined
  /** Names of members that the caller's form has and no wire. */
  readonly dropped?: readonly string[] | undefined
  /** Details of each instruction, in the order of `system`. */
  readonly systemDetails?: readonly SystemDetails[] | undefined
  /** True if the last chunk of a stream reports the usage; wires without this option always do. */
  readonly includeUsage?: boolean | undefined
  /** The problem of a request that could not be read; its text goes only to a provider of the same wire. */
  readonly unread?: ModelError | undefined
  /** True if the caller uses the older form of tools, one `function_call` per answer. */
  readonly legacyFunctions?: boolean | undefined
}

/** An instruction between messages, for wires on which only the user speaks there. */
export const asInstruction = (text: string): string => `<system>\n${text}\n</system>`
