// Keeps the shared sample household up to date: the first access after each evening stores the family's spending since
// the last. Households that users have changed stay as they are.
import { formatDay } from '../days.ts'
import { recalculateCategories } from '../ledger/sums/category-months.ts'
import { recalculateTotals } from '../ledger/sums/totals.ts'
import type { Db, Kit } from '../ledger.ts'
import { insertTransactions } from './creation.ts'
import { lockHousehold, sharedOwner } from './sample-user.ts'
import { lastSampleDay, sampleTransactions, unreviewedDays } from './transactions.ts'

/** About two months of transactions: few enough for a short database transaction. */
const mostAtOnce = 60

/** Adds the days missing since the last call. It must not run in a transaction. */
type AddSampleDays = () => Promise<void>

export function createSampleDays({ db, now }: Pick<Kit, 'db' | 'now'>): AddSampleDays {
  /** The last day known to be stored. */
  let storedUntil = Number.NEGATIVE_INFINITY
  let adding: Promise<void> | undefined

  async function addMissing(until: number): Promise<void> {
    const shared = await db
      .selectFrom('personal_finance_users')
      .select('shared_household')
      .where('owner', '=', sharedOwner())
      .executeTakeFirst()
    // a household stored later has all days by then
    if (!shared?.shared_household) return
    const owner = shared.shared_household
    while (await db.transaction().execute((db) => addSome(db, owner, until))) {}
    storedUntil = until
  }

  return async () => {
    const until = lastSampleDay(now())
    if (until <= storedUntil) return
    adding ??= addMissing(until).finally(() => {
      adding = undefined
    })
    await adding
  }
}

/** Adds the next days; returns whether there were any. Safe against concurrent calls of other processes. */
async function addSome(db: Db, owner: string, until: number): Promise<boolean> {
  const transactions = db.selectFrom('personal_finance_transactions').where('owner', '=', owner)
  const lastStored = () => transactions.select((row) => row.fn.max('date').as('date')).executeTakeFirstOrThrow()
  const missing = sampleTransactions(until)
  if (missing.at(-1)?.date === (await lastStored()).date) return false
  await lockHousehold(db, owner)
  const { date: last } = await lastStored()
  const all = missing.filter(({ date }) => date > last)
  const end = all[mostAtOnce]?.date
  const some = end === undefined ? all : all.filter(({ date }) => date < end)
  if (some.length === 0) return false
  await insertTransactions(db, owner, some)
  const reviewed = formatDay(until - unreviewedDays)
  await db
    .updateTable('personal_finance_transactions')
    .set({ needs_review: 0 })
    .where('owner', '=', owner)
    .where('needs_review', '=', 1)
    .where('date', '<', reviewed)
    .execute()
  await recalculateTotals(db, owner)
  await recalculateCategories(db, owner)
  return true
}
