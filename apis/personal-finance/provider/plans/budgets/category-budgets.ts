// The budget of each category over the period around today that its events define.
import { parseStoredDay, type Span } from '../../days.ts'
import { type CategoryRow, type CategoryTree, readTree } from '../../ledger/categories/tree.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { readSeries, type StoredSeries } from '../series/store.ts'
import { type Budget, createBudgetReader } from './budget.ts'
import { calendarPeriods, eventPeriods } from './periods.ts'

interface CategoryBudget {
  readonly category: ReturnType<CategoryTree['view']>
  readonly isTransfer: boolean
  readonly budget: Budget
}

/**
 * Returns budgeted categories in the order of the tree. `rollUp` adds the figures of descendants to the roots. Inside
 * `withSnapshot`.
 */
export async function categoryBudgets(db: Db, ledger: Ledger, rollUp: boolean): Promise<CategoryBudget[]> {
  const tree = await readTree(db, ledger)
  const byCategory = Map.groupBy(await readSeries(db, ledger.owner), ({ categoryId }) => categoryId)
  const read = await createBudgetReader(db, ledger)
  const budgets: CategoryBudget[] = []
  for (const row of inTreeOrder(tree)) {
    const included = rollUp && row.parent_id === null ? tree.within(row.id) : [row.id]
    const series = included.flatMap((id) => byCategory.get(id) ?? [])
    const spans = presentPeriod(series, ledger)
    if (!spans) continue
    const categories = included.flatMap((id) => tree.get(id) ?? [])
    const budget = await read({ spans, categories, series })
    budgets.push({ category: tree.view(row.id), isTransfer: row.is_transfer === 1, budget })
  }
  return budgets
}

/**
 * Returns the period around today: from event to event or, if events do not align, a suitable calendar period.
 * Undefined for a category without an event in it.
 */
function presentPeriod(series: readonly StoredSeries[], ledger: Ledger): readonly Span[] | undefined {
  const today = parseStoredDay(ledger.today)
  const present = { start: today, end: today }
  const periods = eventPeriods(series, present, 1)
  const spans =
    'spans' in periods ? periods.spans : calendarPeriods(periods.instead, present, ledger.user.week_start_day)
  const [span] = spans
  const isBudgeted = span && series.some(({ rule, end }) => rule.start <= span.end && lastDay(rule, end) >= span.start)
  return isBudgeted ? spans : undefined
}

function lastDay({ type, start }: StoredSeries['rule'], end: number | undefined): number {
  return type === 'once' ? start : (end ?? Number.POSITIVE_INFINITY)
}

/** Yields each category before its descendants. */
function* inTreeOrder(tree: CategoryTree, parent: number | null = null): Generator<CategoryRow> {
  for (const row of tree.below(parent)) {
    yield row
    yield* inTreeOrder(tree, row.id)
  }
}
