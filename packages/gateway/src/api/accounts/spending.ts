// Collects the costs of calls from each provider whose calls cost money.
import { fail } from '#define'
import type { Spending, SpendingQuery } from '#define/spending'
import { dollarsOf } from '../../account/keys/dollars.ts'
import type { Providers } from '../../embedded/providers.ts'

interface SpendingDeps {
  readonly providers: Pick<Providers, 'hosts'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
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
export function createSpendingReport({ providers, clock }: SpendingDeps) {
  async function all(query: SpendingQuery): Promise<[string, Spending][]> {
    const reports: [string, Spending][] = []
    for (const [slug, host] of providers.hosts) {
      if (!host.provider.spends) continue
      const opened = await host.open()
      if (opened.spending) reports.push([slug, await opened.spending(query)])
    }
    return reports
  }

  return async (request: SpendingRequest, account: string | undefined) => {
    const to = request.to ?? dayOf(clock())
    const from = request.from ?? dayOf(Date.parse(to) - 29 * dayMs)
    if (from > to) throw fail('input.invalid', { problems: 'from is not after to' })
    const reports = await all({ account, key: request.key, by: request.by, from, to })
    const rows = reports.flatMap(([listing, report]) => report.rows.map((row) => ({ listing, ...row })))
    return {
      from,
      to,
      by: request.by,
      currency: 'USD' as const,
      total: dollarsOf(reports.reduce((sum, [, { total }]) => sum + total, 0n)),
      rows: rows.slice(0, maxRows).map((row) => ({ ...row, cost: dollarsOf(row.cost) })),
      budgets: reports.flatMap(([listing, { budgets }]) =>
        budgets.map(({ amount, spent, held, ...budget }) => ({
          listing,
          ...budget,
          amount: dollarsOf(amount),
          spent: dollarsOf(spent),
          held: dollarsOf(held),
        })),
      ),
    }
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
