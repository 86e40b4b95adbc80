// Detects the database of a migration, which receives only the connection.
import { type QueryExecutorProvider, sql } from 'kysely'

/** `version()` is a function of PostgreSQL; a statement that SQLite refuses does not end its transaction. */
export function isPostgres(db: QueryExecutorProvider): Promise<boolean> {
  return sql`select version()`.execute(db).then(
    () => true,
    () => false,
  )
}
