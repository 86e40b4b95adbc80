// Opens the one database of the gateway, SQLite or PostgreSQL, and brings its core tables up to date.
import { join } from 'node:path'
import { CompiledQuery, Kysely } from 'kysely'
import type { CreateThread } from './dialects/checkpoints.ts'
import { postgresSetup } from './dialects/postgres.ts'
import { sqliteSetup } from './dialects/sqlite.ts'
import type { DialectSetup, DialectTraits } from './dialects/traits.ts'
import {
  type Migration,
  type MigrationsOf,
  migrate,
  refuseNewer,
  type TriedMigration,
  tryMigrations,
} from './migrate.ts'
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
import repeatedCalls from './migrations/0012-repeated-calls.ts'
import keyMakers from './migrations/0013-key-makers.ts'
import accountProvider from './migrations/0014-account-provider.ts'
import addedApis from './migrations/0015-added-apis.ts'
import keysByAge from './migrations/0016-keys-by-age.ts'
import events from './migrations/0017-events.ts'
import prices from './migrations/0018-prices.ts'
import sandboxes from './migrations/0019-sandboxes.ts'
import sandboxScripts from './migrations/0020-sandbox-scripts.ts'
import answers from './migrations/0021-answers.ts'
import drift from './migrations/0022-drift.ts'
import budgetPeriods from './migrations/0023-budget-periods.ts'
import countedPrices from './migrations/0024-counted-prices.ts'
import type { Tables } from './schema.ts'

/**
 * An open database. `dialect` names the differences between databases; `db` is for the repositories of this package.
 */
export interface Store {
  readonly db: Kysely<Tables>
  readonly dialect: DialectTraits
  /** Resolves if the database answers; rejects with the driver's error if it does not, or its file is gone. */
  ping(): Promise<void>
  /** Reads the database's time in milliseconds since the epoch; undefined if it shares this machine's clock. */
  readonly readTime: (() => Promise<number>) | undefined
  /** Migrates the tables of an API folder; `prefix` is its slug. See `migrate` for the guarantees. */
  migrate(prefix: string, list: readonly Migration[]): Promise<void>
  close(): Promise<void>
}

/** Receives messages about the database. */
export interface StoreLog {
  warn(message: string, fields?: Record<string, unknown>): void
}

/**
 * Location of the database: unset for SQLite in `<dataDir>/gatehouse.db`, `sqlite:<file>` for another file,
 * `sqlite::memory:` for none.
 */
export interface StoreOptions {
  readonly url?: string | undefined
  readonly dataDir: string
  /** The version of this program; without one, every newer database is refused. */
  readonly version?: string | undefined
  readonly log?: StoreLog | undefined
  readonly clock?: (() => number) | undefined
  /** Maximum number of connections to PostgreSQL, 10 by default. */
  readonly connections?: number | undefined
  /** Changes nothing: refuses a newer database, and does not migrate an older one. */
  readonly isExamined?: boolean | undefined
  /**
   * Serves work on which no call depends: waits for a hanging PostgreSQL instead of rejecting within 5 s. On SQLite,
   * more changes stay in memory and in the log.
   */
  readonly isPatient?: boolean | undefined
  /** Refuses a missing SQLite file instead of creating it. */
  readonly isExisting?: boolean | undefined
  /** Applies only these of the core migrations, for rows that an older version wrote. */
  readonly onlyMigrations?: ReadonlySet<string> | undefined
  /** Lets the tables be written in which SQLite keeps search indexes, for a copy of them. */
  readonly writesIndexes?: boolean | undefined
  /** Starts the thread that copies SQLite's log into its file, for callers that must not wait for the disk. */
  readonly checkpointsAside?: CreateThread | undefined
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
  repeatedCalls,
  keyMakers,
  accountProvider,
  addedApis,
  keysByAge,
  events,
  prices,
  sandboxes,
  sandboxScripts,
  answers,
  drift,
  budgetPeriods,
  countedPrices,
]

/** Names of the core migrations of this version. */
export const coreMigrationNames: readonly string[] = coreMigrations.map(({ name }) => name)

/**
 * Opens the database, creating it if needed, and migrates the core tables. Throws if `url` has an unknown scheme, the
 * database cannot be reached, or it is newer than this program.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { traits, dialect, requireFile } = setup(options)
  const { timeSql } = traits
  const db = new Kysely<Tables>({ dialect })
  const target = { db, traits, version: options.version, now: options.clock ?? Date.now }
  try {
    if (options.isExamined) await refuseNewer(target, 'core', coreMigrations)
    else
      await migrate(
        target,
        'core',
        coreMigrations.filter(({ name }) => options.onlyMigrations?.has(name) ?? true),
      )
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    dialect: traits,
    ping: async () => {
      requireFile?.()
      await db.executeQuery(CompiledQuery.raw('select 1'))
    },
    readTime: timeSql === undefined ? undefined : () => readTime(db, timeSql),
    migrate: (prefix, list) => migrate(target, prefix, list),
    close: () => db.destroy(),
  }
}

/** Returns the version of the database; rejects if it does not answer. */
export async function readVersion({ db, dialect }: Store): Promise<string> {
  const { rows } = await db.executeQuery<{ version: string }>(CompiledQuery.raw(dialect.versionSql))
  return rows.at(0)?.version ?? ''
}

/** Tries the pending migrations of a store that was opened with `isExamined`; see `tryMigrations`. */
export function tryUpgrade({ db, dialect }: Store, others: readonly MigrationsOf[]): Promise<TriedMigration[]> {
  const target = { db, traits: dialect, now: Date.now }
  return tryMigrations(target, [{ prefix: 'core', list: coreMigrations }, ...others])
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
  // the URL may hold a password, so only its scheme is reported
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(url)?.[0] ?? 'no scheme'
  throw new Error(`The database URL must begin with "postgres://" or "sqlite:"; it has "${scheme}".`)
}
