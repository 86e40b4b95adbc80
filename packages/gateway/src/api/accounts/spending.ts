// Collects the costs of calls: from each provider whose calls cost money, and from the sums of calls with a price.
import { fail } from '#define'
import type { Spending, SpendingQuery } from '#define/spending'
import { type SpendingDaysQuery, type SpendingSum, sumSpendingDays, totalSpending } from '#store'
import { dollarsOf } from '../../account/keys/dollars.ts'
import type { Charges } from '../../account/prices/charges.ts'
import type { Providers } from '../../embedded/providers.ts'
import { type BudgetsDeps, createSpentBudgets } from './spent-budgets.ts'

interface SpendingDeps extends BudgetsDeps {
  readonly providers: Pick<Providers, 'hosts'>
  readonly charges: Pick<Charges, 'flush'>
}
interface SpendingRequest {
  readonly by: SpendingQuery['by']
  readonly key?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}
export type ReportSpending = ReturnType<typeof createSpendingReport>

const dayMs = 86_400_000
const maxRows = 1000

/** Creates the report; `account` is undefined for all accounts. */
export function createSpendingReport(deps: SpendingDeps) {
  const { store, providers, charges, clock } = deps
  const spentBudgets = createSpentBudgets(deps)
  return async (request: SpendingRequest, account: string | undefined) => {
    const to = request.to ?? dayOf(clock())
    const from = request.from ?? dayOf(Date.parse(to) - 29 * dayMs)
    if (from > to) throw fail('input.invalid', { problems: 'from is not after to' })
    const { by, key } = request
    const models = await spendingOfModels(providers, { account, key, by, from, to })
    await charges.flush()
    const days: SpendingDaysQuery = { account, key, by: by === 'model' ? 'endpoint' : by, from, to }
    const rows = models.flatMap(([listing, report]) => report.rows.map((row) => ({ listing, ...row })))
    const merged = [...rows, ...(await sumSpendingDays(store.db, days))].sort(by === 'day' ? newestFirst : dearestFirst)
    const total = models.reduce((sum, [, one]) => sum + one.total, await totalSpending(store.db, days))
    return {
      from,
      to,
      by,
      currency: 'USD' as const,
      total: dollarsOf(total),
      rows: merged.slice(0, maxRows).map((row) => ({ ...row, cost: dollarsOf(row.cost) })),
      budgets: (await spentBudgets({ account, key })).map(({ amount, spent, held, ...budget }) => ({
        ...budget,
        amount: dollarsOf(amount),
        spent: dollarsOf(spent),
        held: dollarsOf(held),
      })),
    }
  }
}

/** Returns the costs that providers report, whose calls have the prices of their models. */
export async function spendingOfModels(
  { hosts }: Pick<Providers, 'hosts'>,
  query: SpendingQuery,
): Promise<[string, Spending][]> {
  const reports: [string, Spending][] = []
  for (const [slug, host] of hosts) {
    if (!host.provider.spends) continue
    const opened = await host.open()
    if (opened.spending) reports.push([slug, await opened.spending(query)])
  }
  return reports
}

const newestFirst = (one: SpendingSum, other: SpendingSum) => (one.by === other.by ? 0 : one.by < other.by ? 1 : -1)
const dearestFirst = (one: SpendingSum, other: SpendingSum) =>
  one.cost === other.cost ? 0 : one.cost < other.cost ? 1 : -1

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
