// A value from the database that every call needs, read at most every two seconds. A change in this process takes
// effect at once (`invalidate`); one in another process when the cached value expires.

interface CachedValue<T> {
  /**
   * Returns the value itself if it has been read, otherwise a promise. Callers that arrive during a read share it; a
   * failed read fails them all, and the next call reads again.
   */
  get(): T | Promise<T>
  invalidate(): void
}

const maxAgeMs = 2000

/** `now`: milliseconds since the epoch. */
export function cachedValue<T>(read: () => Promise<T>, now: () => number): CachedValue<T> {
  let current: { value: T | Promise<T>; readonly readMs: number } | undefined
  return {
    get() {
      const nowMs = now()
      // a clock that is set back must not keep a value for longer
      if (current && Math.abs(nowMs - current.readMs) < maxAgeMs) return current.value
      const reading = read()
      const fresh: typeof current = { value: reading, readMs: nowMs }
      current = fresh
      reading.then(
        (value) => {
          fresh.value = value
        },
        () => {
          if (current === fresh) current = undefined
        },
      )
      return reading
    },
    invalidate() {
      current = undefined
    },
  }
}
