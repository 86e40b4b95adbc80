// What the calls of a key may cost in a day, by its id: providers ask for it with every call that costs money, also for
// calls of a batch, which come without the key. Changes of other processes arrive as invalidations.
import type { GatewayKeysRepository } from '#store'
import { createLoadingCache } from '../cache/loading-cache.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { unitsOf } from './dollars.ts'

export interface SpendingLimitsDeps {
  readonly rows: Pick<GatewayKeysRepository, 'get'>
  readonly clock: () => number
  readonly invalidations: Pick<Invalidations, 'hasLease' | 'on'>
}

const maxCached = 10_000

/** Makes the lookup: in 1e-12 US dollars, undefined for no limit. */
export function createSpendingLimits({ rows, clock, invalidations }: SpendingLimitsDeps) {
  const cache = createLoadingCache<bigint | undefined, string>({
    capacity: maxCached,
    clock,
    mayServe: () => invalidations.hasLease(),
    load: async (id) => {
      const usdPerDay = (await rows.get(id))?.usdPerDay ?? null
      return { value: usdPerDay === null ? undefined : unitsOf(usdPerDay), isNegative: false, tags: [id] }
    },
  })
  invalidations.on('key', (id) => cache.invalidate(id))
  return (id: string): bigint | undefined | Promise<bigint | undefined> => cache.get(id, id)
}
