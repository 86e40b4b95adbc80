// Puts many rows into a table in one statement of a fixed text with a few bound values: on SQLite one JSON text of all rows, on PostgreSQL
// an array for each column. A bound value for each figure costs either database two to ten times as much, and what a statement of a
// thousand of them takes is given back late.
import { PostgresAdapter, sql } from 'kysely'
import type { Db, Tables } from '../../../tables.ts'

type Table = Extract<keyof Tables, 'item_market_names' | 'item_market_current'>
type Value = string | number | null
interface Rows {
  /** Values that all rows have, by column. */
  readonly same?: Readonly<Record<string, Value>>
  readonly columns: readonly string[]
  /** Values in the order of `columns`. */
  readonly rows: readonly (readonly Value[])[]
  /** Leaves rows as they are whose key is there already. */
  readonly keep?: boolean
}

const rowsOnSqlite = 1000
const rowsOnPostgres = 2500

/** How many rows one call should be given, so that it holds nobody up. */
export function rowsAtOnce(db: Db): number {
  return isPostgres(db) ? rowsOnPostgres : rowsOnSqlite
}

/** Inserts rows. On PostgreSQL the types of the columns are those in `types` below. */
export async function insertRows(
  db: Db,
  table: Table,
  { same = {}, columns, rows, keep = false }: Rows,
): Promise<void> {
  if (rows.length === 0) return
  const names = sql.join([...Object.keys(same), ...columns].map((name) => sql.id(name)))
  const all = Object.entries(same).map(([name, value]) => sql`cast(${value} as ${sql.raw(typeOf(name))})`)
  const conflict = keep ? sql`on conflict do nothing` : sql``
  if (isPostgres(db)) {
    const fields = columns.map((name) => sql`part.${sql.id(name)}`)
    const arrays = columns.map((name, at) => sql`${rows.map((row) => row[at] ?? null)}::${sql.raw(typeOf(name))}[]`)
    await sql`insert into ${sql.table(table)} (${names}) select ${sql.join([...all, ...fields])}
      from unnest(${sql.join(arrays)}) as part (${sql.join(columns.map((name) => sql.id(name)))}) ${conflict}`.execute(
      db,
    )
    return
  }
  const fields = columns.map((_, at) => sql`value ->> ${sql.lit(at)}`)
  // without a condition SQLite reads `on conflict` as that of a join
  await sql`insert into ${sql.table(table)} (${names}) select ${sql.join([...all, ...fields])}
    from json_each(${JSON.stringify(rows)}) where true ${conflict}`.execute(db)
}

const types: Readonly<Record<string, string>> = {
  game: 'text',
  name: 'text',
  price: 'bigint',
  bid: 'bigint',
  median: 'bigint',
  at_ms: 'bigint',
}

function typeOf(column: string): string {
  return types[column] ?? 'integer'
}

function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
