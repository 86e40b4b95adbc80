// The other processes on the same database, judged only by this process's monotonic clock. Clocks of two machines can
// differ, so the time of day in another's row means nothing; a change of the row does.
import type { ProcessInfo } from '#store'

interface Peers {
  /** Records the rows of all processes, including this one's. */
  observe(processes: readonly ProcessInfo[]): void
  /**
   * Reports whether the row of peer `id` had not changed for a whole lease at `atMs` of the monotonic clock. The peer
   * then no longer served anything from its caches.
   */
  isExpired(id: string, atMs: number): boolean
  /** Returns the peers whose rows have not changed for two leases. */
  dead(): { readonly id: string; readonly seenAt: number }[]
  /** The number of peers registered when last observed, expired or not. */
  readonly registered: number
  /** The number of peers not expired when last observed. */
  readonly live: number
}

/**
 * Creates the record of peers. `monotonic` is a clock in milliseconds that never goes back; `ownId` is ignored
 * throughout.
 */
export function createPeers(options: {
  readonly ownId: string
  readonly leaseMs: number
  readonly monotonic: () => number
}): Peers {
  const { ownId, leaseMs, monotonic } = options
  let peers = new Map<string, { readonly seenAt: number; readonly changedMs: number }>()
  let live = 0

  const unchangedMs = (id: string, atMs = monotonic()) => atMs - (peers.get(id)?.changedMs ?? Number.NEGATIVE_INFINITY)

  return {
    observe(processes) {
      const nowMs = monotonic()
      const previous = peers
      peers = new Map()
      for (const { id, seenAt } of processes) {
        if (id === ownId) continue
        const known = previous.get(id)
        peers.set(id, known?.seenAt === seenAt ? known : { seenAt, changedMs: nowMs })
      }
      live = [...peers.keys()].filter((id) => unchangedMs(id) < leaseMs).length
    },
    isExpired: (id, atMs) => unchangedMs(id, atMs) >= leaseMs,
    dead: () => [...peers].filter(([id]) => unchangedMs(id) >= 2 * leaseMs).map(([id, { seenAt }]) => ({ id, seenAt })),
    get registered() {
      return peers.size
    },
    get live() {
      return live
    },
  }
}
