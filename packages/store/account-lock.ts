// Serialises changes to an account's data across all processes.
import type { Kysely } from 'kysely'
import type { DialectTraits } from './dialects/traits.ts'
import type { Tables } from './schema.ts'

/** The parts of a store that such a change needs. */
export interface AccountStore {
  readonly db: Kysely<Tables>
  readonly dialect: Pick<DialectTraits, 'rowLocks'>
}

/**
 * Runs a change in a transaction that waits for others of the account. Inside, every query must use the connection
 * passed in: SQLite has no other.
 */
export function whileAlone<T>(
  { db, dialect }: AccountStore,
  accountId: string,
  change: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    if (dialect.rowLocks)
      await transaction.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
    return change(transaction)
  })
}
