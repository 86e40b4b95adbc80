// What a process knows of the others on the same database, judged by its own monotonic clock alone. Clocks of two
// machines may differ, so the time of day in another's row means nothing; that the row changes does.
import type { ProcessInfo } from '#store'

export interface Peers {
  /** Takes in the rows of all processes, this one's included. */
  observe(processes: readonly ProcessInfo[]): void
  /**
   * Whether the row of peer `id` had not changed for a whole lease at `atMs` of the monotonic clock: then it served
   * nothing from its caches any more.
   */
  isExpired(id: string, atMs: number): boolean
  /** The peers whose rows have not changed for two leases. */
  dead(): { readonly id: string; readonly seenAt: number }[]
  /** How many peers were registered when last observed, expired or not. */
  readonly registered: number
  /** How many peers were not expired when last observed. */
  readonly live: number
}

/** `monotonic` is a clock in milliseconds that never goes back; `ownId` is ignored throughout. */
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
