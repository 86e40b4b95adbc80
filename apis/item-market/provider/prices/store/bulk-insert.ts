// Inserts many rows in one statement of fixed text with few bound values: one JSON string of all rows on SQLite, one
// array per column on PostgreSQL. Binding each value (`insertMany` of `#provider`) is two to ten times slower here, and
// statements of a thousand values retain their memory for long: a feed has thirty thousand rows.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import type { Tables } from '../../../tables.ts'

/** The database with its dialect; any kit fits. */
export type BulkDatabase = Pick<ProviderKit<Tables>, 'db' | 'dialect'>

type Table = Extract<keyof Tables, 'item_market_names' | 'item_market_current'>
type Value = string | number | null
interface Rows {
  /** Values shared by all rows, by column. */
  readonly same?: Readonly<Record<string, Value>>
  readonly columns: readonly string[]
  /** Values in the order of `columns`. */
  readonly rows: readonly (readonly Value[])[]
  /** True to skip rows whose key exists already. */
  readonly keep?: boolean
}

const maxRows = { sqlite: 1000, postgres: 2500 } as const

/** Returns the maximum number of rows of one statement, which should not block the thread for long. */
export function maxRowsPerInsert({ dialect }: Pick<BulkDatabase, 'dialect'>): number {
  return maxRows[dialect]
}

/** Inserts rows. On PostgreSQL the types of the columns are those in `types` below. */
export async function insertRows(
  { db, dialect }: BulkDatabase,
  table: Table,
  { same = {}, columns, rows, keep = false }: Rows,
): Promise<void> {
  if (rows.length === 0) return
  const names = sql.join([...Object.keys(same), ...columns].map((name) => sql.id(name)))
  const all = Object.entries(same).map(([name, value]) => sql`cast(${value} as ${sql.raw(typeOf(name))})`)
  const conflict = keep ? sql`on conflict do nothing` : sql``
  if (dialect === 'postgres') {
    const fields = columns.map((name) => sql`part.${sql.id(name)}`)
    const arrays = columns.map((name, at) => sql`${rows.map((row) => row[at] ?? null)}::${sql.raw(typeOf(name))}[]`)
    await sql`insert into ${sql.table(table)} (${names}) select ${sql.join([...all, ...fields])}
      from unnest(${sql.join(arrays)}) as part (${sql.join(columns.map((name) => sql.id(name)))}) ${conflict}`.execute(
      db,
    )
    return
  }
  const fields = columns.map((_, at) => sql`value ->> ${sql.lit(at)}`)
  // without a condition SQLite parses `on conflict` as part of a join
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
