// A world for the tests of an embedded provider: opened as the gateway opens it and called by paths, on SQLite in
// memory or on a database of the test. Calls that the declaration refuses are refused here too.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Api, Call, ProviderKit } from '#define'
import type { ImportCounts, ReportProgress } from '#define/imports'
import type { OpenedProvider, Provider } from '#define/reflect'
import { type Caller, createCaller } from './caller.ts'
import { createDraws, createLogLines, createTestClock, emptyKit, type TestClock } from './kit.ts'

export interface WorldOptions<DB> {
  /** ISO time of the clock; default noon (UTC) of 2 November 2026. */
  readonly now?: string
  /** Database of the provider; default SQLite in memory. An open store of `eachStore` fits. */
  readonly database?: { readonly db: unknown; readonly dialect: { readonly name: ProviderKit['dialect'] } }
  /** True if the database already has the tables, as when a second process opens it. */
  readonly migrated?: boolean
  /** Parts of the kit other than the database, clock, draws and log. */
  readonly kit?: Partial<ProviderKit<DB>>
  /** Account of the calls; default `acc_test`. */
  readonly account?: string
}
export interface World<DB> {
  readonly kit: ProviderKit<DB>
  readonly clock: TestClock
  /** Log lines of the provider. */
  readonly logged: readonly string[]
  /** Sets the fraction of the range at which draws fall from now on, 0 inclusive to 1 exclusive; initially 0. */
  setDraw(share: () => number): void
  /** Calls a path with its query, GET by default; a successful body is checked against its declaration. */
  readonly ask: Caller
  /** Calls an operator endpoint. */
  readonly askOperator: Caller
  /** Imports a file that arrives in small pieces; returns its counts. */
  importFile(content: Buffer | string, options?: ImportOptions): Promise<ImportCounts>
  runJob(name: string): Promise<void>
  /** Opens the provider, for parts that no path reaches. */
  open(): Promise<OpenedProvider>
  close(): Promise<void>
}
interface ImportOptions {
  readonly name?: string
  readonly account?: string
  readonly pieceBytes?: number
  readonly progress?: ReportProgress
}

/** Migrates the database and seeds the provider; the provider opens with the first call. */
export async function openWorld<DB>(
  api: Api,
  provider: Provider<DB>,
  options: WorldOptions<DB> = {},
): Promise<World<DB>> {
  const clock = createTestClock(options.now ?? '2026-11-02T12:00:00Z')
  const { log, lines } = createLogLines()
  const database = options.database ?? memoryDatabase()
  const db = database.db as Kysely<DB> // the provider's own migrations create its tables just below
  const { db: _noDatabase, ...refusing } = emptyKit
  let share = () => 0
  const kit: ProviderKit<DB> = {
    ...refusing,
    db,
    dialect: database.dialect.name,
    now: clock.now,
    today: clock.today,
    random: createDraws(() => share()),
    log,
    cacheFolder: tmpdir(),
    filesFolder: join(tmpdir(), 'gatehouse-no-files'),
    modelsFolder: join(tmpdir(), 'gatehouse-no-files'),
    ...options.kit,
  }
  if (!options.migrated) await migrate(provider, db)
  await provider.seed(kit)

  let opened: Promise<OpenedProvider> | undefined
  const open = () => {
    opened ??= Promise.resolve(provider.open(kit, {}))
    return opened
  }
  const account = options.account ?? 'acc_test'
  const ask = createCaller(api, async () => (await open()).handlers, account)
  const { operator } = provider
  const askOperator = operator && createCaller(operator.api, async () => (await open()).operator ?? {}, '')
  return {
    kit,
    clock,
    logged: lines,
    setDraw: (next) => {
      share = next
    },
    ask,
    askOperator: (path, call) =>
      askOperator ? askOperator(path, call) : Promise.reject(new Error('the API has no operator endpoints')),
    async importFile(content, { name = 'upload', pieceBytes = 7, progress = () => undefined, ...rest } = {}) {
      const { importFile } = await open()
      if (!importFile) throw new Error('the provider imports nothing')
      const chunks = inPieces(Buffer.from(content), pieceBytes)
      return importFile({ name, account: rest.account ?? account, chunks }, progress)
    },
    async runJob(name) {
      const job = (await open()).jobs?.[name]
      if (!job) throw new Error(`the provider has no job ${name}`)
      await job()
    },
    open,
    close: async () => (await opened)?.close?.(),
  }
}

function memoryDatabase() {
  const connection = new Database(':memory:')
  connection.pragma('foreign_keys = ON')
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) })
  return { db, dialect: { name: 'sqlite' } } as const
}

/** Runs the migrations in the order of their names, as a start does. */
async function migrate<DB>(provider: Provider<DB>, db: Kysely<DB>): Promise<void> {
  const inOrder = Object.entries(provider.migrations).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, migration] of inOrder) {
    while (await migration.prepare?.(db));
    await migration.up(db)
  }
}

async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** A call whose parts are irrelevant to the test. */
export const testCall: Call = {
  account: 'acc_test',
  key: 'key_test',
  request: { method: 'GET', path: '/', query: new URLSearchParams(), headers: {}, baseUrl: 'http://gateway.test' },
  signal: new AbortController().signal,
}
