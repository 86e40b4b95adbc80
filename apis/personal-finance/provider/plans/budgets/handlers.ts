// Handlers of budgets (SOURCES 8): each category in its current period, all categories together, and selected ones over
// time.
import type { OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { RateSource } from '../../exchange/rates.ts'
import type { LedgerHandlers } from '../../handler.ts'
import { categoryOf } from '../../ledger/categories/store.ts'
import { type CategoryRow, readTree } from '../../ledger/categories/tree.ts'
import { type Db, type Ledger, requireUser } from '../../ledger.ts'
import type { LedgerAccess } from '../../ledger-transaction.ts'
import { requireScenarios } from '../scenarios/store.ts'
import { readSeries, type StoredSeries } from '../series/store.ts'
import type { Sides } from './analysis.ts'
import { analyseBudget, createBudgetReader, ratesRequest } from './budget.ts'
import { categoryBudgets } from './category-budgets.ts'
import { idsIn, type PeriodsRequest, periodsOf, periodsRequestIn, rollUpIn } from './rules.ts'

type Packages = OutputOf<(typeof endpoints)['getBudgetSummary']>
interface BudgetDeps {
  readonly rates: RateSource
}

export function createBudgetHandlers({
  rates,
}: BudgetDeps): LedgerHandlers<'getBudget' | 'getBudgetSummary' | 'getTrendAnalysis'> {
  return {
    async getBudget(input, access) {
      const rollUp = rollUpIn(input)
      const { ledger, budgets } = await access.withSnapshot(async (db, ledger) => {
        requireUser(ledger, input.id)
        return { ledger, budgets: await categoryBudgets(db, ledger, rollUp) }
      })
      const all = budgets.map(({ budget }) => budget)
      const known = await rates(ratesRequest(ledger.user.base_currency, all))
      return budgets.map(({ category, isTransfer, budget }) => ({
        category,
        is_transfer: isTransfer,
        ...analyseBudget(budget, ledger, known),
      }))
    },

    getBudgetSummary: (input, access) =>
      overview(rates, access, async (db, ledger) => {
        requireUser(ledger, input.id)
        const request = periodsRequestIn(input)
        const categories = (await readTree(db, ledger)).rows.filter((row) => row.is_transfer === 0)
        return { request, categories, series: await readSeries(db, ledger.owner) }
      }),

    getTrendAnalysis: (input, access) =>
      overview(rates, access, async (db, ledger) => {
        requireUser(ledger, input.id)
        const request = periodsRequestIn(input)
        const [categoryIds, scenarioIds] = [idsIn(input, 'categories'), idsIn(input, 'scenarios')]
        const tree = await readTree(db, ledger)
        const categories = categoryIds.map((id) => categoryOf(tree, id))
        await requireScenarios(db, ledger, scenarioIds)
        return { request, categories, series: await readSeries(db, ledger.owner, { scenarioIds, categoryIds }) }
      }),
  }
}

interface Selection {
  readonly request: PeriodsRequest
  readonly categories: readonly CategoryRow[]
  readonly series: readonly StoredSeries[]
}

/** Returns one analysis of the whole selection. */
async function overview(
  rates: RateSource,
  access: LedgerAccess,
  select: (db: Db, ledger: Ledger) => Promise<Selection>,
): Promise<Packages> {
  const { ledger, budget } = await access.withSnapshot(async (db, ledger) => {
    const { request, categories, series } = await select(db, ledger)
    const ids = new Set(categories.map(({ id }) => id))
    const selected = series.filter(({ categoryId }) => ids.has(categoryId))
    const spans = periodsOf(request, selected, ledger)
    const read = await createBudgetReader(db, ledger)
    return { ledger, budget: await read({ spans, categories, series: selected }) }
  })
  const known = await rates(ratesRequest(ledger.user.base_currency, [budget]))
  return overviewPackages(analyseBudget(budget, ledger, known))
}

/**
 * Returns a list with one item for an analysis without a category. The sources contradict each other (SOURCES 8.6); if
 * the list proves wrong, only this function changes.
 */
function overviewPackages(sides: Sides): Packages {
  return [sides]
}
