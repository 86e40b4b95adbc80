// What a process knows of the others on the same database, judged by its own stopwatch alone: the clocks of two
// machines may differ, so that another's time of day says nothing; that its row changes does.
import type { ProcessRow } from '#store'

export interface Neighbours {
  /** Takes in the rows of all processes, this one's included. */
  observe(rows: readonly ProcessRow[]): void
  /** Whether the row of process `id` has not changed for a whole lease: it has stopped serving, or will not resume. */
  isSilent(id: string): boolean
  /** Those whose rows have not changed for twice the lease. */
  dead(): { readonly id: string; readonly seenAt: number }[]
  /** Processes that were registered when last observed, silent or not. */
  readonly registered: number
  /** Processes that were not silent when last observed. */
  readonly live: number
}

/** `elapsedMs` is a stopwatch that never goes back; `ownId` is left out of everything. */
export function createNeighbours(options: {
  readonly ownId: string
  readonly leaseMs: number
  elapsedMs(): number
}): Neighbours {
  const { ownId, leaseMs, elapsedMs } = options
  let seen = new Map<string, { readonly seenAt: number; readonly changedMs: number }>()
  let live = 0

  const silentMs = (id: string) => elapsedMs() - (seen.get(id)?.changedMs ?? Number.NEGATIVE_INFINITY)

  return {
    observe(rows) {
      const nowMs = elapsedMs()
      const before = seen
      seen = new Map()
      for (const { id, seen_at: seenAt } of rows) {
        if (id === ownId) continue
        const known = before.get(id)
        seen.set(id, known?.seenAt === seenAt ? known : { seenAt, changedMs: nowMs })
      }
      live = [...seen.keys()].filter((id) => silentMs(id) < leaseMs).length
    },
    isSilent: (id) => silentMs(id) >= leaseMs,
    dead: () => [...seen].filter(([id]) => silentMs(id) >= 2 * leaseMs).map(([id, { seenAt }]) => ({ id, seenAt })),
    get registered() {
      return seen.size
    },
    get live() {
      return live
    },
  }
}
