// What a database must tell the rest of the store about itself. Code outside this folder asks for a fact and never
// for a database's name.
import type { ColumnDefinitionBuilder, Dialect } from 'kysely'

/** Named differences between the databases. */
export interface DialectFacts {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of raw bytes. */
  readonly bytesType: 'blob' | 'bytea'
  /** Column type and options of a primary key that the database numbers itself, never reusing a number. */
  readonly identityType: 'integer' | 'bigint'
  identity(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Statements that begin a transaction which at most one connection of the whole database can be in. */
  readonly exclusiveBegin: readonly string[]
  /** Statements that, inside a transaction, keep every other writer off these tables until it ends. */
  lockTables(names: readonly string[]): readonly string[]
  /** Rows can be locked by `select … for update`. Where false, every transaction is already the only writer. */
  readonly rowLocks: boolean
  /** Several connections work at once; false means that all queries of a process queue for one. */
  readonly concurrentConnections: boolean
  /** Query that lists the tables of the database in a column `name`. */
  readonly tableNamesSql: string
  /** The database is in use elsewhere and the same statement may succeed if it is tried again. */
  isBusy(error: unknown): boolean
  /** The database cannot do its work at all right now: not reached, full, read-only, or in use for too long. */
  isUnavailable(error: unknown): boolean
  /** A row with the same unique value is already there. */
  isDuplicate(error: unknown): boolean
}

/** A database that is set up but not yet asked anything. */
export interface DialectSetup {
  readonly facts: DialectFacts
  readonly dialect: Dialect
}

/** Reads the `code` that both drivers put on their errors. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
