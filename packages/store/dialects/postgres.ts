// PostgreSQL through pg: a pool of connections per process.
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { postgresCatalog } from './catalog.ts'
import { createHangWatch } from './hang-watch.ts'
import { codeOf, type DialectSetup, type DialectTraits, explainBy } from './traits.ts'
import { watchedDriver } from './watched-driver.ts'

const defaultConnections = 10
const connectTimeoutMs = 5000
/** Time limits for a database to accept a connection, and then to answer on it. */
const askTimeouts = { connectionTimeoutMillis: 2000, query_timeout: 1000 }
/** An arbitrary number, identical in every process of this program. */
const migrationLock = 7_384_205_116

const int8Oid = 20
const numericOid = 1700

const traits: DialectTraits = {
  name: 'postgres',
  bytesType: 'bytea',
  identityType: 'bigint',
  identity: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  exclusiveBegin: ['begin', `select pg_advisory_xact_lock(${migrationLock})`],
  // EXCLUSIVE does not block readers, and waits for transactions that have written to the tables.
  lockTables: (names) => [`lock table ${names.map((name) => `"${name}"`).join(', ')} in exclusive mode`],
  rowLocks: true,
  concurrentConnections: true,
  partitions: true,
  binaryCollation: ' collate "C"',
  versionSql: `select split_part(current_setting('server_version'), ' ', 1) as version`,
  timeSql: `select extract(epoch from clock_timestamp()) * 1000 as time`,
  tableNamesSql: `select table_name as name from information_schema.tables where table_schema = current_schema()`,
  catalog: postgresCatalog,
  copySql: undefined,
  cursors: true,
  // 40001 serialization_failure, 40P01 deadlock_detected, 55P03 lock_not_available
  isBusy: (error) => ['40001', '40P01', '55P03'].includes(codeOf(error)),
  isUnavailable,
  explain: (error) => explainBy(explanations, error),
  isDuplicate: (error) => codeOf(error) === '23505',
}

const explanations = [
  [/^53100$/, 'the disk of the database is full'],
  [/^53300$/, 'the database accepts no more connections'],
  [/^25006$/, 'the database is read-only'],
  [/^58030$/, 'the disk of the database fails'],
  [/^57P03$/, 'the database is starting'],
  [/^ETIMEDOUT$/, 'the database does not answer'],
] as const

function isUnavailable(error: unknown): boolean {
  // Classes 08 (connection), 53 (resources), 57P (shutdown, crash, starting up), 25006 (read-only, e.g. a standby), and
  // socket errors. Three failures of the driver have only a message, no code.
  const code = codeOf(error)
  if (/^(08...|53...|57P..|25006)$/.test(code) || /^E[A-Z]{3,}$/.test(code)) return true
  const message = error instanceof Error ? error.message : ''
  return /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/.test(
    message,
  )
}

/** Called when a connection is lost, e.g. because the database restarts. */
type ConnectionLost = (error: Error) => void

interface PostgresOptions {
  readonly url: string
  readonly onConnectionLost: ConnectionLost
  /** Maximum number of connections. */
  readonly connections?: number | undefined
  /** Waits for a hanging database as long as TCP does, instead of 5 s. */
  readonly isPatient?: boolean | undefined
}

/**
 * Sets up a pool for a `postgres://` URL. Connections are opened on demand; an attempt is abandoned after 5 s. Work
 * that waits for a hanging database is also rejected within 5 s, and its connections are closed. 64-bit integers and
 * their sums are read as numbers; a value beyond 2^53 fails instead of being rounded.
 */
export function postgresSetup(options: PostgresOptions): DialectSetup {
  const { url, onConnectionLost, connections = defaultConnections, isPatient = false } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'gatehouse',
    types: { getTypeParser },
  })
  // Without listeners, losing a connection would end the process: the pool reports idle ones, the client also those in
  // a transaction, often twice. Each loss is reported once.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    let isReported = false
    client.on('error', (error) => {
      if (!isReported) onConnectionLost(error)
      isReported = true
    })
  })
  return { traits, dialect: isPatient ? new PostgresDialect({ pool }) : watchedDialect(pool, url) }
}

/** The dialect whose statements are watched. */
function watchedDialect(pool: pg.Pool, url: string): Dialect {
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  const watch = createHangWatch({
    answers: () => answers(url),
    // ending a client with a running statement breaks its connection
    breakConnections: () => {
      for (const client of inUse) void endQuietly(client)
    },
  })
  const dialect = new PostgresDialect({ pool })
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => watchedDriver(dialect.createDriver(), watch),
  }
}

/** Returns false without a timely answer; a refusal counts as an answer. */
async function answers(url: string): Promise<boolean> {
  let client: pg.Client | undefined
  try {
    // reads the certificate files that the URL names
    client = new pg.Client({ connectionString: url, application_name: 'gatehouse', ...askTimeouts })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return !/^(?:timeout expired|Query read timeout)$/.test(error instanceof Error ? error.message : '')
  } finally {
    if (client) void endQuietly(client)
  }
}

async function endQuietly(client: { end(): Promise<void> }): Promise<void> {
  await client.end().catch(() => undefined)
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) => {
  if (oid === int8Oid || oid === numericOid) return readNumber
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}

function readNumber(digits: string): number {
  const value = Number(digits)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`${digits} does not fit a number`)
  return value
}
