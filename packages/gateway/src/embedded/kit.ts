// What embedded providers work with: the database, a clock, randomness, calls out, the operator's texts, the log.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Fetcher, Log, ProviderKit, Random } from '#define'
import type { Store } from '#store'
import type { LoadedApi } from '../apis/load.ts'
import { createOutbound } from '../upstream/outbound.ts'
import type { Pools } from '../upstream/pools.ts'
import type { Vault } from '../vault/vault.ts'
import { createAsk } from './ask.ts'
import { createOperatorSecrets } from './operator-secrets.ts'

/** Uniform draws from the operating system. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  // randomInt takes no bound above 2^53 - 1 and no span of 2^48, which is what six bytes hold
  int: (min, max) => min + (max - min === 2 ** 48 - 1 ? randomBytes(6).readUIntBE(0, 6) : randomInt(max - min + 1)),
}

/** Repeatable uniform draws: SHA-256 of the seed and a counter. For tests, never for keys. */
export function createSeededRandom(seed: string): Random {
  let counter = 0
  let pool = Buffer.alloc(0)
  const bytes = (count: number): Buffer => {
    while (pool.length < count)
      pool = Buffer.concat([pool, createHash('sha256').update(`${seed}:${counter++}`).digest()])
    const out = pool.subarray(0, count)
    pool = pool.subarray(count)
    return out
  }
  const int = (min: number, max: number): number => {
    const span = max - min + 1
    const limit = 2 ** 48 - (2 ** 48 % span)
    for (;;) {
      const drawn = bytes(6).readUIntBE(0, 6)
      if (drawn < limit) return min + (drawn % span) // below the limit every remainder is equally likely
    }
  }
  return { bytes, int }
}

export interface KitParts {
  readonly store: Store
  readonly vault: Vault
  readonly pools: Pools
  /** Milliseconds since the epoch, for providers. */
  readonly clock: () => number
  readonly random: Random
  readonly fetch: Fetcher
  readonly log: Log
  readonly cacheFolder: string
  readonly mayCallOut: boolean
  /** The operator's file for an API, parsed. */
  readonly configOf: (slug: string) => unknown
  readonly loaded: readonly LoadedApi[]
}
/** Gives the kit of an API by its slug; one for each, as texts and files of the operator belong to one API. */
export type Kits = (slug: string) => ProviderKit

/** Makes the kits. */
export function createKits(parts: KitParts): Kits {
  const { store, clock, random, fetch, log, cacheFolder, mayCallOut } = parts
  const kits = new Map<string, ProviderKit>()
  const kitOf: Kits = (slug) => {
    const known = kits.get(slug)
    if (known) return known
    const { open, ...secrets } = createOperatorSecrets(parts, slug)
    const kit: ProviderKit = {
      // providers know only their own tables, which carry their slug as a prefix; the types of ours are not theirs to see
      db: store.db as unknown as ProviderKit['db'],
      now: clock,
      today: () => new Date(clock()).toISOString().slice(0, 10),
      random,
      fetch,
      log,
      cacheFolder,
      mayCallOut,
      config: parts.configOf(slug),
      secrets,
      outbound: createOutbound({ pools: parts.pools, open }),
      ask: createAsk(parts.loaded, kitOf),
    }
    kits.set(slug, kit)
    return kit
  }
  return kitOf
}
