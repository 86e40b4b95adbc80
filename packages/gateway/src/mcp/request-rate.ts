// Limits the requests of one key at /mcp. Calls of operations count against the plan; searching and describing do not,
// but they cost CPU.

interface RequestRate {
  /** Counts a request; returns false if the key has used up its requests of this minute. */
  admit(keyId: string): boolean
}

interface RequestRateDeps {
  readonly clock: () => number
  /** The limit of each key. */
  readonly perMinute: number
}

const minuteMs = 60_000

export function createRequestRate({ clock, perMinute }: RequestRateDeps): RequestRate {
  let minute = 0
  /** Counts by key. Only known keys get here, so there are never more entries than keys in use. */
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
