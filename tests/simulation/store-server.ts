// The database of the world: one SQLite in memory that all processes reach over the network, each statement by itself.
// A transaction keeps all others waiting, as it does on SQLite, until it ends or its connection breaks.
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { openStore, type Store } from '#store'
import { type Network, type Peer, Unanswered } from './network.ts'
import type { World } from './world.ts'

interface StoreServer {
  /** The store as a process sees it. */
  connect(peer: Peer): Store
  /** Ends the connections of a process that has died; the server notices some time later. */
  disconnect(peer: Peer): void
  /** Reads without the network. */
  readonly database: Database.Database
  close(): void
}

type Outcome = { readonly value: Rows } | { readonly error: unknown }
interface Rows {
  readonly rows: unknown[]
  readonly affected: bigint
}
interface Session {
  isBroken: boolean
}

const timeoutMs = 3000

/** A migrated database, to copy from. */
export async function emptyDatabase(
  folder: string,
): Promise<{ readonly image: Buffer; readonly traits: Store['dialect'] }> {
  const file = `${folder}/template.db`
  const store = await openStore({ url: `sqlite:${file}`, dataDir: folder })
  await store.close()
  const database = new Database(file)
  database.pragma('journal_mode = DELETE')
  const image = database.serialize()
  database.close()
  return { image, traits: store.dialect }
}

/** Kysely takes SQLite for a database of one connection. */
class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

export function createStoreServer(
  { world, network }: { readonly world: World; readonly network: Network },
  { image, traits }: { readonly image: Buffer; readonly traits: Store['dialect'] },
): StoreServer {
  const database = new Database(image)
  const statements = new Map<string, Database.Statement<unknown[]>>()
  const waiting: { readonly session: Session; readonly begin: () => void }[] = []
  const sessions = new Map<Peer, Session[]>()
  let holder: Session | undefined

  function execute(sql: string, parameters: readonly unknown[]): Outcome {
    try {
      const statement = statements.get(sql) ?? database.prepare<unknown[]>(sql)
      statements.set(sql, statement)
      if (statement.reader) return { value: { rows: statement.all(...parameters), affected: 0n } }
      return { value: { rows: [], affected: BigInt(statement.run(...parameters).changes) } }
    } catch (error) {
      return { error }
    }
  }

  function release(): void {
    holder = undefined
    const next = waiting.splice(0)
    for (const { session, begin } of next) inTurn(session, begin)
  }

  function inTurn(session: Session, begin: () => void): void {
    if (session.isBroken) return
    if (holder === undefined || holder === session) begin()
    else waiting.push({ session, begin })
  }

  function serve(session: Session, query: CompiledQuery, answer: (outcome: Outcome) => void): void {
    inTurn(session, () => {
      const outcome = execute(query.sql, query.parameters)
      if (query.sql.startsWith('begin')) holder = session
      if (query.sql === 'commit' || query.sql === 'rollback') release()
      answer(outcome)
    })
  }

  /** Ends a connection; the server notices some time later. */
  function breakSession(session: Session): void {
    world.after(world.random.between(0, 500), () => {
      session.isBroken = true
      if (holder !== session) return
      if (database.inTransaction) database.exec('rollback')
      release()
    })
  }

  function connection(peer: Peer): DatabaseConnection & { isLost(): boolean } {
    const session: Session = { isBroken: false }
    sessions.set(peer, [...(sessions.get(peer) ?? []), session])
    let isLost = false
    return {
      isLost: () => isLost,
      async executeQuery<R>(query: CompiledQuery) {
        if (isLost) throw new Unanswered('the connection is lost')
        const request = { timeoutMs, serve: (answer: (outcome: Outcome) => void) => serve(session, query, answer) }
        const { rows, affected } = await network.request<Rows>(peer, 'store', request).catch((error: unknown) => {
          if (error instanceof Unanswered) {
            isLost = true
            breakSession(session)
          }
          throw error
        })
        return { rows: rows as R[], numAffectedRows: affected }
      },
      streamQuery() {
        throw new Error('nothing streams here')
      },
    }
  }

  function dialectOf(peer: Peer): Dialect {
    const idle: ReturnType<typeof connection>[] = []
    const run = async (on: DatabaseConnection, statement: string) => {
      await on.executeQuery(CompiledQuery.raw(statement))
    }
    return {
      createAdapter: () => new ManyConnections(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => idle.pop() ?? connection(peer),
        releaseConnection: async (released) => {
          const known = released as ReturnType<typeof connection>
          if (!known.isLost()) idle.push(known)
        },
        destroy: async () => undefined,
        beginTransaction: (on) => run(on, 'begin immediate'),
        commitTransaction: (on) => run(on, 'commit'),
        rollbackTransaction: (on) => run(on, 'rollback').catch(() => undefined),
      }),
    }
  }

  return {
    database,
    disconnect(peer) {
      for (const session of sessions.get(peer) ?? []) breakSession(session)
      sessions.delete(peer)
    },
    connect(peer) {
      const db: Store['db'] = new Kysely({ dialect: dialectOf(peer) })
      const time = () =>
        network.request<number>(peer, 'store', { timeoutMs, serve: (answer) => answer({ value: world.now() }) })
      return {
        db,
        dialect: traits,
        ping: async () => {
          await db.executeQuery(CompiledQuery.raw('select 1'))
        },
        readTime: time,
        migrate: async () => undefined,
        close: () => db.destroy(),
      }
    },
    close: () => database.close(),
  }
}
