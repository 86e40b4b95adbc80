// A bounded cache of values that are loaded when asked for: concurrent loads of one key are shared, a hit is
// synchronous, and what is forgotten while it is being loaded is loaded again instead of being kept. The last point
// is what makes an acknowledged revocation true: an old row read just before it can never be answered after it.
import { createLru } from './lru.ts'

/** What is kept of one key. `absent` says that the value stands for "there is none", which is bounded apart. */
export interface LoadedEntry<V> {
  readonly value: V
  readonly absent: boolean
  /** What the value was made from; `forget` with any of these drops it. */
  readonly about: readonly string[]
  /** Milliseconds since the epoch after which it is loaded again; absent means never. */
  readonly freshUntil?: number
}

export interface LoadedCacheOptions<V, Source> {
  /** Most entries kept, and as many again of absent ones: names that do not exist must not push out those that do. */
  readonly capacity: number
  /** Makes the entry of a key from what `get` was given beside it. */
  load(source: Source, key: string): Promise<LoadedEntry<V>>
  /** Milliseconds since the epoch. */
  clock(): number
  /** False while nothing kept may be answered; then every `get` loads. */
  mayServe(): boolean
}

export interface LoadedCache<V, Source> {
  /**
   * The value at once when it is kept, else a promise of it. `source` is whatever the load needs and the same for the
   * same key. A failed load rejects for all who share it and is not kept.
   */
  get(key: string, source: Source): V | Promise<V>
  /** What is kept and may be answered, or undefined; never loads. */
  peek(key: string): { readonly value: V } | undefined
  /** Drops every entry that is about `subject`, and has loads under way that turn out to be about it start again. */
  forget(subject: string): void
}

const maxAttempts = 5

/** Makes a cache over `options.load`. */
export function createLoadedCache<V, Source>(options: LoadedCacheOptions<V, Source>): LoadedCache<V, Source> {
  const { capacity, clock, mayServe } = options
  const present = createLru<string, LoadedEntry<V>>(capacity)
  const absent = createLru<string, LoadedEntry<V>>(capacity)
  const shared = new Map<string, Promise<V>>()
  const underWay = new Set<Set<string>>()

  const kept = (key: string): LoadedEntry<V> | undefined => {
    const entry = present.get(key) ?? absent.get(key)
    return entry && (entry.freshUntil === undefined || clock() < entry.freshUntil) ? entry : undefined
  }
  const keep = (key: string, entry: LoadedEntry<V>) => {
    present.delete(key)
    absent.delete(key)
    const home = entry.absent ? absent : present
    home.set(key, entry)
  }
  const load = async (key: string, source: Source): Promise<V> => {
    const forgotten = new Set<string>()
    underWay.add(forgotten)
    try {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        forgotten.clear()
        const entry = await options.load(source, key)
        if (entry.about.some((subject) => forgotten.has(subject))) continue
        keep(key, entry)
        return entry.value
      }
      throw new Error('A cached value changed again and again while it was being loaded.')
    } finally {
      underWay.delete(forgotten)
    }
  }

  return {
    get(key, source) {
      if (!mayServe()) return load(key, source)
      const entry = kept(key)
      if (entry) return entry.value
      const running = shared.get(key)
      if (running) return running
      const promise = load(key, source).finally(() => shared.delete(key))
      shared.set(key, promise)
      return promise
    },
    peek: (key) => (mayServe() ? kept(key) : undefined),
    forget(subject) {
      const isAbout = (_key: string, entry: LoadedEntry<V>) => entry.about.includes(subject)
      present.deleteWhere(isAbout)
      absent.deleteWhere(isAbout)
      for (const forgotten of underWay) forgotten.add(subject)
    },
  }
}
