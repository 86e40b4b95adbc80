// Reads and writes categories and category rules. Writers run inside `withLock`.
import { invalid, notFound } from '../../errors.ts'
import { type Db, type Ledger, takeIds } from '../../ledger.ts'
import { type CategoryRuleRow, wordsOf } from './payee-rules.ts'
import type { CategoryDetails } from './rules.ts'
import type { CategoryRow, CategoryTree } from './tree.ts'

export const categoryResource = 'Category'
/** Limit of the tree, which is returned whole. */
export const categoryLimit = 2000
const ruleLimit = 2000

/** Returns a category. Throws 404 if it is unknown. */
export function categoryOf(tree: CategoryTree, id: number): CategoryRow {
  const row = tree.get(id)
  if (!row) throw notFound(categoryResource)
  return row
}

export async function addCategory(db: Db, { owner, now }: Ledger, category: CategoryDetails): Promise<number> {
  const row = { ...category, owner, id: await takeIds(db, owner), updated_at: now }
  await db.insertInto('personal_finance_categories').values(row).execute()
  return row.id
}

export async function changeCategory(db: Db, { owner, now }: Ledger, category: CategoryDetails): Promise<void> {
  const rows = db.updateTable('personal_finance_categories').set({ ...category, updated_at: now })
  await rows.where('owner', '=', owner).where('id', '=', category.id).execute()
}

/** Removes a category. Its children move to its parent. The database removes its rules and its budget events. */
export async function removeCategory(db: Db, { owner, now }: Ledger, { id, parent_id }: CategoryRow): Promise<void> {
  const rows = db.updateTable('personal_finance_categories').where('owner', '=', owner)
  await rows.where('parent_id', '=', id).set({ parent_id, updated_at: now }).execute()
  await db.deleteFrom('personal_finance_categories').where('owner', '=', owner).where('id', '=', id).execute()
}

/** Adds a rule. Throws 422 for a blank rule, or beyond the limit. */
export async function addRule(
  db: Db,
  ledger: Ledger,
  { categoryId, payeeMatches }: { categoryId: number; payeeMatches: string },
): Promise<CategoryRuleRow> {
  if (wordsOf(payeeMatches).length === 0) throw invalid("payee_matches can't be blank")
  const { count } = await db
    .selectFrom('personal_finance_category_rules')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner', '=', ledger.owner)
    .executeTakeFirstOrThrow()
  if (count >= ruleLimit) throw invalid(`There can be at most ${ruleLimit} category rules`)
  const row = {
    owner: ledger.owner,
    id: await takeIds(db, ledger.owner),
    category_id: categoryId,
    payee_matches: payeeMatches,
    created_at: ledger.now,
    updated_at: ledger.now,
  }
  await db.insertInto('personal_finance_category_rules').values(row).execute()
  return row
}
