// defineProvider: the embedded implementation of an API. It is opened once, with the kit, and answers calls with one
// handler per endpoint.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Api } from './api.ts'
import type { Cancellation } from './cancellation.ts'
import type { Endpoints, InputOf, OutputOf } from './endpoints.ts'
import type { OperatorPart } from './operator.ts'
import type { Outbound, Secrets } from './outbound.ts'
import type { Pushed } from './pushed.ts'
import type { Reply } from './reply.ts'
import type { Converse } from './sessions.ts'

/**
 * The request as the caller sent it, for handlers that negotiate or build links. Header names are lower-case; keys and
 * cookies are left out.
 */
export interface EmbeddedRequest {
  readonly method: string
  /** Path below the listing's mount, normalised, still percent-encoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  /** Address of the listing as the caller sees it, without a trailing slash. */
  readonly baseUrl: string
  /** The text of a JSON body as it came, decoded; for handlers that pass it on. Undefined for any other body. */
  readonly jsonBytes?: Buffer | undefined
}
/** Unpredictable in production, seeded in tests. */
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
/** A fetched resource, read whole. */
export interface Fetched {
  readonly status: number
  readonly contentType: string
  /** The `Location` of a redirect, as it was sent. */
  readonly location?: string | undefined
  readonly bytes: Buffer
}
/**
 * The guarded fetcher: public addresses only, resolved once and pinned, bounded in size and time, redirects not
 * followed.
 */
export type Fetcher = (url: string, bounds: { maxBytes: number; timeoutMs: number }) => Promise<Fetched>

/** What a provider is opened with: everything that belongs to the API rather than to one call. */
export interface ProviderKit<DB = unknown> {
  readonly db: Kysely<DB>
  /** Which database `db` is. */
  readonly dialect: 'sqlite' | 'postgres'
  /**
   * Transactions of `db` that begin in `work` are not synced on SQLite, so that a power cut may undo the last seconds
   * of them. For records of which nobody acts on the newest.
   */
  withoutSync<T>(work: () => Promise<T>): Promise<T>
  /** Milliseconds since the epoch. */
  now(): number
  /** The UTC day, `YYYY-MM-DD`. */
  today(): string
  readonly random: Random
  readonly fetch: Fetcher
  readonly log: Log
  /** Folder for files that the provider can rebuild, such as an index; it exists. File names begin with the slug. */
  readonly cacheFolder: string
  /** Folder of the operator's own files for this API, `<data>/files/<slug>`; it may be missing. */
  readonly filesFolder: string
  /** Folder of the operator's models for this API, `<data>/models/<slug>`; it may be missing. */
  readonly modelsFolder: string
  /** Folder of the engines that the operator has added (`gatehouse engines`), by name; it may not exist. */
  readonly enginesFolder: string
  /**
   * Calls another API's embedded provider in process: `ask('exchange-rates', 'latest', { base: 'USD' })`. Omitted
   * parameters take their defaults; without `account` no account's data is visible. Rejects with whatever that handler
   * throws, and with `api.unknown` or `provider.embedded_missing`. The caller parses the result.
   */
  ask(slug: string, endpoint: string, input: Readonly<Record<string, unknown>>, account?: string): Promise<unknown>
  /** The operator's secrets for this API, such as keys of marketplaces. */
  readonly secrets: Secrets
  /**
   * Calls addresses that are written in the API's folder or were set by the operator, never one that a caller named.
   */
  readonly outbound: Outbound
  /** The operator's file for this API, `<data>/config/<slug>.json`, parsed; undefined when there is none. */
  readonly config: unknown
  /**
   * Whether a key may still call: neither revoked, expired nor disabled, and its account enabled. For work that goes on
   * after the call that asked for it.
   */
  keyWorks(id: string): Promise<boolean>
  /**
   * What the calls of a key may cost in a UTC day, as its owner set it, in units of 1e-12 US dollars; undefined for no
   * limit. For providers whose calls cost money, which run on the gateway's thread.
   */
  spendingLimit(key: string): bigint | undefined | Promise<bigint | undefined>
  /**
   * A pass: a token that stands for the key in the address of a WebSocket of this API that declares `pass`, for as
   * long. Whoever has it calls as the key, within its limits and while it works. Using it once is the
   * provider's business.
   */
  issuePass(key: string, validMs: number): Promise<string>
  /** Whether the operator lets embedded providers call out by themselves (GATEHOUSE_REFRESH). */
  readonly mayCallOut: boolean
}
/** What belongs to one call. */
export interface Call {
  /** The account whose data this call sees. */
  readonly account: string
  /** Id of the key that the call came with; empty for the operator. */
  readonly key: string
  readonly request: EmbeddedRequest
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
  /** The same at a fraction of the cost, for handlers that run on the forwarding thread. */
  readonly cancellation?: Cancellation
}

/** Chunks of a long answer, sent as they come: server-sent event frames, or parts of one JSON text. */
export type Chunks = AsyncIterable<string | Buffer>
export type Answer<T> = T | Reply<T> | Reply<Chunks | Pushed>
export type Handler<E> = (input: InputOf<E>, call: Call) => Answer<OutputOf<E>> | Promise<Answer<OutputOf<E>>>
/** One handler per endpoint; a missing, misspelt or mistyped one does not compile. */
export type Handlers<E extends Endpoints> = { readonly [K in keyof E]: Handler<E[K]> }
/** The handlers of some endpoints, for providers that group them by topic. */
export type HandlersFor<E extends Endpoints, K extends keyof E> = Pick<Handlers<E>, K>

/** A file that an operator imports; it becomes data of the account. */
export interface ImportFile {
  readonly name: string
  readonly account: string
  readonly chunks: AsyncIterable<Buffer>
}
/** Counts by kind of record. */
export type ImportCounts = Readonly<Record<string, number>>

/** What an import is doing: reading the file, storing its records, or building what calls are answered from. */
export const importPhases = ['reading', 'writing', 'indexing'] as const
export interface ImportProgress {
  readonly phase: (typeof importPhases)[number]
  /** How much of the phase is done, 0 to 100. The gateway adds it to `reading`, from the size of the file. */
  readonly percent?: number | undefined
  /** Counts so far. */
  readonly counts: ImportCounts
}
/** Takes the progress of an import, as often as once per record. */
export type ReportProgress = (progress: ImportProgress) => void

/** When a job runs: every so often, in one of the processes that share a database. */
export interface JobSchedule {
  readonly everyMs: number
  /** Calls nothing outside, so it also runs when the operator forbids calls out. */
  readonly offline?: true
  /** It is first due after a period, because a new database has nothing for it. */
  readonly waitsFirst?: true
}

/** Which spending to report: of one account, or of all; from the first day to the last one, `YYYY-MM-DD` in UTC. */
export interface SpendingQuery {
  readonly account?: string | undefined
  /** Only of the calls of this key. */
  readonly key?: string | undefined
  readonly by: 'day' | 'model' | 'key' | 'account'
  readonly from: string
  readonly to: string
}
/** What calls cost, in units of 1e-12 US dollars. */
export interface Spending {
  /** At most 1000; days newest first, else the most expensive first. */
  readonly rows: readonly { readonly by: string; readonly calls: number; readonly cost: bigint }[]
  readonly total: bigint
  /** Budgets that the account's calls count against, with what was spent of them in this period. */
  readonly budgets: readonly BudgetSpending[]
}
/** Id of the budget that a key's own limit is (`spendingLimit` of the kit). */
export const keyBudgetId = 'key'
export interface BudgetSpending {
  readonly id: string
  readonly model: string | null
  /** Whose it is, where each account or key has the amount to itself, or where it is for one of them. */
  readonly account: string | null
  readonly key: string | null
  readonly period: string
  readonly amount: bigint
  readonly spent: bigint
  /** The most that calls under way may cost. */
  readonly held: bigint
  /** Milliseconds since the epoch; null for a budget without an end. */
  readonly endsAt: number | null
}

/** An opened provider: closures over whatever `open` made. */
export interface OpenedProvider {
  readonly handlers: AnyHandlers
  /** Handlers of the operator's endpoints. */
  readonly operator?: AnyHandlers | undefined
  /** One for each declared WebSocket. */
  readonly sockets?: Readonly<Record<string, SocketHandler>> | undefined
  /** Reads a file as a stream and returns what it stored; reports its phases. Throws `import.invalid`. */
  readonly importFile?: ((file: ImportFile, progress: ReportProgress) => Promise<ImportCounts>) | undefined
  readonly jobs?: Readonly<Record<string, () => Promise<void>>> | undefined
  /** Reports what calls cost; present exactly when the provider declares `spends`. */
  readonly spending?: ((query: SpendingQuery) => Promise<Spending>) | undefined
  /** Forgets what was read from the tables, because an import on another thread has changed them. */
  readonly refresh?: (() => void) | undefined
  /** Writes what is still unwritten. Runs once, after the last call; it has 5 s. */
  readonly close?: (() => Promise<void>) | undefined
}
type AnyHandlers = Readonly<Record<string, (input: never, call: Call) => unknown>>
/**
 * Answers the handshake: with what to do in the session, or by throwing a refusal, which is an ordinary HTTP answer.
 * `call.signal` is aborted when the session ends.
 */
export type SocketHandler = (input: never, call: Call) => Converse | Promise<Converse>

/**
 * Where a provider runs. `inline`: on the thread that forwards calls, for answers that take microseconds whatever the
 * input. `worker`: on its own thread, with a memory limit, accounts taking turns and a deadline for each call.
 */
export type Isolation = 'inline' | 'worker'

/** Work of an inline provider that runs on the API's own thread. Input and result are plain data or streams of it. */
export type Tasks = Readonly<Record<string, (input: never, call: Call) => unknown>>
/** The tasks as `open` gets them: the same functions, each of which crosses to the thread. */
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
  'importFile' | 'refresh' | 'close' | 'spending' | 'sockets'
> & {
  readonly handlers: Handlers<E>
} & OperatorHandlers<O> &
  JobRuns<J>

export interface ProviderOptions<
  E extends Endpoints,
  DB,
  O extends Endpoints,
  J extends string,
  T extends Tasks = Record<never, never>,
> {
  /** Default `inline`. */
  readonly runs?: Isolation
  /** How long a call of a `worker` provider or a task may take until its answer begins; default 30,000. */
  readonly deadlineMs?: number
  /**
   * Calls of one account that a `worker` provider takes on at once; default 4. More only where calls wait for other
   * servers: those of other accounts wait for what these compute.
   */
  readonly callsAtOnce?: number
  /** Of an `inline` provider: makes the tasks that run on the API's own thread, with the kit of that thread. */
  readonly tasks?: (kit: ProviderKit<DB>) => T | Promise<T>
  /** Tables of the provider, names prefixed by the slug; run forward at start. */
  readonly migrations?: Readonly<Record<string, Migration>>
  /** What files `importFile` reads, for people; present exactly when there is an `importFile`. */
  readonly importFormats?: string
  readonly jobs?: Readonly<Record<J, JobSchedule>>
  /** Of an `inline` provider whose calls cost money: it reports them (`spending`). */
  readonly spends?: true
  /** What `operator.ts` exports, where the operator has endpoints of the API. */
  readonly operator?: OperatorPart<O>
  /** Runs at each start before any call; fills empty tables or refuses a bad configuration. Must be safe to repeat. */
  readonly seed?: (kit: ProviderKit<DB>) => Promise<void>
  /** Makes the provider's state once, with the first call, import or job. When it fails, the next call tries again. */
  readonly open: (kit: ProviderKit<DB>, tasks: CalledTasks<T>) => Opened<E, O, J> | Promise<Opened<E, O, J>>
}

/** An embedded provider as the gateway sees it. */
export interface Provider<DB = unknown> {
  readonly migrations: Readonly<Record<string, Migration>>
  readonly importFormats: string | undefined
  readonly jobs: Readonly<Record<string, JobSchedule>>
  readonly spends: boolean
  readonly operator: OperatorPart | undefined
  readonly runs: Isolation
  /** Milliseconds until the answer of a call on the API's own thread begins. */
  readonly deadlineMs: number
  /** Calls of one account that its thread takes on at once. */
  readonly callsAtOnce: number
  readonly tasks: ((kit: ProviderKit<DB>) => Tasks | Promise<Tasks>) | undefined
  seed(kit: ProviderKit<DB>): Promise<void>
  open(kit: ProviderKit<DB>, tasks: CalledTasks<Tasks>): OpenedProvider | Promise<OpenedProvider>
}

/**
 * Declares the embedded provider of an API. Small ones are a function that gets the kit and returns the handlers;
 * larger ones are options whose `open` returns the handlers together with imports, jobs and `close`.
 */
export function defineProvider<
  E extends Endpoints,
  DB = unknown,
  O extends Endpoints = Record<never, never>,
  J extends string = never,
  T extends Tasks = Record<never, never>,
>(_api: Api<E>, options: ((kit: ProviderKit<DB>) => Handlers<E>) | ProviderOptions<E, DB, O, J, T>): Provider<DB> {
  if (typeof options === 'function') return { ...bare, open: (kit) => ({ handlers: options(kit) }) }
  const { migrations, importFormats, jobs, spends, operator, runs, deadlineMs, callsAtOnce, tasks, seed, open } =
    options
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
    seed: seed ?? bare.seed,
    // the host passes what `tasks` made; the type of any provider cannot say which tasks those are
    open: (kit, called) => open(kit, called as CalledTasks<T>),
  }
}

/** A provider without tables, imports, jobs, tasks and endpoints for the operator. */
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
  seed: () => Promise.resolve(),
} as const
