// Shares one call among concurrent identical ones, and bounds their number.

interface CallSharing<T> {
  /** Returns the result of the key's pending call, else of a new one; undefined if too many calls are pending. */
  share(key: string, call: () => Promise<T>): Promise<T> | undefined
}

/** Creates a sharing with at most `maxCalls` concurrent calls of different keys. */
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
