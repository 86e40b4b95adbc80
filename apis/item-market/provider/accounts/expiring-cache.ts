// A bounded cache of recent values: Steam is slow and counts each call. Failures are not cached.

interface ExpiringCache<T> {
  /** Returns the value of a key, reading it again if it is older than `maxAgeMs`. Concurrent calls share the result. */
  get(key: string, read: () => Promise<T>): Promise<T>
}
interface Entry<T> {
  readonly value: Promise<T>
  readonly readMs: number
}
interface ExpiringCacheOptions {
  readonly maxEntries: number
  readonly maxAgeMs: number
  /** Returns milliseconds of any clock. */
  readonly now: () => number
}

export function createExpiringCache<T>({ maxEntries, maxAgeMs, now }: ExpiringCacheOptions): ExpiringCache<T> {
  const entries = new Map<string, Entry<T>>()
  return {
    get(key, read) {
      const known = entries.get(key)
      if (known && Math.abs(now() - known.readMs) < maxAgeMs) return known.value
      const value = read()
      entries.delete(key)
      entries.set(key, { value, readMs: now() })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
      value.catch(() => {
        if (entries.get(key)?.value === value) entries.delete(key)
      })
      return value
    },
  }
}
