// SQLite through better-sqlite3: one file and one connection per process, in WAL mode, so that other processes can
// read while one writes. Transactions begin IMMEDIATE: a deferred one that reads first and writes later fails at once
// (SQLITE_BUSY_SNAPSHOT) if another process wrote in between, whatever the timeout. We wait for other writers
// ourselves, because SQLite's own wait would block the process with all its calls.
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
import { sqliteCatalog } from './catalog.ts'
import { type Checkpoints, type CreateThread, pagesAtMost, startCheckpoints } from './checkpoints.ts'
import { createFileCheck, FileMoved, identityOf } from './file-check.ts'
import { isUnsynced } from './lazy-transactions.ts'
import { withStatementCache } from './statement-cache.ts'
import { codeOf, type DialectSetup, type DialectTraits, explainBy } from './traits.ts'

const busyTimeoutMs = 5000
/** Cache of each connection, one in every thread; the driver's default is 16 MB. The system caches files as well. */
const cacheKib = 4000
/** Cache of the single thread of imports and jobs, which ends when idle. */
const importCacheKib = 32_000
/** Shorter than the pauses of long writes (write-slices.ts), so that a waiting writer hits the next pause. */
const maxPauseMs = 8

/**
 * Tables whose single-statement writes are not synced. Neither are transactions that opt out: a power cut may undo
 * their last seconds. Everything else is on disk before its statement or transaction returns (decision 0008).
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
const beginsWrite = /^(?:begin immediate|insert|update|delete)\b/
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
  versionSql: `select sqlite_version() as version`,
  tableNamesSql: `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  catalog: sqliteCatalog,
  copySql: (path) => `vacuum into '${path.replaceAll("'", "''")}'`,
  cursors: false,
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
  [/^SQLITE_READONLY_DBMOVED/, 'the database file was moved or removed since it was opened'],
  [/^SQLITE_READONLY/, 'the database file is read-only'],
  [/^SQLITE_(?:BUSY|LOCKED)/, 'another program has locked the database'],
  [/^SQLITE_CANTOPEN/, 'the database file cannot be opened'],
] as const

interface SqliteOptions {
  /** Starts the thread that copies the log into the file in place of this one (checkpoints.ts). */
  readonly checkpointsAside?: CreateThread | undefined
  /** Settings for imports, which change the same pages repeatedly: pages stay longer in memory and in the log. */
  readonly isPatient?: boolean | undefined
  /** Refuses a missing file instead of creating it. */
  readonly isExisting?: boolean | undefined
  /** Lets the tables be written in which SQLite keeps search indexes, for a copy of them. */
  readonly writesIndexes?: boolean | undefined
}

/**
 * Sets up SQLite in `file` (':memory:' for a database that ends with the process). Only the owner may read the file,
 * because it holds sealed keys; SQLite gives its WAL and shared-memory files the same mode.
 */
export function sqliteSetup(file: string, options: SqliteOptions = {}): DialectSetup {
  const { checkpointsAside, isPatient } = options
  const database = openFile(file, options)
  const requireFile = file === inMemory ? () => {} : createFileCheck(file)
  if (isPatient) {
    database.pragma(`cache_size = -${importCacheKib}`)
    database.pragma(`wal_autocheckpoint = ${pagesAtMost}`)
  }
  if (!checkpointsAside || file === inMemory)
    return { traits, dialect: dialectOver(database, requireFile), requireFile }
  database.pragma(`wal_autocheckpoint = ${pagesAtMost}`)
  return { traits, dialect: dialectOver(database, requireFile, startCheckpoints(file, checkpointsAside)), requireFile }
}

const inMemory = ':memory:'

function openFile(file: string, { isExisting, writesIndexes }: SqliteOptions): Database.Database {
  if (isExisting && identityOf(file) === undefined) throw new FileMoved()
  if (file !== inMemory && !isExisting) {
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
  if (writesIndexes) database.unsafeMode(true)
  return database
}

function dialectOver(database: Database.Database, requireFile: () => void, checkpoints?: Checkpoints): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => driverOver(database, requireFile, checkpoints),
  }
}

function driverOver(database: Database.Database, requireFile: () => void, checkpoints?: Checkpoints): Driver {
  const driver = new SqliteDriver({ database: withStatementCache(database) })
  let connection: DatabaseConnection | undefined
  const run = async (on: DatabaseConnection, statement: string) => {
    await on.executeQuery(CompiledQuery.raw(statement))
  }
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      connection ??= retryingWhileBusy(syncing(await driver.acquireConnection(), database, requireFile), database)
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
    // a read-only transaction has its snapshot without blocking writers
    beginTransaction: (on, { accessMode }) => run(on, accessMode === 'read only' ? 'begin' : beginWriting),
    commitTransaction: (on) => run(on, 'commit'),
    // A full disk or an I/O error ends the transaction by itself; a second rollback would hide the real error.
    rollbackTransaction: async (on) => {
      if (database.inTransaction) await run(on, 'rollback')
    },
  }
}

/**
 * Syncs the commits of a statement, unless it writes a lazy table outside a transaction or begins a lazy transaction.
 * Synced data is written only to a file that still exists.
 */
function syncing(
  connection: DatabaseConnection,
  database: Database.Database,
  requireFile: () => void,
): DatabaseConnection {
  let current = 'FULL'
  const setLevel = (sql: string) => {
    // SQLite refuses to change the level within a transaction, whose beginning has set it
    if (database.inTransaction) return
    const isLazy = lazyWrite.test(sql) || (sql === beginWriting && isUnsynced())
    if (!isLazy && beginsWrite.test(sql)) requireFile()
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
