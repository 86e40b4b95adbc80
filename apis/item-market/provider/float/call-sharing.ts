// Shares one call among all who make the same one at the same time, and bounds how many are under way.

export interface CallSharing<T> {
  /** The result of the call under way for the key, else of a new one; undefined when too many are under way. */
  share(key: string, call: () => Promise<T>): Promise<T> | undefined
}

/** At most `maxCalls` calls of different keys at a time. */
export function createCallSharing<T>(maxCalls: number): CallSharing<T> {
  const underWay = new Map<string, Promise<T>>()
  return {
    share(key, call) {
      const known = underWay.get(key)
      if (known) return known
      if (underWay.size >= maxCalls) return undefined
      const started = call().finally(() => underWay.delete(key))
      underWay.set(key, started)
      return started
    },
  }
}
