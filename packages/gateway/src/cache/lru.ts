// A bounded map that forgets what was used longest ago. It loads nothing and knows no time.

export interface Lru<K, V> {
  /** The value under `key`, which then counts as used just now. */
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): void
  /** Drops every entry the test is true for. Looks at all of them. */
  deleteWhere(test: (key: K, value: V) => boolean): void
  readonly size: number
}

/** Makes a map of at most `capacity` entries. */
export function createLru<K, V>(capacity: number): Lru<K, V> {
  // A Map keeps the order in which keys were added, so its first key is the one used longest ago.
  const entries = new Map<K, V>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined && entries.size > capacity / 2) {
        // Order only matters when something may have to go soon; below that a hit is one look-up.
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
