// Categories and category rules in responses.
import { notFound } from '../../errors.ts'
import { timeOf } from '../../ledger.ts'
import type { CategoryRuleRow } from './payee-rules.ts'
import { categoryResource } from './store.ts'
import type { CategoryTree, CategoryView } from './tree.ts'

/** Returns the view of a category. Throws 404 if it is unknown. */
export function categoryView(tree: CategoryTree, id: number): CategoryView {
  const view = tree.view(id)
  if (!view) throw notFound(categoryResource)
  return view
}

export function ruleView(row: CategoryRuleRow, tree: CategoryTree) {
  return {
    id: row.id,
    category: categoryView(tree, row.category_id),
    payee_matches: row.payee_matches,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
