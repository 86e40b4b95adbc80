// What was read of accounts a short while ago: Steam is slow and counts each call. Bounded, by database as all that is remembered.

export interface Remembered<T> {
  /** The value under the name, read again when it is older than `maxAgeMs`; those who ask while it is read share the answer. */
  get(name: string, read: () => Promise<T>): Promise<T>
}
interface Kept<T> {
  readonly value: Promise<T>
  readonly atMs: number
}

export function createRemembered<T>({ most, maxAgeMs }: { most: number; maxAgeMs: number }): Remembered<T> {
  const kept = new Map<string, Kept<T>>()
  return {
    get(name, read) {
      const known = kept.get(name)
      if (known && performance.now() - known.atMs < maxAgeMs) return known.value
      const value = read()
      kept.delete(name)
      kept.set(name, { value, atMs: performance.now() })
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      value.catch(() => {
        // a failure is not remembered: the next caller tries again
        if (kept.get(name)?.value === value) kept.delete(name)
      })
      return value
    },
  }
}
