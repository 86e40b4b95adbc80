// A bounded cache that loads missing values. Concurrent loads of one key are shared, a hit is synchronous, and a value
// that is invalidated while it loads is loaded again instead of being stored. Acknowledged revocations rely on the last
// point: a row that was read just before the revocation can never be served after it.
import { createLru } from './lru.ts'

/** The entry of one key. */
export interface CacheEntry<V> {
  readonly value: V
  /** True if the value says that nothing exists under this key. Negative entries have their own capacity. */
  readonly isNegative: boolean
  /** Tags of the value's sources; `invalidate` with any of them drops the entry. */
  readonly tags: readonly string[]
  /** Milliseconds since the epoch after which the value is loaded again; absent means never. */
  readonly freshUntil?: number
}

interface LoadingCacheOptions<V, Source> {
  /** The limit of entries, and of negative ones: look-ups of names that do not exist must not evict those that do. */
  readonly capacity: number
  /** Loads the entry of a key from the source that `get` received. */
  load(source: Source, key: string): Promise<CacheEntry<V>>
  /** Milliseconds since the epoch. */
  clock(): number
  /** Returns false while stored values must not be served; every `get` then loads. */
  mayServe(): boolean
}

interface LoadingCache<V, Source> {
  /**
   * Returns the value itself on a hit, otherwise a promise of it. `source` is passed to the load, and must be the same
   * for the same key. A failed load rejects for all that share it and is not stored.
   */
  get(key: string, source: Source): V | Promise<V>
  /** Returns the stored value if it may be served, or undefined; never loads. */
  peek(key: string): { readonly value: V } | undefined
  /** Drops every entry with the tag. Restarts a load in progress if its result turns out to have the tag. */
  invalidate(tag: string): void
}

/** The number of attempts of one load, after which another invalidation makes it fail. */
const maxAttempts = 5

/** Creates a cache over `options.load`. */
export function createLoadingCache<V, Source>(options: LoadingCacheOptions<V, Source>): LoadingCache<V, Source> {
  const { capacity, clock, mayServe } = options
  const positive = createLru<string, CacheEntry<V>>(capacity)
  const negative = createLru<string, CacheEntry<V>>(capacity)
  const sharedLoads = new Map<string, Promise<V>>()
  /** Tags invalidated since the last attempt began, for each load in progress. */
  const loadsInProgress = new Set<Set<string>>()

  const freshEntry = (key: string): CacheEntry<V> | undefined => {
    const entry = positive.get(key) ?? negative.get(key)
    return entry && (entry.freshUntil === undefined || clock() < entry.freshUntil) ? entry : undefined
  }
  const store = (key: string, entry: CacheEntry<V>) => {
    positive.delete(key)
    negative.delete(key)
    const entries = entry.isNegative ? negative : positive
    entries.set(key, entry)
  }
  const load = async (key: string, source: Source): Promise<V> => {
    const invalidated = new Set<string>()
    loadsInProgress.add(invalidated)
    try {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        invalidated.clear()
        const entry = await options.load(source, key)
        if (entry.tags.some((tag) => invalidated.has(tag))) continue
        store(key, entry)
        return entry.value
      }
      throw new Error(`A cached value was invalidated ${maxAttempts} times while it was being loaded.`)
    } finally {
      loadsInProgress.delete(invalidated)
    }
  }

  return {
    get(key, source) {
      if (!mayServe()) return load(key, source)
      const entry = freshEntry(key)
      if (entry) return entry.value
      const shared = sharedLoads.get(key)
      if (shared) return shared
      const promise = load(key, source).finally(() => sharedLoads.delete(key))
      sharedLoads.set(key, promise)
      return promise
    },
    peek: (key) => (mayServe() ? freshEntry(key) : undefined),
    invalidate(tag) {
      const hasTag = (_key: string, entry: CacheEntry<V>) => entry.tags.includes(tag)
      positive.deleteWhere(hasTag)
      negative.deleteWhere(hasTag)
      for (const invalidated of loadsInProgress) invalidated.add(tag)
    },
  }
}
