// After very many rows at once PostgreSQL plans with statistics of before, and picks indexes that make it look at everything: until its
// own housekeeping comes round, which takes minutes, pages take tenths of seconds.
import { sql } from 'kysely'
import { isPostgres, type OwnerKit } from '../ledger.ts'

/** Fewer change little in how anything is planned. */
const manyRows = 1000

/** Works the statistics out anew after an import of so many rows. SQLite plans without any here. Not inside a transaction. */
export async function refreshStatistics({ db }: OwnerKit, added: number): Promise<void> {
  if (added < manyRows || !isPostgres(db)) return
  for (const name of [
    'transactions',
    'day_totals',
    'month_totals',
    'category_months',
    'wording_words',
    'word_endings',
    'amount_endings',
  ])
    await sql`analyze ${sql.table(`personal_finance_${name}`)}`.execute(db)
}
