// What the rest of the store may know about a database. Code outside this folder asks for a trait, never for the name
// of a database.
import type { ColumnDefinitionBuilder, Dialect } from 'kysely'

/** Named differences between the databases. */
export interface DialectTraits {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of raw bytes. */
  readonly bytesType: 'blob' | 'bytea'
  /** Column type and options of a primary key that the database generates and never reuses. */
  readonly identityType: 'integer' | 'bigint'
  identity(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Statements that begin a transaction that only one connection to the database can be in at a time. */
  readonly exclusiveBegin: readonly string[]
  /** Statements that, inside a transaction, block all other writers of these tables until it ends. */
  lockTables(names: readonly string[]): readonly string[]
  /** Rows can be locked by `select … for update`. Where false, every transaction is already the only writer. */
  readonly rowLocks: boolean
  /** Several connections work concurrently; false means that all queries of a process share one. */
  readonly concurrentConnections: boolean
  /** Tables can be divided by day, so that a day is removed at once. */
  readonly partitions: boolean
  /** What follows an expression that is compared by code point, whatever the language of the database. */
  readonly binaryCollation: '' | ' collate "C"'
  /** A query for the time of the database, in milliseconds since the epoch, where its clock may be another one. */
  readonly timeSql: string | undefined
  /** A query that lists the tables of the database in a column `name`. */
  readonly tableNamesSql: string
  /** The database is in use elsewhere; the same statement may succeed when it is retried. */
  isBusy(error: unknown): boolean
  /** The database does not work at all right now: unreachable, full, read-only, or busy for too long. */
  isUnavailable(error: unknown): boolean
  /** What an operator has to know about an error of the database, e.g. "the disk of the database is full". */
  explain(error: unknown): string
  /** A row with the same unique value already exists. */
  isDuplicate(error: unknown): boolean
}

/** A database that is set up but has run no query yet. */
export interface DialectSetup {
  readonly traits: DialectTraits
  readonly dialect: Dialect
}

/** The `code` that both drivers put on their errors; empty without one. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** The first explanation whose pattern fits the code of the error. */
export function explainBy(explanations: readonly (readonly [RegExp, string])[], error: unknown): string {
  const code = codeOf(error)
  return explanations.find(([pattern]) => pattern.test(code))?.[1] ?? 'the database cannot be reached'
}
