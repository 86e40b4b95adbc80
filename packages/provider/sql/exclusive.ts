// Limits that hold with the insert: the counts that a change relies on still hold when it writes, even if many
// processes make the same change.
import { type Kysely, sql } from 'kysely'

/** The parts of a kit that `exclusively` needs. */
export interface ExclusiveDeps<DB> {
  readonly db: Kysely<DB>
  readonly dialect: 'sqlite' | 'postgres'
}

/**
 * Runs a change in a transaction that waits for others of the same name, in any process. Inside, every query must use
 * the connection passed in: SQLite has no other.
 */
export function exclusively<DB, T>(
  { db, dialect }: ExclusiveDeps<DB>,
  name: string,
  change: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    // a SQLite transaction is the only writer from its beginning
    if (dialect === 'postgres')
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
    return change(transaction)
  })
}
