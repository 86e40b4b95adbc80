// Pages far from both ends of a long list. The totals of months locate the month in which the page begins, so that the
// rows before it are not scanned.
import { sql } from 'kysely'
import type { Db, Ledger } from '../../ledger.ts'
import { dayValue } from '../sums/totals.ts'
import { type Rows, rowsOf } from './matches.ts'
import type { TransactionRow } from './store.ts'

/** A page of all transactions of some transaction accounts up to a day. */
export interface DeepPage {
  readonly rows: Rows
  readonly transactionAccountIds: readonly number[]
  readonly end: string
  readonly total: number
  readonly skipped: number
  readonly size: number
}

/** Returns the transactions of a page, newest first; undefined if the page begins in the last month of the list. */
export async function deepPage(
  db: Db,
  ledger: Ledger,
  { rows, transactionAccountIds, end, total, skipped, size }: DeepPage,
): Promise<TransactionRow[] | undefined> {
  const remaining = total - skipped
  const { rows: months } = await sql<{ date: string; until: number }>`
    with months as (
      select date, sum(sum(transactions)) over (order by date) as until from personal_finance_month_totals
      where owner = ${ledger.owner} and transaction_account_id in (${sql.join(transactionAccountIds)})
        and date < substr(${dayValue(end)}, 1, 7)
      group by date)
    select date as "date", until as "until" from months where until >= ${remaining} order by date limit 1`.execute(db)
  const [month] = months
  if (!month) return undefined
  const ids = rows(`${month.date}~`)
    .clearSelect()
    .select('id')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(month.until - remaining)
  return rowsOf(db, ledger, ids.$asScalar())
}
