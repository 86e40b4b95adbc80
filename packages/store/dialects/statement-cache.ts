// Keeps prepared SQLite statements, because preparing costs about ten times what running a small statement does.
// It knows nothing of results: SQLite itself prepares a statement anew when the schema has changed.
import type Database from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const maxStatements = 500
/** Lists of values of many lengths make long statements that rarely come again. */
const maxSqlLength = 4000

/** A database that hands out one prepared statement for the same SQL again and again. */
export function withStatementCache(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, Database.Statement<unknown[]>>()

  function prepare(sql: string): SqliteStatement {
    const kept = statements.get(sql)
    // It is never still giving rows: Kysely lets nothing else run on the one connection while a result is streamed.
    if (kept) return kept
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
