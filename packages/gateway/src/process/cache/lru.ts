// A bounded map that evicts the least recently used entry. It loads nothing and has no notion of time.

interface Lru<K, V> {
  /** Returns the value under `key`, which then counts as just used. */
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): void
  /** Drops every entry for which the test returns true. Visits all entries. */
  deleteWhere(test: (key: K, value: V) => boolean): void
  readonly size: number
}

/** Creates a map of at most `capacity` entries. */
export function createLru<K, V>(capacity: number): Lru<K, V> {
  // a Map iterates in insertion order, so its first key is the least recently used
  const entries = new Map<K, V>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined && entries.size > capacity / 2) {
        // the order only matters when an eviction is near; below that a hit is a single look-up
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(key, value) {
      entries.delete(key)
      if (entries.size >= capacity) {
        const oldest = entries.keys().next()
        if (!oldest.done) entries.delete(oldest.value)
      }
      entries.set(key, value)
    },
    delete(key) {
      entries.delete(key)
    },
    deleteWhere(test) {
      for (const [key, value] of entries) if (test(key, value)) entries.delete(key)
    },
    get size() {
      return entries.size
    },
  }
}
