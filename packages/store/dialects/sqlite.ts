// SQLite through better-sqlite3: one file and one connection per process, in WAL mode, so that other processes can
// read while one writes. Transactions begin IMMEDIATE: a deferred one that reads first and writes later fails at once
// (SQLITE_BUSY_SNAPSHOT) when another process wrote in between, whatever the timeout. Waiting for another writer is
// done here, because SQLite's own wait would block the process with all its calls.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Checkpoints, pagesAtMost, startCheckpoints } from './checkpoints.ts'
import { isUnsynced } from './lazy-transactions.ts'
import { withStatementCache } from './statement-cache.ts'
import { codeOf, type DialectSetup, type DialectTraits, explainBy } from './traits.ts'

const busyTimeoutMs = 5000
/** Of each connection, one in every thread; the driver's default is 16 MB. Files are cached by the system, too. */
const cacheKib = 4000
/** Of the one thread of imports and jobs, which ends when it is idle. */
const importCacheKib = 32_000
/** Shorter than the pauses of long writes (write-slices.ts), so that a waiting writer meets the next of them. */
const maxPauseMs = 8

/**
 * Single statements that write these tables are not synced, nor are transactions that say so: a power cut may undo
 * their last seconds. Everything else is on the disk before its statement or its transaction returns (decision 0027).
 */
const lazyTables = [
  'call_chunks',
  'call_errors',
  'call_ids',
  'day_counters',
  'processes',
  'usage',
  'usage_batches',
  'usage_day_work',
  'usage_days',
  'usage_endpoint_days',
  'usage_endpoints',
  'usage_hours',
  'usage_sums',
]
const beginWriting = 'begin immediate'
const lazyWrite = new RegExp(`^(?:insert into|update|delete from) "(?:${lazyTables.join('|')})"`)

const traits: DialectTraits = {
  name: 'sqlite',
  bytesType: 'blob',
  identityType: 'integer',
  identity: (column) => column.primaryKey().autoIncrement(),
  exclusiveBegin: ['begin immediate'],
  // An immediate transaction is already the only writer.
  lockTables: () => [],
  rowLocks: false,
  concurrentConnections: false,
  partitions: false,
  binaryCollation: '',
  timeSql: undefined,
  tableNamesSql: `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  isBusy: (error) => codeOf(error).startsWith('SQLITE_BUSY') || codeOf(error).startsWith('SQLITE_LOCKED'),
  isUnavailable: (error) =>
    /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOMEM|CORRUPT|NOTADB)/.test(codeOf(error)),
  explain: (error) => explainBy(explanations, error),
  isDuplicate: (error) => ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error)),
}

const explanations = [
  [/^SQLITE_FULL/, 'the disk of the database is full'],
  [/^SQLITE_IOERR/, 'the disk of the database fails'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'the database file is damaged'],
  [/^SQLITE_READONLY/, 'the database file is read-only'],
  [/^SQLITE_(?:BUSY|LOCKED)/, 'another program has locked the database'],
  [/^SQLITE_CANTOPEN/, 'the database file cannot be opened'],
] as const

export interface SqliteOptions {
  /** Another thread copies the log into the file (checkpoints.ts). */
  readonly checkpointsAside?: boolean | undefined
  /** For imports, which change the same pages again and again: these stay in memory and in the log for longer. */
  readonly isPatient?: boolean | undefined
}

/**
 * Sets up SQLite in `file` (':memory:' for a database that ends with the process). Only its owner may read the file,
 * because it holds sealed keys; SQLite gives its WAL and shared-memory files the same mode.
 */
export function sqliteSetup(file: string, { checkpointsAside, isPatient }: SqliteOptions = {}): DialectSetup {
  const database = openFile(file)
  if (isPatient) {
    database.pragma(`cache_size = -${importCacheKib}`)
    database.pragma(`wal_autocheckpoint = ${pagesAtMost}`)
  }
  if (!checkpointsAside || file === ':memory:') return { traits, dialect: dialectOver(database) }
  database.pragma(`wal_autocheckpoint = ${pagesAtMost}`)
  return { traits, dialect: dialectOver(database, startCheckpoints(file)) }
}

function openFile(file: string): Database.Database {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'a', 0o600))
  }
  const database = new Database(file, { timeout: busyTimeoutMs })
  // The timeout must be set before switching to WAL: several processes may open a new file at the same time.
  database.pragma(`busy_timeout = ${busyTimeoutMs}`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 0')
  database.pragma(`cache_size = -${cacheKib}`)
  return database
}

function dialectOver(database: Database.Database, checkpoints?: Checkpoints): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => driverOver(database, checkpoints),
  }
}

function driverOver(database: Database.Database, checkpoints: Checkpoints | undefined): Driver {
  const driver = new SqliteDriver({ database: withStatementCache(database) })
  let connection: DatabaseConnection | undefined
  const run = async (on: DatabaseConnection, statement: string) => {
    await on.executeQuery(CompiledQuery.raw(statement))
  }
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      connection ??= retryingWhileBusy(syncing(await driver.acquireConnection(), database), database)
      return connection
    },
    releaseConnection: () => driver.releaseConnection(),
    destroy: async () => {
      await checkpoints?.stop()
      await driver.destroy()
    },
    savepoint: (on, name, compile) => driver.savepoint(on, name, compile),
    rollbackToSavepoint: (on, name, compile) => driver.rollbackToSavepoint(on, name, compile),
    releaseSavepoint: (on, name, compile) => driver.releaseSavepoint(on, name, compile),
    // one that only reads has its snapshot without keeping others from writing
    beginTransaction: (on, { accessMode }) => run(on, accessMode === 'read only' ? 'begin' : beginWriting),
    commitTransaction: (on) => run(on, 'commit'),
    // A full disk or an I/O error ends the transaction by itself; a second rollback would hide the real error.
    rollbackTransaction: async (on) => {
      if (database.inTransaction) await run(on, 'rollback')
    },
  }
}

/** Syncs what a statement commits, unless it writes a lazy table outside a transaction, or begins a lazy one. */
function syncing(connection: DatabaseConnection, database: Database.Database): DatabaseConnection {
  let current = 'FULL'
  const setLevel = (sql: string) => {
    // SQLite refuses to change the level within a transaction, whose beginning has set it.
    if (database.inTransaction) return
    const isLazy = lazyWrite.test(sql) || (sql === beginWriting && isUnsynced())
    const level = isLazy ? 'NORMAL' : 'FULL'
    if (level !== current) database.pragma(`synchronous = ${level}`)
    current = level
  }
  return {
    executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      setLevel(query.sql)
      return connection.executeQuery<R>(query)
    },
    streamQuery<R>(query: CompiledQuery, chunkSize: number) {
      setLevel(query.sql)
      return connection.streamQuery<R>(query, chunkSize)
    },
  }
}

/** Retries statements while another connection is writing, for at most 5 s. */
function retryingWhileBusy(connection: DatabaseConnection, database: Database.Database): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      let waitedMs = 0
      for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
        try {
          return await connection.executeQuery<R>(query)
        } catch (error) {
          // Within a transaction this connection is the writer, and only the whole transaction could be retried.
          if (!traits.isBusy(error) || database.inTransaction || waitedMs >= busyTimeoutMs) throw error
        }
        await setTimeout(pauseMs)
        waitedMs += pauseMs
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}
