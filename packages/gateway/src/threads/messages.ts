// What crosses between the gateway and its threads, beside results and errors.
import type { EmbeddedRequest, ImportCounts, OutboundRequest } from '#define'

/** What a thread starts with. */
export interface ThreadData {
  /** Bumped with each turn of the thread's event loop. */
  readonly pulse: Int32Array
  readonly memoryMb: number
  readonly lowPriority: boolean
  /** Addresses of the API folders, by slug; each ends with a slash. */
  readonly folders: Readonly<Record<string, string>>
  readonly database: { readonly url?: string | undefined; readonly dataDir: string }
  readonly cacheFolder: string
  readonly mayCallOut: boolean
  /** The operator's file of each API that has one. */
  readonly configs: Readonly<Record<string, unknown>>
  readonly seed: string | undefined
  readonly clock: ThreadClock
}
/** `crossing`: each message carries the time, because the gateway's clock is not the system's. */
export type ThreadClock =
  | { readonly kind: 'system' }
  | { readonly kind: 'fixed'; readonly nowMs: number }
  | { readonly kind: 'crossing'; readonly nowMs: number }

/** The call as plain data. */
export interface PlainCall {
  readonly account: string
  readonly key: string
  readonly request: Omit<EmbeddedRequest, 'query'> & { readonly query: string }
}
export interface CallArgs {
  readonly slug: string
  readonly table: 'handlers' | 'operator' | 'tasks'
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** Whether `body` of the input follows as a stream. */
  readonly streamsBody: boolean
  readonly call: PlainCall
  readonly now: number
}
/** The answer of a handler. `json` is a body that has been serialised; a stream follows for `stream`. */
export interface PlainReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly form: 'plain' | 'json' | 'stream'
  readonly body?: unknown
}
export interface OpenArgs {
  readonly slug: string
}
export interface JobArgs {
  readonly slug: string
  readonly name: string
  readonly now: number
}
export interface ImportArgs {
  readonly slug: string
  /** Of the file. */
  readonly name: string
  readonly account: string
  readonly now: number
}
/** The counts so far, or at the end. */
export interface ImportEvent {
  readonly counts: ImportCounts
  readonly isLast: boolean
}

// What a thread asks of the gateway.

export interface AskArgs {
  /** The API that asks. */
  readonly from: string
  readonly slug: string
  readonly endpoint: string
  readonly input: Readonly<Record<string, unknown>>
  readonly account: string | undefined
}
export interface OutboundArgs {
  readonly slug: string
  readonly request: Omit<OutboundRequest, 'signal'>
  /** Whether the body follows as a stream. */
  readonly streamsBody: boolean
}
export interface SecretArgs {
  readonly slug: string
  readonly name: string
  readonly value?: string
}
export interface LogArgs {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Record<string, unknown> | undefined
}
