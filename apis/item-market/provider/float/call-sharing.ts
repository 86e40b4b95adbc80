// Lets all who ask the same at the same time wait for one call, and bounds how many calls are under way.

export interface CallSharing<T> {
  /** The answer of the call that is under way for the key, else of a new one; undefined when too many are under way. */
  share(key: string, call: () => Promise<T>): Promise<T> | undefined
}

/** At most `atOnce` calls of different keys at a time. */
export function createCallSharing<T>(atOnce: number): CallSharing<T> {
  const underWay = new Map<string, Promise<T>>()
  return {
    share(key, call) {
      const known = underWay.get(key)
      if (known) return known
      if (underWay.size >= atOnce) return undefined
      const started = call().finally(() => underWay.delete(key))
      underWay.set(key, started)
      return started
    },
  }
}
