// When keys were last used: gathered in memory and written in batches, so that a call costs no write. A crash loses
// what was gathered since the last flush, which only makes a key look a little less recently used.
import type { GatewayKeysRepository } from '#store'

/** A use is noted when the last noted one is at least this old. */
export const lastUsedStepMs = 60_000
const keysPerBatch = 500
const maxPending = 20_000

export interface LastUsed {
  note(keyId: string, at: number): void
  /** Writes what was gathered. When the database fails it rejects and keeps the rest for the next time. */
  flush(): Promise<void>
}

/** Makes the bookkeeping of uses. */
export function createLastUsed(rows: Pick<GatewayKeysRepository, 'touch'>): LastUsed {
  const waiting = new Map<string, number>()
  let flushing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    // What is noted meanwhile goes with the next flush, or this one would never have to end.
    let left = waiting.size
    while (left > 0) {
      const batch = [...waiting.entries().take(Math.min(left, keysPerBatch))]
      await rows.touch(batch.map(([id, at]) => ({ id, at })))
      for (const [id, at] of batch) if (waiting.get(id) === at) waiting.delete(id)
      left -= batch.length
    }
  }

  return {
    note(keyId, at) {
      if (waiting.size < maxPending || waiting.has(keyId)) waiting.set(keyId, at)
    },
    flush() {
      flushing ??= writeAll().finally(() => {
        flushing = undefined
      })
      return flushing
    },
  }
}
