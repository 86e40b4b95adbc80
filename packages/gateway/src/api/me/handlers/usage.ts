// Handlers of usage and of what calls cost.
import type { HandlersFor } from '#define'
import type { Charges } from '../../../account/prices/charges.ts'
import type { Providers } from '../../../embedded/providers.ts'
import type { AccountRulesDeps } from '../../accounts/rules.ts'
import { createServedPrices } from '../../accounts/served-prices.ts'
import type { ReportSpending } from '../../accounts/spending.ts'
import { createSpentByListing } from '../../accounts/spent-by-listing.ts'
import { reportUsage, type UsageDeps } from '../../accounts/usage-report.ts'
import type { endpoints } from '../endpoints.ts'

interface UsageHandlersDeps extends UsageDeps, Pick<AccountRulesDeps, 'store' | 'served'> {
  readonly providers: Pick<Providers, 'hosts'>
  readonly charges: Pick<Charges, 'flush'>
}

export function usageHandlers(
  deps: UsageHandlersDeps,
  spending: ReportSpending,
): HandlersFor<typeof endpoints, 'usage' | 'spending' | 'listPrices'> {
  const spentByListing = createSpentByListing(deps)
  const prices = createServedPrices(deps)
  return {
    async usage(input, { account }) {
      const { key, listing, after } = input
      const report = await reportUsage(deps, { ...input, account })
      // of the whole report, not of a page
      return after === undefined ? { ...report, spent: await spentByListing({ account, key, listing }) } : report
    },
    spending: (request, { account }) => spending(request, account),
    listPrices: ({ after }) => prices.list(after),
  }
}
