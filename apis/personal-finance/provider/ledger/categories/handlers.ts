// Categories, and the rules that assign them to payees.
import { invalid } from '../../errors.ts'
import type { LedgerHandlers } from '../../handler.ts'
import { requireUser } from '../../ledger.ts'
import { flagIn, readBody, readId, requiredStringIn } from '../../reading.ts'
import { readRules } from './payee-rules.ts'
import { recategorise } from './recategorise.ts'
import { categoryIn, newCategory } from './rules.ts'
import {
  addCategory,
  addRule,
  categoryLimit,
  categoryOf,
  categoryResource,
  changeCategory,
  removeCategory,
} from './store.ts'
import { readTree } from './tree.ts'
import { categoryView, ruleView } from './view.ts'

type CategoryHandlers = LedgerHandlers<
  | 'getCategory'
  | 'listCategories'
  | 'createCategory'
  | 'updateCategory'
  | 'deleteCategory'
  | 'listCategoryRules'
  | 'createCategoryRule'
>

export const categoryHandlers: CategoryHandlers = {
  getCategory: ({ id }, access) =>
    access.withSnapshot(async (db, ledger) => categoryView(await readTree(db, ledger), readId(id, categoryResource))),

  listCategories: ({ id }, access) =>
    access.withSnapshot(async (db, ledger) => {
      requireUser(ledger, id)
      const tree = await readTree(db, ledger)
      return tree.below(null).map((row) => categoryView(tree, row.id))
    }),

  createCategory(input, access) {
    const body = readBody(input)
    return access.withLock(async (db, ledger) => {
      requireUser(ledger, input.id)
      const tree = await readTree(db, ledger)
      if (tree.rows.length >= categoryLimit) throw invalid(`There can be at most ${categoryLimit} categories`)
      const title = requiredStringIn(body, 'title')
      const category = categoryIn(body, tree, { ...newCategory, id: -1, title, created_at: ledger.now })
      const id = await addCategory(db, ledger, category)
      return categoryView(await readTree(db, ledger), id)
    })
  },

  updateCategory(input, access) {
    const id = readId(input.id, categoryResource)
    const body = readBody(input)
    return access.withLock(async (db, ledger) => {
      const tree = await readTree(db, ledger)
      await changeCategory(db, ledger, categoryIn(body, tree, categoryOf(tree, id)))
      return categoryView(await readTree(db, ledger), id)
    })
  },

  deleteCategory(input, access) {
    const id = readId(input.id, categoryResource)
    return access.withLock(async (db, ledger) => {
      const category = categoryOf(await readTree(db, ledger), id)
      await recategorise(db, ledger, { removed: id })
      await removeCategory(db, ledger, category)
      return undefined
    })
  },

  listCategoryRules: ({ id }, access) =>
    access.withSnapshot(async (db, ledger) => {
      requireUser(ledger, id)
      const tree = await readTree(db, ledger)
      return (await readRules(db, ledger)).toReversed().map((row) => ruleView(row, tree))
    }),

  createCategoryRule(input, access) {
    const id = readId(input.id, categoryResource)
    const body = readBody(input)
    return access.withLock(async (db, ledger) => {
      const tree = await readTree(db, ledger)
      categoryOf(tree, id)
      const rule = await addRule(db, ledger, { categoryId: id, payeeMatches: requiredStringIn(body, 'payee_matches') })
      const all = flagIn(body, 'apply_to_all') === 1
      if (all || flagIn(body, 'apply_to_uncategorised') === 1)
        await recategorise(db, ledger, { payeeMatches: rule.payee_matches, onlyUncategorised: !all, to: id })
      return ruleView(rule, tree)
    })
  },
}
