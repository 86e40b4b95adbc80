// Takes the sample household out of a world, once its owner brings data of their own. What callers have made stays, with what it
// stands in: an account of the sample that holds a transaction of theirs, a category that one of theirs is in.
import { sql } from 'kysely'
import { sweepSearch } from '../ledger/search/index-store.ts'
import { recountCategories } from '../ledger/sums/category-months.ts'
import { recountTotals } from '../ledger/sums/totals.ts'
import type { Db, World } from '../ledger.ts'
import { firstOwnId, user as sampleUser } from './records.ts'

/** Nothing where the sample is out already. Inside `changeWorld`. */
export async function removeHousehold(db: Db, world: World): Promise<void> {
  if (world.user.sample === 0) return
  const { owner } = world
  const used = await removeSampleSeries(db, owner)
  for (const table of ['transactions', 'category_rules', 'saved_searches', 'attachments'] as const)
    await db.deleteFrom(`personal_finance_${table}`).where('owner', '=', owner).where('id', '<', firstOwnId).execute()
  await recountTotals(db, owner)
  await recountCategories(db, owner)
  await sweepSearch(db, owner)
  await recountBytes(db, owner)
  await removeAccounts(db, world, used.accountIds)
  await removeCategories(db, owner, used.categoryIds)
  const name = world.user.name === sampleUser.name ? null : world.user.name
  await db.updateTable('personal_finance_users').set({ sample: 0, name }).where('owner', '=', owner).execute()
}

/** Returns the accounts and categories that series of the caller's own still use. */
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

/** Bytes of the attachments that are left. */
async function recountBytes(db: Db, owner: string): Promise<void> {
  const attachments = db.selectFrom('personal_finance_attachments').where('owner', '=', owner)
  await db
    .updateTable('personal_finance_users')
    .set({ attached_bytes: attachments.select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes')) })
    .where('owner', '=', owner)
    .execute()
}

async function removeAccounts(db: Db, world: World, planned: readonly number[]): Promise<void> {
  const { owner } = world
  const sides = await db
    .selectFrom('personal_finance_transaction_accounts as side')
    .select(({ exists, selectFrom }) => [
      'side.account_id',
      'side.institution_id',
      exists(
        selectFrom('personal_finance_transactions as row')
          .select('row.id')
          .where('row.owner', '=', owner)
          .whereRef('row.transaction_account_id', '=', 'side.id'),
      ).as('used'),
    ])
    .where('side.owner', '=', owner)
    .execute()
  const kept = new Set([...planned, ...sides.filter((side) => Boolean(side.used)).map((side) => side.account_id)])
  const gone = [...new Set(sides.map((side) => side.account_id))].filter((id) => id < firstOwnId && !kept.has(id))
  if (gone.length > 0) {
    await db.deleteFrom('personal_finance_accounts').where('owner', '=', owner).where('id', 'in', gone).execute()
  }
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

/** From the lowest up: one that has something below it, in it or planned for it stays. */
async function removeCategories(db: Db, owner: string, planned: readonly number[]): Promise<void> {
  const all = await db
    .selectFrom('personal_finance_categories')
    .select(['id', 'parent_id'])
    .where('owner', '=', owner)
    .execute()
  const inUse = db
    .selectFrom('personal_finance_transactions')
    .select('category_id')
    .distinct()
    .where('owner', '=', owner)
  const ruled = db.selectFrom('personal_finance_category_rules').select('category_id').where('owner', '=', owner)
  const used = [...(await inUse.execute()), ...(await ruled.execute())].map((row) => row.category_id)
  const kept = new Set([...planned, ...used, ...all.map((row) => row.id).filter((id) => id >= firstOwnId)])
  const parents = new Map(all.map((row) => [row.id, row.parent_id]))
  for (const id of [...kept])
    for (let at = id === null ? null : parents.get(id); at != null; at = parents.get(at)) kept.add(at)
  const gone = all.map((row) => row.id).filter((id) => !kept.has(id))
  if (gone.length > 0)
    await db.deleteFrom('personal_finance_categories').where('owner', '=', owner).where('id', 'in', gone).execute()
}
