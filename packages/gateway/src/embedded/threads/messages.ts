// Types of the messages between the gateway and its threads, apart from results and errors.

import type { ImportCounts, ImportProgress } from '#define/imports'
import type { OutboundRequest, SignatureHash } from '#define/outbound'
import type { EmbeddedRequest } from '#define/reflect'
import type { Message } from '#define/sockets'
import type { ReceivedHops } from '../../upstream/hops.ts'

/** A thread's state in shared memory, which the gateway can read while the thread is blocked. */
export interface ThreadVitals {
  /** Incremented on every tick of the thread's event loop. */
  readonly pulse: Int32Array
  /** The lower 32 bits of the number of the last request begun. */
  readonly begun: Int32Array
  /** The account whose call is running or ran last: its length, and its text in Latin-1. */
  readonly owner: Uint8Array
}

/** The data that a thread starts with. */
export interface ThreadData {
  readonly vitals: ThreadVitals
  readonly memoryMb: number
  readonly lowPriority: boolean
  /** Addresses of the API folders, by slug; each ends with a slash. */
  readonly folders: Readonly<Record<string, string>>
  readonly database: {
    readonly url: string | undefined
    readonly dataDir: string
    readonly version?: string | undefined
    readonly connections: number
  }
  readonly cacheFolder: string
  /** Equals the member of `KitDeps`. */
  readonly filesFolder: string
  readonly modelsFolder: string
  readonly enginesFolder: string
  readonly mayCallOut: boolean
  /** The operator's file of each API that has one. */
  readonly configs: Readonly<Record<string, unknown>>
  readonly seed: string | undefined
  readonly clock: ThreadClock
}
/**
 * The clock of a thread. `crossing`: each message carries the time, because the gateway does not use the system clock.
 */
export type ThreadClock =
  | { readonly kind: 'system' }
  | { readonly kind: 'fixed'; readonly nowMs: number }
  | { readonly kind: 'crossing'; readonly nowMs: number }

/** A call as plain data. */
interface PlainCall {
  readonly account: string
  readonly key: string
  readonly request: Omit<EmbeddedRequest, 'query'> & { readonly query: string }
}
/** A file of the input: its path within the input, by member names and list positions, and its path on disk. */
export interface CrossingFile {
  readonly at: readonly (string | number)[]
  readonly fileName: string
  readonly contentType: string
  readonly path: string
}
export interface CallArgs {
  readonly slug: string
  readonly table: 'handlers' | 'operator' | 'tasks' | 'sockets'
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** True if the input's `body`, or the messages of a WebSocket's caller, follow as a stream. */
  readonly streamsBody: boolean
  /** Files on disk that belong to the input. */
  readonly files: readonly CrossingFile[]
  readonly call: PlainCall
  readonly now: number
}
/**
 * The reply of a handler. `json` is a serialised body. A stream follows for `stream`, and for `long`: a body of a known
 * `length` in bytes.
 */
export interface PlainReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly form: 'plain' | 'json' | 'stream' | 'long'
  readonly body?: unknown
  readonly length?: number
  /** True if a long body is serialised JSON. */
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

/** The stream of a thread's session to the gateway: messages, and at most one end. */
export type SessionEvent = Message | { readonly code: number; readonly reason: string }

// requests from a thread to the gateway

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
  /** Hops of the call that causes the request. */
  readonly hops: ReceivedHops
  /** True if the body follows as a stream. */
  readonly streamsBody: boolean
}
export interface KeyArgs {
  readonly slug: string
  readonly key: string
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
