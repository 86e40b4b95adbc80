// Opens the one database of the gateway, SQLite or PostgreSQL, and brings its core tables up to date.
import { join } from 'node:path'
import { CompiledQuery, Kysely } from 'kysely'
import { postgresSetup } from './dialects/postgres.ts'
import { sqliteSetup } from './dialects/sqlite.ts'
import type { DialectSetup, DialectTraits } from './dialects/traits.ts'
import { type Migration, migrate, refuseNewer } from './migrate.ts'
import core from './migrations/0001-core.ts'
import jobRuns from './migrations/0002-job-runs.ts'
import usageSums from './migrations/0003-usage-sums.ts'
import agents from './migrations/0004-agents.ts'
import calls from './migrations/0005-calls.ts'
import keyLimits from './migrations/0006-key-limits.ts'
import minuteCounters from './migrations/0007-minute-counters.ts'
import listingEnvelopes from './migrations/0008-listing-envelopes.ts'
import waitingCalls from './migrations/0009-waiting-calls.ts'
import keySpending from './migrations/0010-key-spending.ts'
import usageDays from './migrations/0011-usage-days.ts'
import type { Tables } from './schema.ts'

/**
 * An open database. `dialect` names the differences between databases; `db` is for the repositories of this package.
 */
export interface Store {
  readonly db: Kysely<Tables>
  readonly dialect: DialectTraits
  /** Resolves when the database answers; rejects with the driver's error when it does not. */
  ping(): Promise<void>
  /** Reads the time of the database, in milliseconds since the epoch; undefined where it has that of this machine. */
  readonly readTime: (() => Promise<number>) | undefined
  /** Brings the tables of an API folder up to date; `prefix` is its slug. See `migrate` for what it guarantees. */
  migrate(prefix: string, list: readonly Migration[]): Promise<void>
  close(): Promise<void>
}

/** Receives messages about the database. */
export interface StoreLog {
  warn(message: string, fields?: Record<string, unknown>): void
}

/**
 * `url` unset means SQLite in `<dataDir>/gatehouse.db`; `sqlite:<file>` names another file, `sqlite::memory:` none.
 */
export interface StoreOptions {
  readonly url?: string | undefined
  readonly dataDir: string
  readonly log?: StoreLog | undefined
  readonly clock?: (() => number) | undefined
  /** Most connections to PostgreSQL at a time, 10 by default. */
  readonly connections?: number | undefined
  /** Changes nothing: refuses a database that is newer, and migrates none that is older. */
  readonly isExamined?: boolean | undefined
  /**
   * For work that no call waits for: waits for a PostgreSQL that hangs, instead of rejecting within 5 s. On SQLite,
   * more of what it changes stays in memory and in the log.
   */
  readonly isPatient?: boolean | undefined
  /** For a thread that must not wait for the disk: another one copies the log of SQLite into its file. */
  readonly checkpointsAside?: boolean | undefined
}

const coreMigrations: readonly Migration[] = [
  core,
  jobRuns,
  usageSums,
  agents,
  calls,
  keyLimits,
  minuteCounters,
  listingEnvelopes,
  waitingCalls,
  keySpending,
  usageDays,
]

/**
 * Opens the database, creating it if needed, and migrates the core tables.
 * Throws when `url` has an unknown scheme, the database cannot be reached, or it is newer than this program.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { traits, dialect } = setup(options)
  const { timeSql } = traits
  const db = new Kysely<Tables>({ dialect })
  const target = { db, traits, now: options.clock ?? Date.now }
  try {
    if (options.isExamined) await refuseNewer(target, 'core', coreMigrations)
    else await migrate(target, 'core', coreMigrations)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    dialect: traits,
    ping: async () => {
      await db.executeQuery(CompiledQuery.raw('select 1'))
    },
    readTime: timeSql === undefined ? undefined : () => readTime(db, timeSql),
    migrate: (prefix, list) => migrate(target, prefix, list),
    close: () => db.destroy(),
  }
}

async function readTime(db: Kysely<Tables>, timeSql: string): Promise<number> {
  const { rows } = await db.executeQuery<{ time: number }>(CompiledQuery.raw(timeSql))
  const [row] = rows
  if (!row) throw new Error('the database has no time')
  return row.time
}

function setup(options: StoreOptions): DialectSetup {
  const { url, dataDir, log, connections, isPatient } = options
  if (!url) return sqliteSetup(join(dataDir, 'gatehouse.db'), options)
  if (url.startsWith('sqlite:')) return sqliteSetup(url.slice('sqlite:'.length), options)
  const onConnectionLost = (error: Error) => log?.warn('a database connection was lost', { error: error.message })
  if (/^postgres(ql)?:\/\//.test(url)) return postgresSetup({ url, onConnectionLost, connections, isPatient })
  // The URL may hold a password, so only its scheme is reported.
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(url)?.[0] ?? 'no scheme'
  throw new Error(`The database URL must begin with "postgres://" or "sqlite:"; it has "${scheme}".`)
}
