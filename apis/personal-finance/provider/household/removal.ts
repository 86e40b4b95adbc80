// Removes the sample household from a ledger on its owner's first import. Callers' records remain, with the accounts
// and categories of the sample that they use.
import { sql } from 'kysely'
import { recalculateCategories } from '../ledger/sums/category-months.ts'
import { recalculateTotals } from '../ledger/sums/totals.ts'
import type { Db, Ledger } from '../ledger.ts'
import { firstOwnId, user as sampleUser } from './records.ts'

/** Removes the sample unless that was done before. It must run inside `withLock`. */
export async function removeSampleHousehold(db: Db, ledger: Ledger): Promise<void> {
  if (ledger.user.sample === 0) return
  const { owner } = ledger
  const used = await removeSampleSeries(db, owner)
  for (const table of ['transactions', 'category_rules', 'saved_searches', 'attachments'] as const)
    await db.deleteFrom(`personal_finance_${table}`).where('owner', '=', owner).where('id', '<', firstOwnId).execute()
  await recalculateTotals(db, owner)
  await recalculateCategories(db, owner)
  await recalculateBytes(db, owner)
  await removeAccounts(db, ledger, used.accountIds)
  await removeCategories(db, owner, used.categoryIds)
  const name = ledger.user.name === sampleUser.name ? null : ledger.user.name
  await db.updateTable('personal_finance_users').set({ sample: 0, name }).where('owner', '=', owner).execute()
}

/** Returns the accounts and categories used by callers' series. */
async function removeSampleSeries(db: Db, owner: string): Promise<{ accountIds: number[]; categoryIds: number[] }> {
  const series = db.deleteFrom('personal_finance_series').where('owner', '=', owner)
  await series.where('id', '<', firstOwnId).execute()
  const own = await db
    .selectFrom('personal_finance_series as series')
    .innerJoin('personal_finance_scenarios as scenario', (join) =>
      join.onRef('scenario.owner', '=', 'series.owner').onRef('scenario.id', '=', 'series.scenario_id'),
    )
    .select(['scenario.account_id', 'series.category_id'])
    .where('series.owner', '=', owner)
    .execute()
  return { accountIds: own.map((row) => row.account_id), categoryIds: own.map((row) => row.category_id) }
}

/** Counts the bytes of the remaining attachments. */
async function recalculateBytes(db: Db, owner: string): Promise<void> {
  const attachments = db.selectFrom('personal_finance_attachments').where('owner', '=', owner)
  await db
    .updateTable('personal_finance_users')
    .set({ attached_bytes: attachments.select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes')) })
    .where('owner', '=', owner)
    .execute()
}

async function removeAccounts(db: Db, ledger: Ledger, planned: readonly number[]): Promise<void> {
  const { owner } = ledger
  const transactionAccounts = await db
    .selectFrom('personal_finance_transaction_accounts as transaction_account')
    .select(({ exists, selectFrom }) => [
      'transaction_account.account_id',
      'transaction_account.institution_id',
      exists(
        selectFrom('personal_finance_transactions as row')
          .select('row.id')
          .where('row.owner', '=', owner)
          .whereRef('row.transaction_account_id', '=', 'transaction_account.id'),
      ).as('isUsed'),
    ])
    .where('transaction_account.owner', '=', owner)
    .execute()
  const used = new Set(planned)
  for (const { account_id, isUsed } of transactionAccounts) if (isUsed) used.add(account_id)
  const accounts = new Set(transactionAccounts.map(({ account_id }) => account_id))
  const unused = [...accounts.difference(used)].filter((id) => id < firstOwnId)
  if (unused.length > 0)
    await db.deleteFrom('personal_finance_accounts').where('owner', '=', owner).where('id', 'in', unused).execute()
  const holding = db
    .selectFrom('personal_finance_transaction_accounts')
    .select('institution_id')
    .where('owner', '=', owner)
  await db
    .deleteFrom('personal_finance_institutions')
    .where('owner', '=', owner)
    .where('id', '<', firstOwnId)
    .where('id', 'not in', holding)
    .execute()
}

/** Removes categories, except those with transactions, rules or plans in them or in a descendant. */
async function removeCategories(db: Db, owner: string, planned: readonly number[]): Promise<void> {
  const all = await db
    .selectFrom('personal_finance_categories')
    .select(['id', 'parent_id'])
    .where('owner', '=', owner)
    .execute()
  const transactions = db
    .selectFrom('personal_finance_transactions')
    .select('category_id')
    .distinct()
    .where('owner', '=', owner)
  const rules = db.selectFrom('personal_finance_category_rules').select('category_id').where('owner', '=', owner)
  const categorised = [...(await transactions.execute()), ...(await rules.execute())].map((row) => row.category_id)
  const used = new Set([...planned, ...categorised, ...all.map((row) => row.id).filter((id) => id >= firstOwnId)])
  const parents = new Map(all.map((row) => [row.id, row.parent_id]))
  for (const id of [...used])
    for (let at = id === null ? null : parents.get(id); at != null; at = parents.get(at)) used.add(at)
  const unused = all.map((row) => row.id).filter((id) => !used.has(id))
  if (unused.length > 0)
    await db.deleteFrom('personal_finance_categories').where('owner', '=', owner).where('id', 'in', unused).execute()
}
