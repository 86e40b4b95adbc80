// Refreshes the statistics of PostgreSQL after large inserts. With old ones it chooses indexes that make it read
// everything: until autovacuum runs, which takes minutes, pages would take tenths of a second.
import { sql } from 'kysely'
import type { Kit } from '../ledger.ts'

/** Fewer rows hardly change a plan. */
const minRows = 1000

/**
 * Refreshes the statistics after an import of this many rows. SQLite needs none here. It must not run in a transaction.
 */
export async function refreshStatistics({ db, dialect }: Kit, added: number): Promise<void> {
  if (added < minRows || dialect !== 'postgres') return
  for (const name of ['transactions', 'day_totals', 'month_totals', 'category_months'])
    await sql`analyze ${sql.table(`personal_finance_${name}`)}`.execute(db)
}
