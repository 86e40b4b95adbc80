// Fences through the database, for any number of processes. Every process keeps a row with the last fence it has taken
// and renews it; who raises a fence waits until every row has come that far, or has not been renewed for a lease.
//
//   raise:  insert the fence -> own handlers -> wait for the others
//   poll:   read newer fences -> handlers -> renew the row, which is the acknowledgement and the lease in one
//
// A process that could not renew for a lease may hold what others were told to drop, so it must not serve, unless it
// was alone. Its lease runs from before it read the fences, the wait of the others from after they saw the row change:
// it has always stopped by the time they stop waiting.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#define'
import {
  deleteProcess,
  type FenceRow,
  fenceRange,
  fencesAfter,
  insertFence,
  insertProcess,
  pruneFences,
  readProcesses,
  type Store,
  updateProcess,
} from '#store'
import { createNeighbours } from './neighbours.ts'
import type { FenceHandler, FenceKind, Fences } from './port.ts'

/** `processId` is unique to the process. `pollMs` is how fast fences travel, `leaseMs` how long a hung process delays them. */
export interface FencesOptions {
  readonly store: Pick<Store, 'db' | 'dialect'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly processId: string
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly pollMs?: number
  readonly leaseMs?: number
}

export interface SharedFences extends Fences {
  /**
   * Registers this process and begins to listen; to be called before anything is cached. Rejects when the database is
   * away. Until then, and after `stop`, `mayServe` is false.
   */
  start(): Promise<void>
  /** Stops listening and takes this process off the register, so that nobody waits for it. Tries no longer than a lease. */
  stop(): Promise<void>
  /** How many processes share the database, this one included, when it last answered. */
  liveProcesses(): number
}

const defaultPollMs = 200
const defaultLeaseMs = 5000
/** Renewals per lease when there is nothing to acknowledge. */
const renewalsPerLease = 5
/** How often a raised fence looks whether the others have taken it. */
const checkIntervalMs = 25
/** Fences read at once; more are read in the same poll. */
const fencesPerRead = 500
const pruneIntervalMs = 60_000
const retentionMs = 24 * 3_600_000

export function createFences(options: FencesOptions): SharedFences {
  const { store, clock, processId, log, pollMs = defaultPollMs, leaseMs = defaultLeaseMs } = options
  const handlers = new Map<string, FenceHandler[]>()
  const neighbours = createNeighbours({ ownId: processId, leaseMs, elapsedMs: () => performance.now() })
  /** Fences raised here whose handlers have run. */
  const takenHere = new Set<number>()
  let state: 'new' | 'registered' | 'stopped' | 'lost' = 'new'
  let lastTaken = 0
  let renewed = { elapsedMs: Number.NEGATIVE_INFINITY, atMs: 0 }
  let prunedMs = performance.now()
  let failing = false
  let polling: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function runHandlers(kind: string, target: string): Promise<void> {
    const outcomes = await Promise.allSettled((handlers.get(kind) ?? []).map(async (handler) => handler(target)))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    if (failures.length > 0) throw new AggregateError(failures, `A fence of kind ${kind} was not taken.`)
  }

  async function takeFences(): Promise<void> {
    let fences: FenceRow[]
    do {
      fences = await fencesAfter(store.db, lastTaken, fencesPerRead)
      for (const { seq, kind, target } of fences) {
        if (!takenHere.has(seq)) await runHandlers(kind, target)
        lastTaken = seq
      }
    } while (fences.length === fencesPerRead)
    for (const seq of takenHere) if (seq <= lastTaken) takenHere.delete(seq)
  }

  /** The time since the row was last renewed, by the stopwatch or, if the machine slept, by the clock. */
  function sinceRenewalMs(): number {
    return Math.max(performance.now() - renewed.elapsedMs, clock() - renewed.atMs)
  }

  async function poll(): Promise<void> {
    const began = { elapsedMs: performance.now(), atMs: clock() }
    const takenBefore = lastTaken
    await refuseAfterGap()
    await takeFences()
    if (lastTaken === takenBefore && sinceRenewalMs() < leaseMs / renewalsPerLease) return
    await renew()
    neighbours.observe(await readProcesses(store.db))
    renewed = began
    await prune()
  }

  async function renew(): Promise<void> {
    const row = () => ({ id: processId, seenAt: clock(), fence: lastTaken })
    if (await updateProcess(store.db, row())) return
    // Taken for dead and deleted. Fences raised while the row was gone waited for nobody: read them before serving.
    await insertProcess(store.db, { id: processId, now: clock(), fence: lastTaken })
    await takeFences()
    if (!(await updateProcess(store.db, row()))) throw new Error('the row of this process was deleted again')
  }

  /** After half the time that fences are kept, some may have been deleted before this process has seen them. */
  async function refuseAfterGap(): Promise<void> {
    if (sinceRenewalMs() < retentionMs / 2) return
    const { first } = await fenceRange(store.db)
    if (first <= lastTaken + 1) return
    state = 'lost'
    throw new Error('fences were missed: this process must be started again')
  }

  async function prune(): Promise<void> {
    for (const { id, seenAt } of neighbours.dead()) await deleteProcess(store.db, id, seenAt)
    if (performance.now() - prunedMs < pruneIntervalMs) return
    prunedMs = performance.now()
    await pruneFences(store.db, clock() - retentionMs)
  }

  async function pollAndTell(): Promise<void> {
    try {
      await poll()
      if (failing) log.info('fences are heard again')
      failing = false
    } catch (error) {
      if (!failing)
        log.warn('fences cannot be heard: without others this process goes on, else it stops', { err: error })
      failing = true
    }
    if (state === 'registered') schedule()
  }

  function schedule(): void {
    timer = setTimeout(() => {
      polling = pollAndTell()
    }, pollMs).unref()
  }

  async function everyoneHasTaken(seq: number): Promise<void> {
    // A process that renews its row has read the fences before; three leases are more than any of them can need.
    const deadlineMs = performance.now() + 3 * leaseMs
    for (;;) {
      const rows = await readProcesses(store.db)
      neighbours.observe(rows)
      const behind = rows.filter(({ id, fence }) => id !== processId && fence < seq && !neighbours.isSilent(id))
      if (behind.length === 0) return
      if (performance.now() > deadlineMs) throw new Error(`A fence was not taken by ${behind.length} processes.`)
      await sleep(checkIntervalMs)
    }
  }

  return {
    on(kind: FenceKind, handler) {
      handlers.set(kind, [...(handlers.get(kind) ?? []), handler])
    },
    async raise(kind, target) {
      const seq = await insertFence(store, { kind, target, at: clock() })
      await runHandlers(kind, target)
      takenHere.add(seq)
      await everyoneHasTaken(seq)
    },
    mayServe: () => state === 'registered' && (neighbours.registered === 0 || sinceRenewalMs() < leaseMs),
    async start() {
      renewed = { elapsedMs: performance.now(), atMs: clock() }
      lastTaken = (await fenceRange(store.db)).last
      await insertProcess(store.db, { id: processId, now: clock(), fence: lastTaken })
      neighbours.observe(await readProcesses(store.db))
      state = 'registered'
      schedule()
    },
    async stop() {
      const wasRegistered = state !== 'new'
      state = 'stopped'
      clearTimeout(timer)
      const leave = async () => {
        await polling
        if (wasRegistered) await deleteProcess(store.db, processId)
      }
      await Promise.race([leave(), sleep(leaseMs, undefined, { ref: false })])
    },
    liveProcesses: () => 1 + neighbours.live,
  }
}
