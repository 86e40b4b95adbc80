// Bounds the requests of one key at /mcp. Calls of operations count against the plan; searching and describing do not,
// but they cost CPU.

export interface RequestRate {
  /** False when the key has used up the requests of this minute. */
  admit(keyId: string): boolean
}

export interface RequestRateDeps {
  readonly clock: () => number
  /** Of each key. */
  readonly perMinute: number
}

const minuteMs = 60_000

export function createRequestRate({ clock, perMinute }: RequestRateDeps): RequestRate {
  let minute = 0
  /** Only keys that the gateway knows get here, so it is as long as there are keys in use. */
  const counts = new Map<string, number>()
  return {
    admit(keyId) {
      const now = Math.floor(clock() / minuteMs)
      if (now !== minute) {
        minute = now
        counts.clear()
      }
      const count = (counts.get(keyId) ?? 0) + 1
      counts.set(keyId, count)
      return count <= perMinute
    },
  }
}
