// Invalidations through the database, for any number of processes. Every process keeps a row with the last invalidation
// it has handled and renews it. Publishing waits until every row has come that far, or has not been renewed for a
// lease.
//
//   publish:  insert the invalidation -> own handlers -> wait for the peers
//   poll:     read newer invalidations -> handlers -> renew the row, which is acknowledgement and lease in one
//   start:    insert the row -> notify the others, so that none of them still believes that it is alone
//
// A process that could not renew for a lease might still hold what others have dropped, so it must not serve unless it
// was alone. Its lease runs from before it read the invalidations; publishers count from after they saw its row change.
// So it has always stopped serving by the time they stop waiting. Once its lease has run out, it renews its row and
// then reads the invalidations once more: those that no publisher waited for were published before.
import type { Log } from '#define'
import { pause, systemTimers, type Timer, type Timers, withTimeout } from '#provider'
import {
  deleteProcess,
  type InvalidationRow,
  insertInvalidation,
  insertProcess,
  invalidationRange,
  invalidationsAfter,
  pruneInvalidations,
  readProcesses,
  type Store,
  updateProcess,
} from '#store'
import { createHandlers } from './handlers.ts'
import { createPeers } from './peers.ts'
import type { Invalidations } from './port.ts'

export interface InvalidationsOptions {
  readonly store: Pick<Store, 'db' | 'dialect'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Milliseconds since the epoch by the clock of this machine, which can jump; defaults to `clock`. */
  readonly wall?: () => number
  /** Milliseconds since any fixed moment; never goes back. */
  readonly monotonic?: () => number
  /** Unique to this process. */
  readonly processId: string
  readonly timers?: Timers
  readonly log: Pick<Log, 'info' | 'warn'>
  /** The interval at which new invalidations are read. */
  readonly pollMs?: number
  /** The longest delay of an invalidation by a hung process. */
  readonly leaseMs?: number
  /** The interval at which a publisher checks for its peers' acknowledgements. */
  readonly acknowledgementPollMs?: number
}

export interface SharedInvalidations extends Invalidations {
  /**
   * Registers this process and begins to poll; must be called before anything is cached. Resolves once all others know
   * of it, or after 2 s: a process that was killed cannot answer. Rejects if the database is down. Until then, and
   * after `stop`, `hasLease` is false.
   */
  start(): Promise<void>
  /**
   * Stops polling and deletes the row of this process, so that no publisher waits for it. Takes no longer than a lease.
   */
  stop(): Promise<void>
  /** Returns the error of the last attempt to read invalidations and renew the lease; undefined if it succeeded. */
  failure(): unknown
  /** Returns the number of processes that shared the database, this one included, when it last answered. */
  liveProcesses(): number
  /** Reports whether no other process was registered then, not even one whose lease had run out. */
  isAlone(): boolean
}

const defaultPollMs = 200
const defaultLeaseMs = 5000
/** Renewals per lease when there is nothing to acknowledge. */
const renewalsPerLease = 5
const defaultAcknowledgementPollMs = 25
/** The time for which a start waits for processes that do not answer. */
const joinMs = 2000
/** The number of invalidations read at once; more are read in the same poll. */
const rowsPerRead = 500
const pruneIntervalMs = 60_000
const retentionMs = 24 * 3_600_000

export function createInvalidations(options: InvalidationsOptions): SharedInvalidations {
  const { store, clock, processId, log, pollMs = defaultPollMs, leaseMs = defaultLeaseMs } = options
  const { wall = clock, timers = systemTimers, acknowledgementPollMs = defaultAcknowledgementPollMs } = options
  const monotonic = options.monotonic ?? (() => performance.now())
  const handlers = createHandlers()
  const peers = createPeers({ ownId: processId, leaseMs, monotonic })
  /** Numbers of this process's own invalidations whose handlers have run but which no poll has read yet. */
  const handledHere = new Set<number>()
  let state: 'new' | 'registered' | 'stopped' | 'lost' = 'new'
  let lastHandled = 0
  let renewed = { elapsedMs: Number.NEGATIVE_INFINITY, atMs: 0 }
  let prunedMs = monotonic()
  let failure: unknown
  let polling: Promise<void> = Promise.resolve()
  let timer: Timer | undefined

  async function handleNew(): Promise<void> {
    let rows: InvalidationRow[]
    do {
      rows = await invalidationsAfter(store.db, lastHandled, rowsPerRead)
      for (const { seq, kind, target } of rows) {
        if (!handledHere.has(seq)) await handlers.run(kind, target)
        lastHandled = seq
      }
    } while (rows.length === rowsPerRead)
    for (const seq of handledHere) if (seq <= lastHandled) handledHere.delete(seq)
  }

  /**
   * Returns the time since the row was last renewed. The monotonic clock can stop while the machine sleeps; the wall
   * clock does not.
   */
  function sinceRenewalMs(): number {
    return Math.max(monotonic() - renewed.elapsedMs, wall() - renewed.atMs)
  }

  async function poll(): Promise<void> {
    const began = { elapsedMs: monotonic(), atMs: wall() }
    const handledBefore = lastHandled
    await refuseAfterGap()
    await handleNew()
    if (lastHandled === handledBefore && sinceRenewalMs() < leaseMs / renewalsPerLease) return
    // before the acknowledgement: a reader of it can then rely on this process knowing all others
    peers.observe(await readProcesses(store.db))
    await renew()
    if (sinceRenewalMs() >= leaseMs) {
      await handleNew()
      await renew()
    }
    renewed = began
    await prune()
  }

  async function renew(): Promise<void> {
    const row = () => ({ id: processId, seenAt: clock(), acknowledged: lastHandled })
    if (await updateProcess(store.db, row())) return
    // A peer took this process for dead and deleted its row. Publishers since then have not waited for this process, so
    // read their invalidations before serving again.
    await insertProcess(store.db, row())
    await handleNew()
    peers.observe(await readProcesses(store.db))
    if (!(await updateProcess(store.db, row()))) throw new Error('the row of this process was deleted again')
  }

  /** Refuses to go on after half the retention: invalidations may have been pruned before this process read them. */
  async function refuseAfterGap(): Promise<void> {
    if (sinceRenewalMs() < retentionMs / 2) return
    const { first } = await invalidationRange(store.db)
    if (first <= lastHandled + 1) return
    state = 'lost'
    throw new Error('invalidations were missed: this process must be restarted')
  }

  async function prune(): Promise<void> {
    for (const { id, seenAt } of peers.dead()) await deleteProcess(store.db, id, seenAt)
    if (monotonic() - prunedMs < pruneIntervalMs) return
    prunedMs = monotonic()
    await pruneInvalidations(store.db, clock() - retentionMs)
  }

  async function pollAndLog(): Promise<void> {
    try {
      await poll()
      if (failure !== undefined) log.info('invalidations are received again')
      failure = undefined
    } catch (error) {
      if (failure === undefined)
        log.warn('invalidations cannot be received: this process stops serving unless it is the only one', {
          err: error,
        })
      failure = error
    }
    if (state === 'registered') schedule()
  }

  function schedule(): void {
    timer = timers
      .after(pollMs, () => {
        polling = pollAndLog()
      })
      .unref()
  }

  /** Notifies the others of this process. One that believes it is alone would go on without its database. */
  async function join(): Promise<void> {
    if (peers.registered === 0) return
    const seq = await insertInvalidation(store, { kind: 'process', target: processId, at: clock() })
    for (let waitedMs = 0; waitedMs < joinMs; waitedMs += acknowledgementPollMs) {
      const processes = await readProcesses(store.db)
      if (processes.every(({ id, acknowledged }) => id === processId || acknowledged >= seq)) return
      await pause(acknowledgementPollMs, timers)
    }
  }

  async function acknowledgedByAll(seq: number): Promise<void> {
    // a process renews its row only after it has read the invalidations, and three leases are more than it needs
    const deadlineMs = monotonic() + 3 * leaseMs
    for (;;) {
      const beganMs = monotonic()
      const processes = await readProcesses(store.db)
      peers.observe(processes)
      // judged by the time before the query: a row may have been renewed while the query ran
      const behind = processes.filter(
        ({ id, acknowledged }) => id !== processId && acknowledged < seq && !peers.isExpired(id, beganMs),
      )
      if (behind.length === 0) return
      if (monotonic() > deadlineMs) throw new Error(`${behind.length} processes did not acknowledge an invalidation.`)
      await pause(acknowledgementPollMs, timers)
    }
  }

  return {
    on: handlers.add,
    async publish(kind, target) {
      const seq = await insertInvalidation(store, { kind, target, at: clock() })
      await handlers.run(kind, target)
      handledHere.add(seq)
      await acknowledgedByAll(seq)
    },
    hasLease: () => state === 'registered' && (peers.registered === 0 || sinceRenewalMs() < leaseMs),
    async start() {
      renewed = { elapsedMs: monotonic(), atMs: wall() }
      lastHandled = (await invalidationRange(store.db)).last
      await insertProcess(store.db, { id: processId, seenAt: clock(), acknowledged: lastHandled })
      peers.observe(await readProcesses(store.db))
      state = 'registered'
      schedule()
      await join()
    },
    async stop() {
      const wasRegistered = state !== 'new'
      state = 'stopped'
      timer?.cancel()
      const leave = async () => {
        await polling
        if (wasRegistered) await deleteProcess(store.db, processId)
      }
      const timeout = new Error('this process could not delete its row in time')
      await withTimeout(leave(), leaseMs, () => timeout, timers).catch((error: unknown) => {
        if (error !== timeout) throw error
      })
    },
    failure: () => failure,
    liveProcesses: () => 1 + peers.live,
    isAlone: () => peers.registered === 0,
  }
}
