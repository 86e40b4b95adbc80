// The database differences that the rest of the store can see. Code outside this folder asks for a trait, never for the
// name of a database.
import type { ColumnDefinitionBuilder, Dialect } from 'kysely'

/** Named differences between the databases. */
export interface DialectTraits {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of raw bytes. */
  readonly bytesType: 'blob' | 'bytea'
  /** Column type and options of a primary key that the database generates and never reuses. */
  readonly identityType: 'integer' | 'bigint'
  identity(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Statements that begin a transaction open on only one connection at a time. */
  readonly exclusiveBegin: readonly string[]
  /** Statements that, inside a transaction, block all other writers of these tables until it ends. */
  lockTables(names: readonly string[]): readonly string[]
  /** True if `select … for update` locks rows; otherwise every transaction is already the only writer. */
  readonly rowLocks: boolean
  /** True if several connections work concurrently; otherwise all queries of a process share one. */
  readonly concurrentConnections: boolean
  /** True if tables can be divided by day, so that a day is removed at once. */
  readonly partitions: boolean
  /** Suffix for expressions to be compared by code point, whatever the language of the database. */
  readonly binaryCollation: '' | ' collate "C"'
  /** A query for the database's time in milliseconds since the epoch; undefined if it shares this machine's clock. */
  readonly timeSql: string | undefined
  /** A query for the version of the database in a column `version`. */
  readonly versionSql: string
  /** A query that lists the tables of the database in a column `name`. */
  readonly tableNamesSql: string
  /** Queries for what the database holds, for copies of it. */
  readonly catalog: CatalogSql
  /** A statement that copies the database into a new file; undefined if the database has no file here. */
  readonly copySql: ((path: string) => string) | undefined
  /** True if rows are fetched from a cursor; otherwise a statement is stepped through. */
  readonly cursors: boolean
  /** True if the database is in use elsewhere, so that a retry of the statement can succeed. */
  isBusy(error: unknown): boolean
  /** True if the database is unusable: unreachable, full, read-only, or busy for too long. */
  isUnavailable(error: unknown): boolean
  /** Explains an error of the database to the operator, e.g. "the disk of the database is full". */
  explain(error: unknown): string
  /** True if a row with the same unique value already exists. */
  isDuplicate(error: unknown): boolean
}

/** Queries for the tables of a database and what belongs to them. */
export interface CatalogSql {
  /**
   * Columns `name` and `kind`: `table`, `virtual` for a search index that the database keeps in other tables, `shadow`
   * for these.
   */
  readonly tables: string
  /** Columns `table` and `name`, in order of the columns. */
  readonly columns: string
  /** Columns `from` and `to`: tables with foreign keys, and the tables they refer to. */
  readonly references: string
  /** Columns `table` and `last`: the last generated id of each table with generated ids. */
  readonly lastIds: string
  /** Sets the last generated id of a table. */
  setLastId(table: string, last: number): readonly string[]
}

/** A configured database that has not run a query yet. */
export interface DialectSetup {
  readonly traits: DialectTraits
  readonly dialect: Dialect
  /** Throws if the database file is no longer the one that was opened. */
  readonly requireFile?: () => void
}

/** Returns the `code` that both drivers set on their errors; empty if absent. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** Returns the first explanation whose pattern matches the code of the error. */
export function explainBy(explanations: readonly (readonly [RegExp, string])[], error: unknown): string {
  const code = codeOf(error)
  return explanations.find(([pattern]) => pattern.test(code))?.[1] ?? 'the database cannot be reached'
}
