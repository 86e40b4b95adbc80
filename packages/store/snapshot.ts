// Reads every row of the database out of one snapshot, while others write.
import { open } from 'node:fs/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import type { DialectTraits } from './dialects/traits.ts'
import type { Store } from './open.ts'
import type { Tables } from './schema.ts'

/** A value of a column, as both drivers read and write it. */
export type Value = string | number | Buffer | null

/** A table of the database. */
export interface TableOf {
  readonly name: string
  /** A search index of the database is `virtual`, and the tables that hold it are `shadow`. */
  readonly kind: 'table' | 'virtual' | 'shadow'
  readonly columns: readonly string[]
  /** Last generated id, for tables that generate them. */
  readonly lastId?: number
}

/** Tables of running processes, of which a copy would tell lies, and the table that migrations fill. */
const leftOut = new Set(['migrations', 'processes'])
const rowsAtOnce = 500

/** Runs `work` on one state of the database, which others may change meanwhile. */
export function withSnapshot<T>(store: Store, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  return store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => work(db))
}

/** Lists the tables whose rows are copied, each after those it refers to. */
export async function listTables(db: Kysely<Tables>, { catalog }: DialectTraits): Promise<TableOf[]> {
  const names = await run<{ name: string; kind: TableOf['kind'] }>(db, catalog.tables)
  const columns = await run<{ table: string; name: string }>(db, catalog.columns)
  const lastIds = await run<{ table: string; last: number }>(db, catalog.lastIds)
  const tables = names
    .filter(({ name }) => !leftOut.has(name))
    .map(({ name, kind }): TableOf => {
      const last = lastIds.find(({ table }) => table === name)
      const own = columns.filter(({ table }) => table === name).map((column) => column.name)
      return { name, kind, columns: own, ...(last && { lastId: last.last }) }
    })
  return inOrder(tables, await run<{ from: string; to: string }>(db, catalog.references))
}

/** Returns the names of all applied migrations, with their prefixes. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('migrations').select('name').execute()
  return rows.map(({ name }) => name).sort()
}

/** Copies the database into a new file, which is on disk when this resolves; false if the database has no file. */
export async function copyInto({ db, dialect }: Store, path: string): Promise<boolean> {
  if (!dialect.copySql) return false
  await run(db, dialect.copySql(path))
  const copy = await open(path, 'r+')
  try {
    await copy.chmod(0o600)
    await copy.sync()
  } finally {
    await copy.close()
  }
  return true
}

/** Counts the rows of a table. */
export async function countRows(db: Kysely<Tables>, table: string): Promise<number> {
  const [row] = await run<{ rows: number }>(db, `select count(*) as rows from ${quoted(table)}`)
  if (!row) throw new Error(`${table} has no count`)
  return row.rows
}

/** Yields the rows of a table, as values in order of its columns. Only within `withSnapshot`. */
export async function* readRows(
  db: Kysely<Tables>,
  { cursors }: DialectTraits,
  { name, columns }: TableOf,
): AsyncGenerator<Value[]> {
  const valuesOf = (row: Readonly<Record<string, unknown>>) => columns.map((column) => checked(row[column], name))
  const select = db.$extendTables<Record<string, Record<string, unknown>>>().selectFrom(name).select(columns)
  if (!cursors) {
    for await (const row of select.stream(1)) yield valuesOf(row)
    return
  }
  await run(db, `declare copied no scroll cursor for ${select.compile().sql}`)
  for (;;) {
    const rows = await run<Record<string, unknown>>(db, `fetch ${rowsAtOnce} from copied`)
    for (const row of rows) yield valuesOf(row)
    if (rows.length < rowsAtOnce) break
  }
  await run(db, 'close copied')
}

function checked(value: unknown, table: string): Value {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value
  // the driver of SQLite rounds integers beyond 2^53 silently, and JSON has no infinity
  if (typeof value === 'number' && (Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)))
    return value
  throw new RangeError(`${table} holds a value that cannot be copied`)
}

function inOrder(tables: readonly TableOf[], references: readonly { from: string; to: string }[]): TableOf[] {
  const placed = new Set<string>()
  const ordered: TableOf[] = []
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name }) =>
        !placed.has(name) && references.every(({ from, to }) => from !== name || to === name || placed.has(to)),
    )
    if (next.length === 0) throw new Error('foreign keys refer to each other in a circle')
    for (const table of next) placed.add(table.name)
    ordered.push(...next)
  }
  return ordered
}

/** Quotes a name for a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

async function run<R>(db: Kysely<Tables>, statement: string): Promise<R[]> {
  return (await db.executeQuery<R>(CompiledQuery.raw(statement))).rows
}
