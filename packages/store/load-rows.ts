// Writes copied rows into an empty database, in one transaction.
import { CompiledQuery, type Kysely } from 'kysely'
import { callChunksTable, prepareChunkDays } from './call-record.ts'
import type { DialectTraits } from './dialects/traits.ts'
import type { Store } from './open.ts'
import type { Tables } from './schema.ts'
import { quoted, type TableOf, type Value } from './snapshot.ts'

/** Below the limits of both databases: 32,766 on SQLite, 65,535 on PostgreSQL. */
const mostValues = 30_000
const mostRows = 500
const mostBytes = 4 * 1024 * 1024

/** Thrown for a database that a gateway has used. */
export class DatabaseNotEmpty extends Error {
  override readonly name = 'DatabaseNotEmpty'
}

/**
 * Runs `work` in one transaction, under the lock of migrations, on a database that no gateway has used. Throws
 * DatabaseNotEmpty for another; whatever `work` throws leaves the database as it was.
 */
export function intoEmptyDatabase<T>(store: Store, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  return store.db.transaction().execute(async (db) => {
    // the first statement begins the transaction, which has begun already
    for (const statement of store.dialect.exclusiveBegin.slice(1)) await db.executeQuery(CompiledQuery.raw(statement))
    // every start of a gateway makes a plan and a pepper
    for (const table of ['plans', 'peppers', 'accounts'] as const)
      if (await db.selectFrom(table).selectAll().limit(1).executeTakeFirst())
        throw new DatabaseNotEmpty(`The database is in use: its table ${table} has rows.`)
    return work(db)
  })
}

/** Deletes the rows that migrations have made. `tables` are in the order of `listTables`. */
export async function emptyTables(db: Kysely<Tables>, tables: readonly TableOf[]): Promise<void> {
  for (const { name, kind } of tables.toReversed())
    if (kind !== 'virtual') await db.executeQuery(CompiledQuery.raw(`delete from ${quoted(name)}`))
}

/** Writes rows, and the last generated id of their table. */
export async function loadRows(
  db: Kysely<Tables>,
  traits: DialectTraits,
  { table, rows }: { readonly table: TableOf; readonly rows: AsyncIterable<readonly Value[]> },
): Promise<void> {
  const { name, columns, lastId } = table
  const lastAt = name === callChunksTable ? columns.indexOf('last_at') : -1
  const most = Math.min(mostRows, Math.floor(mostValues / columns.length))
  let waiting: (readonly Value[])[] = []
  let bytes = 0
  const write = async () => {
    if (waiting.length === 0) return
    if (lastAt >= 0) await prepareChunkDays(db, traits, new Set(waiting.map((row) => Number(row[lastAt]))))
    await insert(db, { name, columns, rows: waiting, isNumbered: traits.cursors })
    waiting = []
    bytes = 0
  }
  for await (const row of rows) {
    waiting.push(row)
    for (const value of row) bytes += typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8
    if (waiting.length >= most || bytes >= mostBytes) await write()
  }
  await write()
  if (lastId === undefined) return
  for (const statement of traits.catalog.setLastId(name, lastId)) await db.executeQuery(CompiledQuery.raw(statement))
}

interface Insert {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Value[])[]
  /** True for parameters as $1, $2; otherwise each is ?. */
  readonly isNumbered: boolean
}

async function insert(db: Kysely<Tables>, { name, columns, rows, isNumbered }: Insert): Promise<void> {
  let at = 0
  const mark = () => (isNumbered ? `$${++at}` : '?')
  const values = rows.map((row) => `(${row.map(mark).join()})`).join()
  const into = `insert into ${quoted(name)} (${columns.map(quoted).join()}) values ${values}`
  await db.executeQuery(CompiledQuery.raw(into, rows.flat()))
}

/** Disables every key that is not revoked. */
export async function suspendKeys(db: Kysely<Tables>): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('gateway_keys')
    .set({ enabled: 0 })
    .where('revoked_at', 'is', null)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
