// The daily spending limit of a key, by its id: providers ask for it with every call that costs money, including calls
// of a batch, which come without the key. Changes by other processes arrive as invalidations.
import type { GatewayKeysRepository } from '#store'
import { createLoadingCache } from '../../process/cache/loading-cache.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { unitsOf } from './dollars.ts'

interface SpendingLimitsDeps {
  readonly rows: Pick<GatewayKeysRepository, 'get'>
  readonly clock: () => number
  readonly invalidations: Pick<Invalidations, 'hasLease' | 'on'>
}

const maxCached = 10_000

/** Creates the look-up, which returns the limit in 1e-12 US dollars; undefined without a limit. */
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
