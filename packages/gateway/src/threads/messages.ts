// What the gateway and its threads send each other, apart from results and errors.
import type { EmbeddedRequest, ImportCounts, ImportProgress, Message, OutboundRequest, SignatureHash } from '#define'
import type { ReceivedHops } from '../upstream/hops.ts'

/** The data a thread starts with. */
export interface ThreadData {
  /** Incremented on every tick of the thread's event loop. */
  readonly pulse: Int32Array
  readonly memoryMb: number
  readonly lowPriority: boolean
  /** Addresses of the API folders, by slug; each ends with a slash. */
  readonly folders: Readonly<Record<string, string>>
  readonly database: { readonly url: string | undefined; readonly dataDir: string; readonly connections: number }
  readonly cacheFolder: string
  readonly enginesFolder: string
  readonly mayCallOut: boolean
  /** The operator's file of each API that has one. */
  readonly configs: Readonly<Record<string, unknown>>
  readonly seed: string | undefined
  readonly clock: ThreadClock
}
/** `crossing`: each message carries the time, because the gateway does not use the system clock. */
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
/** A file of the input's body: the field, which of its values it is, and where the file is. */
export interface CrossingFile {
  readonly field: string
  readonly index: number
  readonly fileName: string
  readonly contentType: string
  readonly path: string
}
export interface CallArgs {
  readonly slug: string
  readonly table: 'handlers' | 'operator' | 'tasks' | 'sockets'
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** Whether `body` of the input, or what a WebSocket's caller sends, follows as a stream. */
  readonly streamsBody: boolean
  /** Files on disk that belong into the body. */
  readonly files: readonly CrossingFile[]
  readonly call: PlainCall
  readonly now: number
}
/**
 * The answer of a handler. `json` is a body that has been serialised; a stream follows for `stream`, and for `long`,
 * which is a body whose `length` in bytes is known.
 */
export interface PlainReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly form: 'plain' | 'json' | 'stream' | 'long'
  readonly body?: unknown
  readonly length?: number
  /** Whether a long body is JSON that has been serialised. */
  readonly isJson?: boolean
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
  /** Name of the file. */
  readonly name: string
  readonly account: string
  readonly now: number
}
export type ImportEvent =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'result'; readonly counts: ImportCounts }

/** What a thread's session streams to the gateway: messages, and at most one end. */
export type SessionEvent = Message | { readonly code: number; readonly reason: string }

// Requests from a thread to the gateway.

export interface AskArgs {
  /** The API that makes the request. */
  readonly from: string
  readonly slug: string
  readonly endpoint: string
  readonly input: Readonly<Record<string, unknown>>
  readonly account: string | undefined
}
export interface OutboundArgs {
  readonly slug: string
  readonly request: Omit<OutboundRequest, 'signal'>
  /** Of the call that it is made for. */
  readonly hops: ReceivedHops
  /** Whether the body follows as a stream. */
  readonly streamsBody: boolean
}
export interface PassArgs {
  readonly slug: string
  readonly key: string
  readonly validMs: number
}
export interface SecretArgs {
  readonly slug: string
  readonly name: string
  readonly value?: string
}
export interface SignArgs extends SecretArgs {
  readonly data: Uint8Array
  readonly hash: SignatureHash
}
export interface LogArgs {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Record<string, unknown> | undefined
}
