// defineProvider: the embedded implementation of an API, one handler per endpoint. Handlers get everything they use as `kit`.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Api } from './api.ts'
import type { Endpoints, InputOf, OutputOf } from './endpoints.ts'
import type { Outbound, Secrets } from './outbound.ts'

/** The request as the caller sent it, for handlers that negotiate or build links. Header names are lower-case; keys and cookies are not in it. */
export interface EmbeddedRequest {
  readonly method: string
  /** Path below the listing's mount, normalised, still percent-encoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  /** Address of the listing as the caller sees it, without a trailing slash. */
  readonly baseUrl: string
}
/** Unpredictable, or seeded in tests. */
export interface Random {
  /** Uniform bytes. */
  bytes(count: number): Buffer
  /** Uniform integer, `min` and `max` inclusive; the span must be below 2^48. */
  int(min: number, max: number): number
}
export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
  error(message: string, facts?: Record<string, unknown>): void
}
/** A fetched resource, read whole. */
export interface Fetched {
  readonly status: number
  readonly contentType: string
  readonly bytes: Buffer
}
/** The guarded fetcher: public addresses only, resolved once and pinned, bounded in size and time, redirects not followed. */
export type Fetcher = (url: string, bounds: { maxBytes: number; timeoutMs: number }) => Promise<Fetched>

/** What belongs to the API rather than to one call. */
export interface ProviderKit<DB = unknown> {
  readonly db: Kysely<DB>
  /** Milliseconds since the epoch. */
  now(): number
  /** The UTC day, `YYYY-MM-DD`. */
  today(): string
  readonly random: Random
  readonly fetch: Fetcher
  readonly log: Log
  /** Folder for files that the provider makes and can make again, such as an index; it exists. File names begin with the slug. */
  readonly cacheFolder: string
  /**
   * The answer of another API's embedded provider, in process and never over the network: `ask('exchange-rates', 'latest',
   * { base: 'USD' })`. Left-out parameters have their defaults; without `account` it sees no account's world. Rejects with what
   * that handler throws, and with `api.unknown` or `provider.embedded_missing`. The caller parses what comes.
   */
  ask(slug: string, endpoint: string, input: Readonly<Record<string, unknown>>, account?: string): Promise<unknown>
  /** Texts of the operator that belong to this API, such as keys of marketplaces. */
  readonly secrets: Secrets
  /** Calls out, to addresses that stand in the API's folder or were set by the operator, never to one that a caller named. */
  readonly outbound: Outbound
  /** The operator's file for this API, `<data>/config/<slug>.json`, parsed; undefined when there is none. */
  readonly config: unknown
  /** Whether the operator lets embedded providers call out by themselves (GATEHOUSE_REFRESH). */
  readonly mayCallOut: boolean
}
/** What one call gets. */
export interface Kit<DB = unknown> extends ProviderKit<DB> {
  /** The account whose world this call sees. */
  readonly account: string
  /** Id of the key that the call came with; empty for the operator. */
  readonly key: string
  readonly request: EmbeddedRequest
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

const replyMark: unique symbol = Symbol('reply')
/** An answer with its own status or headers. */
export interface Reply<T> {
  readonly [replyMark]: true
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: T
}
/** An answer with its own status (default 200) or headers. */
export function reply<T>(body: T, facts: { status?: number; headers?: Record<string, string> } = {}): Reply<T> {
  return { [replyMark]: true, status: facts.status ?? 200, headers: facts.headers ?? {}, body }
}
export function isReply(value: unknown): value is Reply<unknown> {
  return typeof value === 'object' && value !== null && replyMark in value
}

/** Leaves a handler with an error in the provider's own status and body. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}
/** Makes the error that answers with the provider's own status and body: `throw refuse(404, { message: 'not found' })`. */
export function refuse(status: number, body: unknown, headers?: Record<string, string>): Refusal {
  return new Refusal(status, body, headers)
}

/** Reads a public file format into the API's tables. */
export interface Importer<DB> {
  /** What files it reads, for people. */
  readonly formats: string
  /** Reads the file as a stream; returns counts by kind of record. `progress` is told the counts so far. */
  run(
    file: { name: string; chunks: AsyncIterable<Buffer> },
    kit: ProviderKit<DB> & { account: string },
    progress: (counts: Record<string, number>) => void,
  ): Promise<Record<string, number>>
}
/** Work done on a schedule by one process of those that share a database, when the operator lets providers call out. */
export interface Job<DB> {
  readonly name: string
  readonly everyMs: number
  /** Calls nothing outside, so it is done in any case. */
  readonly offline?: true
  run(kit: ProviderKit<DB>): Promise<void>
}
export interface ProviderFacts<DB> {
  /** Tables of the provider, names prefixed by the slug; run forward at start. */
  readonly migrations?: Readonly<Record<string, Migration>>
  /** Fills an empty store with the sample data; must be safe to run at every start. */
  readonly seed?: (kit: ProviderKit<DB>) => Promise<void>
  readonly importer?: Importer<DB>
  readonly jobs?: readonly Job<DB>[]
  /** Writes what still waits to be written: done once at the end, when no call is under way any more, for at most 5 s. */
  readonly close?: (kit: ProviderKit<DB>) => Promise<void>
}
/** Parts of an answer, sent as they come: frames of server-sent events, or pieces of one long JSON text. */
export type Parts = AsyncIterable<string | Buffer>
type Answer<T> = T | Reply<T> | Reply<Parts>
export type Handler<E, DB> = (input: InputOf<E>, kit: Kit<DB>) => Answer<OutputOf<E>> | Promise<Answer<OutputOf<E>>>
export type Handlers<E extends Endpoints, DB> = { readonly [K in keyof E]: Handler<E[K], DB> }

/** An embedded provider as the gateway sees it. */
export interface Provider<DB = unknown> extends ProviderFacts<DB> {
  readonly handlers: Readonly<Record<string, (input: never, kit: Kit<DB>) => unknown>>
}

/** Joins an API and its handlers; a missing, misspelt or mistyped handler does not compile. */
export function defineProvider<E extends Endpoints, DB = unknown>(
  _api: Api<E>,
  handlers: Handlers<E, DB>,
  facts: ProviderFacts<DB> = {},
): Provider<DB> {
  return { handlers, ...facts }
}

/**
 * Handlers whose code is loaded with the first call to any of them, so that an API which nobody calls takes no memory. A load that
 * fails fails the calls that wait for it, and the next call tries again.
 */
export function loadedHandlers<E extends Endpoints, DB>(
  endpoints: E,
  load: () => Promise<Handlers<E, DB>>,
): Handlers<E, DB> {
  type Own = Handlers<E, DB>
  let loaded: Own | undefined
  let loading: Promise<Own> | undefined
  const begin = async (): Promise<Own> => {
    try {
      loaded = await load()
      return loaded
    } finally {
      loading = undefined
    }
  }
  const handlerOf = <K extends keyof E>(id: K): Own[K] => {
    const handler: Handler<E[K], DB> = (input, kit) => {
      if (loaded) return loaded[id](input, kit)
      loading ??= begin()
      return loading.then((all) => all[id](input, kit))
    }
    return handler
  }
  const entries = Object.keys(endpoints).map((id: keyof E) => [id, handlerOf(id)] as const)
  return Object.fromEntries(entries) as Own // one for each endpoint, by its name
}
