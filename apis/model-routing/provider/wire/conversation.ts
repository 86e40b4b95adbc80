// What every wire format is read into and written from: a conversation going in, a stream of reply events coming out. A format knows
// this and its own wire, no other format; so n formats need 2n translations and not n squared.

/** A JSON object that somebody else wrote. */
export type Json = Readonly<Record<string, unknown>>

/** Where the bytes of a picture, a sound or a document are. */
export type Source =
  | { readonly at: 'url'; readonly url: string }
  | { readonly at: 'data'; readonly mediaType: string /** Base64. */; readonly data: string }
  | { readonly at: 'file' /** Id of an uploaded file. */; readonly id: string }

/** The wire formats: chat completions, messages, generateContent, text completions. */
export type Wire = 'openai' | 'anthropic' | 'gemini' | 'completions'

/** One piece of what is said. `extras`: members that only the conversation's own wire understands; other wires leave them out. */
export type Part = Said & { readonly extras?: Json | undefined }
type Said =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly source: Source; readonly detail?: 'auto' | 'low' | 'high' | undefined }
  | { readonly kind: 'audio'; readonly source: Source }
  | { readonly kind: 'document'; readonly source: Source; readonly name?: string | undefined }
  /** What the model thought; `signature` belongs to the vendor that made it and is given back unchanged. */
  | { readonly kind: 'thinking'; readonly text: string; readonly signature?: string | undefined }
  | { readonly kind: 'sealedThinking'; readonly data: string }
  /** The model calls a tool; `input` is JSON text of an object, as the model wrote it; `signature` as with thinking. */
  | {
      readonly kind: 'call'
      readonly id: string
      readonly name: string
      readonly input: string
      readonly signature?: string | undefined
    }
  /** What a tool gave back. */
  | {
      readonly kind: 'result'
      readonly id: string
      readonly name?: string | undefined
      readonly parts: readonly Part[]
      readonly isError: boolean
    }
  | { readonly kind: 'refusal'; readonly text: string }
  /** What only one wire can say (results of a tool at the vendor, for example); others write `text`, or nothing. */
  | { readonly kind: 'opaque'; readonly wire: Wire; readonly block: Json; readonly text?: string | undefined }

/** What one side says. Tool results are said by the user. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly parts: readonly Part[]
  readonly name?: string | undefined
  readonly extras?: Json | undefined
}
/** Beside a text of `system`: how many turns stand before it (0 when undefined), and what only its own wire understands. */
export interface SystemMark {
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
export type Form =
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
export interface Conversation {
  /** As the caller named it. */
  readonly model: string
  readonly system: readonly string[]
  readonly turns: readonly Turn[]
  readonly tools: readonly Tool[]
  readonly toolChoice: ToolChoice | undefined
  /** False: at most one tool call in an answer. */
  readonly parallelCalls: boolean | undefined
  /** Most tokens of the answer. */
  readonly maxTokens: number | undefined
  readonly stop: readonly string[]
  readonly sampling: Sampling
  /** Answers wanted. */
  readonly count: number
  readonly form: Form
  /** How long to think. `budget` in tokens. */
  readonly thinking: { readonly effort?: string | undefined; readonly budget?: number | undefined } | undefined
  readonly stream: boolean
  /** The end user, for the vendor's own checks. */
  readonly user: string | undefined
  /** Groups calls that share a beginning, for caches at the vendor. */
  readonly cacheKey: string | undefined
  /** Continuation of a bare text instead of an answer: the prompts stand in the only turn, each part a prompt of its own. */
  readonly bare: { readonly suffix: string | undefined; readonly echo: boolean } | undefined
  /** The format it was read from; `extras`, everywhere, are written only into this one. */
  readonly wire?: Wire | undefined
  readonly extras?: Json | undefined
  /** In the order of `system`. */
  readonly systemMarks?: readonly SystemMark[] | undefined
  /** The last chunk of a stream is to tell the usage; formats without such a wish always tell it. */
  readonly includeUsage?: boolean | undefined
  /** The caller knows only the older form of tools, one `function_call` in an answer. */
  readonly oldFunctions?: boolean | undefined
}

/** Why an answer ended. */
export type Ending = 'stop' | 'length' | 'calls' | 'filter'

/** Tokens; a count that the provider did not tell is undefined. `prompt` includes cached ones, `answer` includes reasoning. */
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
export interface OwnEnding {
  readonly wire: Wire
  readonly word: string
}

/** What only one wire says of the whole answer: the class of service that it got, the fingerprint of the system. */
export interface Served {
  readonly wire: Wire
  readonly members: Json
}

/** Where a text of an answer comes from. */
export interface Citation {
  readonly wire: Wire
  /** As its wire says it. */
  readonly own: Json
  /** Of a page of the web; wires other than its own can say nothing else. */
  readonly url?: string | undefined
  readonly title?: string | undefined
}

/** One event of a reply, in the order a model makes them; `choice` counts answers from 0. The first is `start`, the last `end`. */
export type ReplyEvent =
  | { readonly kind: 'start'; readonly model: string; readonly id?: string | undefined; readonly served?: Served }
  /** `logprobs` as chat completions write them: `{ content: [{ token, logprob, bytes, top_logprobs }] }`. */
  | {
      readonly kind: 'text'
      readonly choice: number
      readonly text: string
      readonly logprobs?: unknown
      /** It begins a piece that has sources of its own. */
      readonly begins?: true
    }
  /** A source of the piece of text before it. */
  | { readonly kind: 'citation'; readonly choice: number; readonly citation: Citation }
  | { readonly kind: 'refusal'; readonly choice: number; readonly text: string }
  | { readonly kind: 'thinking'; readonly choice: number; readonly text: string }
  /** Ends a piece of thinking. */
  | { readonly kind: 'signature'; readonly choice: number; readonly signature: string }
  | { readonly kind: 'sealedThinking'; readonly choice: number; readonly data: string }
  /** A tool call begins; `index` counts the calls of this choice from 0. */
  | {
      readonly kind: 'call'
      readonly choice: number
      readonly index: number
      readonly id: string
      readonly name: string
      readonly signature?: string | undefined
    }
  /** A piece of the JSON text of the input of that call. */
  | { readonly kind: 'input'; readonly choice: number; readonly index: number; readonly text: string }
  | {
      readonly kind: 'finish'
      readonly choice: number
      readonly reason: Ending
      /** The stop text that was met. */
      readonly stop?: string | undefined
      readonly own?: OwnEnding | undefined
    }
  /** A picture that the model made; base64. */
  | { readonly kind: 'image'; readonly choice: number; readonly mediaType: string; readonly data: string }
  /** A whole piece of an answer that only one wire can say; other wires leave it out. */
  | { readonly kind: 'opaque'; readonly choice: number; readonly wire: Wire; readonly block: Json }
  /** May come more than once; what is told later replaces what was told earlier, count by count. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'end' }

/**
 * An error in no wire format yet. `status` is that of the answer; `kind` is rendered by each format in its own words. `retry`: another
 * channel may do better. The message may be shown to the caller.
 */
export class ModelFault extends Error {
  override name = 'ModelFault'
  readonly status: number
  readonly kind: FaultKind
  readonly code: string | undefined
  readonly param: string | undefined
  readonly retry: boolean
  /** Seconds that the provider asks to wait. */
  readonly retryAfterS: number | undefined

  constructor(
    kind: FaultKind,
    message: string,
    facts: {
      readonly status?: number | undefined
      readonly code?: string | undefined
      readonly param?: string | undefined
      readonly retry?: boolean | undefined
      readonly retryAfterS?: number | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: facts.cause })
    this.kind = kind
    this.status = facts.status ?? statusOf[kind]
    this.code = facts.code
    this.param = facts.param
    this.retry = facts.retry ?? false
    this.retryAfterS = facts.retryAfterS
  }
}
export type FaultKind =
  | 'invalid'
  | 'authentication'
  | 'billing'
  | 'permission'
  | 'missing'
  | 'conflict'
  | 'large'
  | 'limited'
  | 'server'
  | 'unavailable'
  | 'timeout'
  | 'unimplemented'

const statusOf: Readonly<Record<FaultKind, number>> = {
  invalid: 400,
  authentication: 401,
  billing: 402,
  permission: 403,
  missing: 404,
  conflict: 409,
  large: 413,
  limited: 429,
  server: 500,
  unimplemented: 501,
  unavailable: 503,
  timeout: 504,
}
