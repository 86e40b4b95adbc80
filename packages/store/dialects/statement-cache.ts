// Caches prepared SQLite statements: preparing costs about ten times as much as running a small statement. Results are
// not cached, and SQLite itself prepares a statement again when the schema has changed.
import type Database from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const maxStatements = 500
/** Longer statements, such as those with lists of values, are rarely repeated. */
const maxSqlLength = 4000

/** Wraps a database so that the same SQL returns the same prepared statement. */
export function withStatementCache(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, Database.Statement<unknown[]>>()

  function prepare(sql: string): SqliteStatement {
    const cached = statements.get(sql)
    // the statement is free: Kysely runs nothing else on the single connection while a result is streamed
    if (cached) return cached
    const statement = database.prepare<unknown[]>(sql)
    if (sql.length > maxSqlLength) return statement
    if (statements.size >= maxStatements) statements.clear()
    statements.set(sql, statement)
    return statement
  }

  return {
    prepare,
    close: () => {
      statements.clear()
      database.close()
    },
  }
}
