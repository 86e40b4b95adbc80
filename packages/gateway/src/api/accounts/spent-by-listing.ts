// What the calls of an account have cost today and this month, UTC, for each listing.
import { type Store, sumSpendingDays } from '#store'
import { dollarsOf } from '../../account/keys/dollars.ts'
import type { Charges } from '../../account/prices/charges.ts'
import type { Providers } from '../../embedded/providers.ts'
import { spendingOfModels } from './spending.ts'

interface SpentDeps {
  readonly store: Pick<Store, 'db'>
  readonly providers: Pick<Providers, 'hosts'>
  readonly charges: Pick<Charges, 'flush'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
/** The calls of an account that count: all, or those with one key or of one listing. */
interface SpentBy {
  readonly account: string
  readonly key?: string | undefined
  readonly listing?: string | undefined
}

/** Creates the report, the most expensive listing of the month first. Listings without costs are left out. */
export function createSpentByListing({ store, providers, charges, clock }: SpentDeps) {
  async function since(from: string, to: string, { account, key }: SpentBy): Promise<Map<string, bigint>> {
    const days = { account, key, from, to }
    const sums = (await sumSpendingDays(store.db, { ...days, by: 'listing' })).map(
      ({ listing, cost }) => [listing, cost] as const,
    )
    const models = await spendingOfModels(providers, { ...days, by: 'day' })
    const costs = new Map<string, bigint>()
    for (const [listing, cost] of [...sums, ...models.map(([slug, { total }]) => [slug, total] as const)])
      costs.set(listing, (costs.get(listing) ?? 0n) + cost)
    return costs
  }

  return async (of: SpentBy) => {
    await charges.flush()
    const day = new Date(clock()).toISOString().slice(0, 10)
    const today = await since(day, day, of)
    const month = await since(`${day.slice(0, 8)}01`, day, of)
    return [...month]
      .filter(([listing, cost]) => cost > 0n && (of.listing === undefined || of.listing === listing))
      .sort(([, one], [, other]) => (one === other ? 0 : one < other ? 1 : -1))
      .map(([listing, cost]) => ({ listing, today: dollarsOf(today.get(listing) ?? 0n), month: dollarsOf(cost) }))
  }
}
