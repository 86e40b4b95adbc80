// The databases of tests: SQLite always, PostgreSQL and Redis if they can be reached. A suite that cannot run reports
// it in one line; under CI=true that is a failure.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import pg from 'pg'
import { openStore, type Store } from '#store'

/** Long enough for a busy machine; an absent server refuses at once. */
const connectTimeoutMs = 10_000

/** The options of `openStore` that lead to a database. */
export interface StoreTarget {
  readonly url: string | undefined
  readonly dataDir: string
}

/** The database of one suite. It is created before the first test of the suite and dropped after the last. */
export interface TestDatabase {
  readonly name: 'sqlite' | 'postgres'
  /** The suite's open store; only inside tests and hooks. */
  readonly store: Store
  /** Options of `openStore` for the same database, e.g. in a child process; only inside tests and hooks. */
  readonly target: StoreTarget
  /** Opens another store on the same database, as a second process would. It is closed after the suite. */
  another(): Promise<Store>
  /** Creates another database of the same kind without tables, dropped after the suite. */
  empty(): Promise<StoreTarget>
}

/**
 * Runs `suite` once per database, each in its own `describe` with a fresh database:
 * `await eachStore('gateway keys', (database) => { test('…', async () => { await database.store.ping() }) })`
 */
export async function eachStore(title: string, suite: (database: TestDatabase) => void): Promise<void> {
  suiteOn(title, 'sqlite', suite)
  if (await postgresUrl()) suiteOn(title, 'postgres', suite)
}

/**
 * Returns the URL of a PostgreSQL server that allows creating databases; undefined without an answer. Throws under CI.
 */
export async function postgresUrl(): Promise<string | undefined> {
  const url = process.env.GATEHOUSE_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  return (await answers(url, 5432)) ? url : notRun('PostgreSQL', url)
}

/** Returns the URL of a Redis server; undefined without an answer. Throws under CI. */
export async function redisUrl(): Promise<string | undefined> {
  const url = process.env.GATEHOUSE_TEST_REDIS ?? 'redis://127.0.0.1:6379'
  return (await answers(url, 6379)) ? url : notRun('Redis', url)
}

function notRun(service: string, url: string): undefined {
  const { host } = new URL(url)
  if (process.env.CI === 'true') throw new Error(`no ${service} at ${host}, and under CI nothing is left out`)
  console.log(`not run: no ${service} at ${host}`)
  return undefined
}

function answers(url: string, defaultPort: number): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || defaultPort, timeout: connectTimeoutMs })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}

function suiteOn(title: string, name: TestDatabase['name'], suite: (database: TestDatabase) => void): void {
  describe(`${title} on ${name}`, () => {
    const databases: TemporaryDatabase[] = []
    const opened: Store[] = []
    const create = async () => {
      // no test ends the server, so nothing is lost by not waiting for its disk
      const created = name === 'sqlite' ? await createSqlite() : await createPostgres({ isSynced: false })
      databases.push(created)
      return created
    }
    const current = () => {
      const [first] = databases
      if (!first) throw new Error('the database of a suite exists only inside its tests and hooks')
      return first
    }
    const another = async () => {
      const store = await openStore(current())
      opened.push(store)
      return store
    }
    before(async () => {
      await create()
      await another()
    })
    suite({
      name,
      another,
      empty: create,
      get store() {
        const [store] = opened
        if (!store) throw new Error('the store of a suite exists only inside its tests and hooks')
        return store
      },
      get target() {
        const { url, dataDir } = current()
        return { url, dataDir }
      },
    })
    // hooks run in registration order: the suite's resources are closed before its database is dropped
    after(async () => {
      for (const store of opened) await store.close()
      for (const database of databases) await database.drop()
    })
  })
}

interface TemporaryDatabase extends StoreTarget {
  drop(): Promise<void>
}

/**
 * Creates a database without tables; the caller drops it. Commits wait for the disk as in production, unless the
 * PostgreSQL server never does (.ci/run).
 */
export function createDatabase(name: TestDatabase['name']): Promise<TemporaryDatabase> {
  return name === 'sqlite' ? createSqlite() : createPostgres({ isSynced: true })
}

async function createSqlite(): Promise<TemporaryDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  return { url: undefined, dataDir, drop: () => rm(dataDir, { recursive: true, force: true }) }
}

async function createPostgres({ isSynced }: { isSynced: boolean }): Promise<TemporaryDatabase> {
  const server = await postgresUrl()
  if (!server) throw new Error('PostgreSQL went away')
  const { dataDir, drop } = await createSqlite()
  const name = `gatehouse_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  if (!isSynced) await onServer(server, `alter database ${name} set synchronous_commit = off`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    dataDir,
    drop: async () => {
      await onServer(server, `drop database if exists ${name} with (force)`)
      await drop()
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
