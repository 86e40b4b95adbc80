// defineProvider: declares the embedded implementation of an API. It is opened once, with the kit, and answers calls
// with one handler per endpoint.
import type { Kysely } from 'kysely'
import type { Migration as KyselyMigration } from 'kysely/migration'
import type { Api } from './api.ts'
import type { Endpoints, InputOf, OutputOf } from './endpoints.ts'
import type { ImportCounts, ImportFile, ReportProgress } from './imports.ts'
import type { OperatorPart } from './operator.ts'
import type { Fetcher, Outbound, Secrets } from './outbound.ts'
import type { Reply } from './reply.ts'
import type { CheckScripts, Scripts } from './scripts.ts'
import type { Converse } from './sockets.ts'
import type { Spending, SpendingQuery } from './spending.ts'

/**
 * The request as the caller sent it, for handlers that negotiate or build links. Header names are lower-case; keys
 * and cookies are left out.
 */
export interface EmbeddedRequest {
  readonly method: string
  /** Path below the listing's mount, normalised but still percent-encoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  /** Address of the listing as the caller sees it, without a trailing slash. */
  readonly baseUrl: string
  /** The decoded text of a JSON body, for handlers that forward it; undefined for any other body. */
  readonly jsonBytes?: Buffer | undefined
}
/** A source of randomness: unpredictable in production, seeded in tests. */
export interface Random {
  /** Uniform bytes. */
  bytes(count: number): Buffer
  /** Uniform integer, `min` and `max` inclusive; the span must be below 2^48. */
  int(min: number, max: number): number
}
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}
/** The services that a provider is opened with: everything that belongs to the API rather than to one call. */
export interface ProviderKit<DB = unknown> {
  readonly db: Kysely<DB>
  /** The kind of database behind `db`. */
  readonly dialect: 'sqlite' | 'postgres'
  /** Milliseconds since the epoch. */
  now(): number
  /** The UTC day, `YYYY-MM-DD`. */
  today(): string
  readonly random: Random
  readonly fetch: Fetcher
  readonly log: Log
  /** Folder for files that the provider can rebuild, such as an index; it exists. File names begin with the slug. */
  readonly cacheFolder: string
  /** Folder of the operator's own files for this API, `<data>/files/<slug>`; possibly missing. */
  readonly filesFolder: string
  /** Folder of the operator's models for this API, `<data>/models/<slug>`; possibly missing. */
  readonly modelsFolder: string
  /** Folder of the operator's engines (`gatehouse engines`), by name; possibly missing. */
  readonly enginesFolder: string
  /**
   * Calls another API's embedded provider in process: `ask('exchange-rates', 'latest', { base: 'USD' })`. Omitted
   * parameters take their defaults; without `account` no account's data is visible. Rejects with the handler's error,
   * with `api.unknown`, or with `provider.embedded_missing`. The caller parses the result.
   */
  ask(slug: string, endpoint: string, input: Readonly<Record<string, unknown>>, account?: string): Promise<unknown>
  /** The operator's secrets for this API, such as keys of marketplaces. */
  readonly secrets: Secrets
  /**
   * Sends requests to addresses from the API's folder or the operator's settings, never to one that a caller chose.
   */
  readonly outbound: Outbound
  /** The operator's parsed file for this API, `<data>/config/<slug>.json`; undefined if there is none. */
  readonly config: unknown
  /**
   * Resolves to true if the key is neither revoked, expired nor disabled, and its account is enabled. For work that
   * outlives the call.
   */
  keyWorks(id: string): Promise<boolean>
  /**
   * The daily spending limit (UTC) of a key, set by its owner, in units of 1e-12 US dollars; undefined for no limit.
   * For providers whose calls cost money, which run on the gateway's thread.
   */
  spendingLimit(key: string): bigint | undefined | Promise<bigint | undefined>
  /**
   * Issues a pass: a token that replaces the key in the address of a WebSocket of this API that declares `pass`, for
   * `validMs`. Its holder calls as the key, within the key's limits and only while the key is valid. The provider
   * enforces single use.
   */
  issuePass(key: string, validMs: number): Promise<string>
  /** Scripts that the API follows; undefined if there can be none, and on other threads than the gateway's. */
  readonly scripts: Scripts | undefined
  /** True if the operator lets embedded providers make calls by themselves (GATEHOUSE_REFRESH). */
  readonly mayCallOut: boolean
}
/** The context of one call. */
export interface Call {
  /** The account whose data the call sees. */
  readonly account: string
  /** Id of the call's key; empty for the operator. */
  readonly key: string
  readonly request: EmbeddedRequest
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
}

/** Chunks of a long response, sent as they are produced: server-sent event frames, or parts of one JSON text. */
export type Chunks = AsyncIterable<string | Buffer>
type Answer<T> = T | Reply<T> | Reply<Chunks>
export type Handler<E> = (input: InputOf<E>, call: Call) => Answer<OutputOf<E>> | Promise<Answer<OutputOf<E>>>
/** One handler per endpoint; a missing, misspelt or mistyped one does not compile. */
export type Handlers<E extends Endpoints> = { readonly [K in keyof E]: Handler<E[K]> }
/** The handlers of some endpoints, for providers that group them by topic. */
export type HandlersFor<E extends Endpoints, K extends keyof E> = Pick<Handlers<E>, K>

/** The schedule of a job: periodic, in one of the processes that share a database. */
export interface JobSchedule {
  readonly everyMs: number
  /** The job makes no outbound calls, so it also runs when the operator forbids them. */
  readonly offline?: true
  /** The job is first due after a full period, because a new database has nothing for it. */
  readonly waitsFirst?: true
  /**
   * The job runs beside the provider that serves calls, because it makes calls itself: a call that blocks its thread
   * is then ended like any other, and the thread of other jobs continues. Only for providers that run inline.
   */
  readonly makesCalls?: true
}

/** An opened provider: closures over the state that `open` created. */
export interface OpenedProvider {
  readonly handlers: AnyHandlers
  /** Handlers of the operator's endpoints. */
  readonly operator?: AnyHandlers | undefined
  /** One handler per declared WebSocket. */
  readonly sockets?: Readonly<Record<string, SocketHandler>> | undefined
  /** Reads a file as a stream, reports its phases and returns the counts stored. Throws `import.invalid`. */
  readonly importFile?: ((file: ImportFile, progress: ReportProgress) => Promise<ImportCounts>) | undefined
  readonly jobs?: Readonly<Record<string, () => Promise<void>>> | undefined
  /** Reports costs of calls; present exactly when the provider declares `spends`. */
  readonly spending?: ((query: SpendingQuery) => Promise<Spending>) | undefined
  /** Drops cached table data after an import on another thread. */
  readonly refresh?: (() => void) | undefined
  /**
   * True while there is work that no call waits for. The idle thread of a `worker` provider is ended and comes back
   * with the next call: what must outlive that is in the database.
   */
  readonly isAtWork?: (() => boolean) | undefined
  /** Writes pending data. Runs once, after the last call; it has 5 s. */
  readonly close?: (() => Promise<void>) | undefined
}
type AnyHandlers = Readonly<Record<string, (input: never, call: Call) => unknown>>
/**
 * Answers the handshake with the function that runs the session, or throws a refusal, which is an ordinary HTTP
 * response. `call.signal` is aborted when the session ends.
 */
type SocketHandler = (input: never, call: Call) => Converse | Promise<Converse>

/**
 * The thread of a provider. `inline`: the thread that forwards calls, for answers that take microseconds whatever the
 * input. `worker`: a separate thread with a memory limit, fair scheduling of accounts and a deadline for each call.
 */
type Isolation = 'inline' | 'worker'

/** Work of an inline provider on the API's own thread. Input and result are plain data or streams of plain data. */
export type Tasks = Readonly<Record<string, (input: never, call: Call) => unknown>>
/** The tasks as `open` receives them: the same functions, each run on the other thread. */
export type CalledTasks<T extends Tasks> = {
  readonly [K in keyof T]: (input: Parameters<T[K]>[0], call: Call) => Promise<Awaited<ReturnType<T[K]>>>
}

type OperatorHandlers<O extends Endpoints> = [keyof O] extends [never]
  ? { readonly operator?: undefined }
  : { readonly operator: Handlers<O> }
type JobRuns<J extends string> = [J] extends [never]
  ? { readonly jobs?: undefined }
  : { readonly jobs: Readonly<Record<J, () => Promise<void>>> }
type Opened<E extends Endpoints, O extends Endpoints, J extends string> = Pick<
  OpenedProvider,
  'importFile' | 'refresh' | 'isAtWork' | 'close' | 'spending' | 'sockets'
> & {
  readonly handlers: Handlers<E>
} & OperatorHandlers<O> &
  JobRuns<J>

interface ProviderOptions<
  E extends Endpoints,
  DB,
  O extends Endpoints,
  J extends string,
  T extends Tasks = Record<never, never>,
> {
  /** Default `inline`. */
  readonly runs?: Isolation
  /** Time limit for a `worker` provider's call, or a task, to begin its response; default 30,000. */
  readonly deadlineMs?: number
  /**
   * Concurrent calls per account in a `worker` provider; default 4. Raise it only if calls wait for other servers:
   * computation delays the calls of other accounts.
   */
  readonly callsAtOnce?: number
  /** Creates the tasks of an `inline` provider that run on the API's own thread, with the kit of that thread. */
  readonly tasks?: (kit: ProviderKit<DB>) => T | Promise<T>
  /** Migrations of the provider's tables, whose names begin with the slug; run forward at start. */
  readonly migrations?: Readonly<Record<string, Migration>>
  /** Formats that `importFile` reads, for people; present exactly when there is an `importFile`. */
  readonly importFormats?: string
  readonly jobs?: Readonly<Record<J, JobSchedule>>
  /** The calls of this `inline` provider cost money, and it reports them (`spending`). */
  readonly spends?: true
  /** The export of `operator.ts`, if the operator has endpoints of the API. */
  readonly operator?: OperatorPart<O>
  /**
   * Checks scripts before this `inline` provider gets them (`kit.scripts`). At most one API of an installation follows
   * scripts.
   */
  readonly checkScripts?: CheckScripts
  /** Runs at each start before any call; fills empty tables or refuses a bad configuration. It must be idempotent. */
  readonly seed?: (kit: ProviderKit<DB>) => Promise<void>
  /** Creates the provider's state on the first call, import or job. After a failure the next call tries again. */
  readonly open: (kit: ProviderKit<DB>, tasks: CalledTasks<T>) => Opened<E, O, J> | Promise<Opened<E, O, J>>
}

/** A forward migration of a provider's tables. */
interface Migration extends KyselyMigration {
  /**
   * Does a part of the long work that `up` requires; resolves to true while more is left. Each part is committed
   * separately, so an interrupted start resumes where it stopped. The previous version must understand the
   * intermediate state.
   */
  prepare?(db: Parameters<KyselyMigration['up']>[0]): Promise<boolean>
}

/** An embedded provider as the gateway sees it. */
export interface Provider<DB = unknown> {
  readonly migrations: Readonly<Record<string, Migration>>
  readonly importFormats: string | undefined
  readonly jobs: Readonly<Record<string, JobSchedule>>
  readonly spends: boolean
  readonly operator: OperatorPart | undefined
  readonly runs: Isolation
  /** Time limit for the response of a call on the API's own thread to begin, in milliseconds. */
  readonly deadlineMs: number
  /** Concurrent calls per account on the provider's thread. */
  readonly callsAtOnce: number
  readonly tasks: ((kit: ProviderKit<DB>) => Tasks | Promise<Tasks>) | undefined
  readonly checkScripts: CheckScripts | undefined
  seed(kit: ProviderKit<DB>): Promise<void>
  open(kit: ProviderKit<DB>, tasks: CalledTasks<Tasks>): OpenedProvider | Promise<OpenedProvider>
}

/**
 * Declares the embedded provider of an API. A small one is a function from the kit to the handlers; a larger one is
 * options whose `open` returns the handlers together with imports, jobs and `close`.
 */
export function defineProvider<
  E extends Endpoints,
  DB = unknown,
  O extends Endpoints = Record<never, never>,
  J extends string = never,
  T extends Tasks = Record<never, never>,
>(_api: Api<E>, options: ((kit: ProviderKit<DB>) => Handlers<E>) | ProviderOptions<E, DB, O, J, T>): Provider<DB> {
  if (typeof options === 'function') return { ...bare, open: (kit) => ({ handlers: options(kit) }) }
  const { migrations, importFormats, jobs, spends, operator, runs, deadlineMs, callsAtOnce } = options
  const { tasks, checkScripts, seed, open } = options
  return {
    migrations: migrations ?? bare.migrations,
    importFormats,
    jobs: jobs ?? bare.jobs,
    spends: spends ?? bare.spends,
    operator,
    runs: runs ?? bare.runs,
    deadlineMs: deadlineMs ?? bare.deadlineMs,
    callsAtOnce: callsAtOnce ?? bare.callsAtOnce,
    tasks,
    checkScripts,
    seed: seed ?? bare.seed,
    // the host passes the result of `tasks`; the general provider type cannot name those tasks
    open: (kit, called) => open(kit, called as CalledTasks<T>),
  }
}

/** A provider without tables, imports, jobs, tasks or operator endpoints. */
const bare = {
  migrations: {},
  importFormats: undefined,
  jobs: {},
  spends: false,
  operator: undefined,
  runs: 'inline',
  deadlineMs: 30_000,
  callsAtOnce: 4,
  tasks: undefined,
  checkScripts: undefined,
  seed: () => Promise.resolve(),
} as const
