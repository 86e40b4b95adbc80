// Records the last use of keys: collected in memory and written in batches, so that a call costs no write. A crash
// loses the uses since the last flush, which only makes a key look a little less recently used.
import type { GatewayKeysRepository } from '#store'

/** The least age of a recorded use before a new one is recorded. */
export const lastUsedStepMs = 60_000
const keysPerBatch = 500
const maxPending = 20_000

export interface LastUsed {
  record(keyId: string, at: number): void
  /** Writes the collected uses. Rejects if the database fails, and keeps the rest for the next flush. */
  flush(): Promise<void>
}

export function createLastUsed(rows: Pick<GatewayKeysRepository, 'touch'>): LastUsed {
  const pending = new Map<string, number>()
  let flushing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    // leaves uses recorded meanwhile to the next flush; otherwise this one might never end
    let remaining = pending.size
    while (remaining > 0) {
      const batch = [...pending.entries().take(Math.min(remaining, keysPerBatch))]
      await rows.touch(batch.map(([id, at]) => ({ id, at })))
      for (const [id, at] of batch) if (pending.get(id) === at) pending.delete(id)
      remaining -= batch.length
    }
  }

  return {
    record(keyId, at) {
      if (pending.size < maxPending || pending.has(keyId)) pending.set(keyId, at)
    },
    flush() {
      flushing ??= writeAll().finally(() => {
        flushing = undefined
      })
      return flushing
    },
  }
}
