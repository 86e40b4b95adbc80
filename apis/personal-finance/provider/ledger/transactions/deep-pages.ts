// Pages far from both ends of a long list: entered by the sums of months, so that what is before them is not walked over.
import { sql } from 'kysely'
import type { Db, World } from '../../ledger.ts'
import { dayValue } from '../sums/totals.ts'
import { type Rows, rowsOf } from './matches.ts'
import type { TransactionRow } from './store.ts'

/** A list of everything on some transaction accounts up to a day. */
export interface LongList {
  readonly rows: Rows
  readonly sides: readonly number[]
  readonly end: string
  readonly total: number
}

/** The transactions of a page, the newest first; undefined where the page is of the last month of the list. */
export async function deepPage(
  db: Db,
  world: World,
  { rows, sides, end, total, skipped, size }: LongList & { readonly skipped: number; readonly size: number },
): Promise<TransactionRow[] | undefined> {
  const left = total - skipped
  const { rows: months } = await sql<{ date: string; until: number }>`
    with months as (
      select date, sum(sum(transactions)) over (order by date) as until from personal_finance_month_totals
      where owner = ${world.owner} and transaction_account_id in (${sql.join(sides)}) and date < substr(${dayValue(end)}, 1, 7)
      group by date)
    select date as "date", until as "until" from months where until >= ${left} order by date limit 1`.execute(db)
  const [month] = months
  if (!month) return undefined
  const ids = rows({ first: '', last: `${month.date}~` })
    .clearSelect()
    .select('id')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(month.until - left)
  return rowsOf(db, world, ids.$asScalar())
}
