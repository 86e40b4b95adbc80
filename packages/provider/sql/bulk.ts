// Statements over many rows, split into parts that both databases accept.
import { type Kysely, type RawBuilder, sql } from 'kysely'

/** SQLite binds at most 32,766 values to a statement; PostgreSQL 65,535. */
const maxBoundValues = 32_766
/** Larger statements gain no speed, and building one blocks the thread. */
const maxRows = 500

/** Splits the items, in order, into arrays of at most `size`. */
export function* inChunks<T>(items: Iterable<T>, size = maxRows): Generator<T[]> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

interface InsertOptions {
  /** Columns with a unique index: a stored row with the same values is replaced. */
  readonly replaceOn?: readonly string[]
  /** Columns with a unique index: a stored row with the same values is kept, and the new one is dropped. */
  readonly keepOn?: readonly string[]
  /** Called after each statement with the number of rows stored so far. */
  readonly onStored?: (rows: number) => void
}

/**
 * Inserts rows with as few statements as the databases accept; use it inside a transaction to insert all or none. All
 * rows have the members of the first. Without options a key that is already stored fails the statement. With
 * `replaceOn` the keys of the rows must be distinct.
 */
export function insertMany<DB, Table extends keyof DB & string>(
  db: Kysely<DB>,
  table: Table,
  rows: readonly Readonly<DB[Table]>[],
  options: InsertOptions = {},
): Promise<void> {
  return insertObjects(db, table, rows, options)
}

/** Like `insertMany`, for a table known only by name. */
export async function insertObjects<DB>(
  db: Kysely<DB>,
  table: string,
  rows: readonly unknown[],
  options: InsertOptions = {},
): Promise<void> {
  const columns = Object.keys(Object(rows[0]))
  const names = idsOf(columns)
  let stored = 0
  for (const chunk of inChunks(rows, rowsPerStatement(columns.length))) {
    const values = chunk.map(
      (row) => sql`(${sql.join(columns.map((column) => Reflect.get(Object(row), column) ?? null))})`,
    )
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)} ${conflictClause(columns, options)}`.execute(
      db,
    )
    stored += chunk.length
    options.onStored?.(stored)
  }
}

function rowsPerStatement(columns: number): number {
  return Math.max(1, Math.min(maxRows, Math.floor(maxBoundValues / columns)))
}

function conflictClause(columns: readonly string[], { replaceOn, keepOn }: InsertOptions): RawBuilder<unknown> {
  if (keepOn) return sql`on conflict (${idsOf(keepOn)}) do nothing`
  if (!replaceOn) return sql``
  const replaced = columns.filter((column) => !replaceOn.includes(column))
  const changes = replaced.map((column) => sql`${sql.id(column)} = ${sql.id('excluded', column)}`)
  return sql`on conflict (${idsOf(replaceOn)}) do update set ${sql.join(changes)}`
}

function idsOf(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.id(column)))
}
