// Reserves calls in the database ahead of use, in small blocks, so that its row is never below the calls admitted in a
// day or a minute: a restart, a kill or a lost Redis can cost the caller a block and can never give calls back.
//
//   row.reserved = calls admitted + calls that some process, or Redis, holds and has not used
//
// With Redis, a reservation is made for all processes: the calls that others are likely to need go into a pool there
// (redis-pool.ts), which they draw from first. While the database is down, the only live process goes on, because no
// other can reserve; its calls become a debt, added to the row when the database is back.
import { fail, type Log } from '#define'
import { type Timers, withTimeout } from '#provider'
import {
  type CallCounts,
  pruneDayCounters,
  type Reservation,
  readReserved,
  reserveCalls,
  returnCalls,
  type Store,
} from '#store'
import { dayName, dayOf, minuteOf, type Plan } from './admission.ts'
import { createCallDebts, payDebts } from './call-debts.ts'
import { firstBlock, type QuotaEntry, rollWindows, unset, usedOf, type WindowCalls } from './quota-entries.ts'
import { forgetPool, type RedisPool } from './redis-pool.ts'
import type { WindowClock } from './window-clock.ts'

interface CallBlocksDeps {
  readonly store: Pick<Store, 'db' | 'ping'>
  readonly windows: WindowClock
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly pool: RedisPool | undefined
  readonly timers: Timers
  /** Milliseconds since any fixed moment; never goes back. */
  readonly monotonic: () => number
  /** Returns the number of processes that share the database, at least 1. */
  liveProcesses(): number
  /** Reports whether no other process is registered, not even one that has not answered for a while. */
  isAlone(): boolean
}

interface CallBlocksStats {
  readonly databaseAvailable: boolean
  /** The reason why the database is unavailable. */
  readonly databaseFailure: unknown
  /** The number of calls granted without a reservation since the start, because the database was down. */
  readonly offlineCalls: number
  /** The number of those calls that are not written to the database yet. */
  readonly unwrittenCalls: number
}

export interface CallBlocks {
  /**
   * Reserves calls for `waiting` calls and a block ahead of use. One reservation per subject at a time: a second
   * request shares the outcome of the first. Fails with `store.unavailable` if the database is down and another process
   * could reserve there.
   */
  topUp(entry: QuotaEntry, plan: Plan, waiting: number): Promise<void>
  /**
   * Returns the unused calls of `entry` to the database. Never rejects; the caller loses those that cannot be returned.
   */
  returnUnused(entry: QuotaEntry): Promise<void>
  /** Returns leases of the minute that would keep other processes from admitting calls. */
  returnIdle(entry: QuotaEntry): void
  /** Writes debts and checks whether the database is back; must be called about every second. Never rejects. */
  recover(): Promise<void>
  /** Waits for writes in progress. Resolves to the number of calls that could not be written. */
  settle(): Promise<number>
  stats(): CallBlocksStats
}

/**
 * The limit of a block, which is also at most a thousandth of the day: the possible cost of a kill -9 to the caller
 * (decision 0038).
 */
const maxBlockSize = 10_000
/** The time for which a block lasts; it is filled up once half of it is used. */
const blockMs = 2000
/** Timeouts of a reservation, for a process that can go on without it and for one that cannot. */
const reserveTimeoutMs = 1000
const patientTimeoutMs = 4000
/** The limit of concurrent returns; beyond it the caller loses the rest of a block. */
const maxPendingReturns = 1000
/** The retention of rows of past days, kept for the operator only. */
const retentionDays = 7
/** The divisor of what remains of a minute: with other processes, one holds at most this part. */
const minuteParts = 2
/** The part of the minute below which idle leases, over all processes, are not worth a write. */
const idlePart = 0.05

/** Returns the limit of calls of the day reserved ahead of use, for a plan of `perDay` calls. */
export function largestBlock(perDay: number): number {
  return Math.max(1, Math.min(maxBlockSize, Math.ceil(perDay / 1000)))
}

/** Reports whether half of the calls held ahead of use are used. */
export function isLow({ unused, target }: WindowCalls): boolean {
  return unused * 2 <= target
}

export function createCallBlocks(deps: CallBlocksDeps): CallBlocks {
  const { store, windows, log, pool, timers, monotonic, liveProcesses } = deps
  const debts = createCallDebts()
  const returns = new Set<Promise<void>>()
  let aloneSinceMs: number | undefined
  let isDown = false
  let failure: unknown
  let offlineCalls = 0
  let prunedDay = unset
  let recovery: Promise<void> | null = null

  function markDown(error: unknown): void {
    failure = error
    if (isDown) return
    isDown = true
    log.warn('the database is down: quotas continue with what this process holds or knows', { err: error })
  }

  // debts must be written before anything is reserved
  function markUp(): void {
    if (!isDown || !debts.isEmpty()) return
    isDown = false
    failure = undefined
    log.info('the database is back: calls of quotas are reserved there again')
  }

  /** Adapts the block to the subject's rate: it lasts for 2 s, and at most doubles or halves at a time. */
  function adaptBlock(entry: QuotaEntry): void {
    const { admitted, blockSize, toppedUpMs } = entry
    const elapsedMs = Math.max(1, monotonic() - toppedUpMs)
    const used = Math.ceil((admitted / elapsedMs) * blockMs)
    if (used >= blockSize) entry.blockSize = Math.min(maxBlockSize, used, Math.max(2 * blockSize, admitted))
    else if (elapsedMs > blockMs / 2) entry.blockSize = Math.max(firstBlock, used, Math.ceil(blockSize / 2))
    entry.toppedUpMs = monotonic()
    entry.admitted = 0
  }

  function counterOf({ subject, day, minute }: QuotaEntry) {
    return { subject, day: dayName(day), minute }
  }

  /** Sets the number of calls of either window to hold ahead of use, beyond those that wait. */
  function setTargets(
    { ofMinute, ofDay, blockSize, plan }: QuotaEntry,
    { waiting, isPooled }: { readonly waiting: number; readonly isPooled: boolean },
  ): void {
    const remaining = plan.perMinute - usedOf(ofMinute) - waiting
    const mostAhead = liveProcesses() > 1 ? Math.floor(remaining / (minuteParts * liveProcesses())) : remaining
    ofMinute.target = Math.max(1, Math.min(blockSize, mostAhead))
    const largest = largestBlock(plan.perDay)
    ofDay.target = Math.min(blockSize, isPooled ? Math.ceil(largest / liveProcesses()) : largest)
  }

  async function take(entry: QuotaEntry, plan: Plan, waiting: number): Promise<void> {
    noteAlone()
    rollWindows(entry, windows)
    entry.plan = plan
    adaptBlock(entry)
    const usable = liveProcesses() > 1 && pool?.isUsable() ? pool : undefined
    setTargets(entry, { waiting, isPooled: usable !== undefined })
    if (usable) {
      await usable.draw(entry, neededBy(entry, waiting))
      const { perMinute, perDay } = neededBy(entry, waiting)
      if (perMinute + perDay === 0) return
      if (waiting === 0 && !isLow(entry.ofMinute) && !isLow(entry.ofDay)) return
    } else forgetPool(entry)
    const needed = neededBy(entry, waiting)
    if (isDown) await takeWithout(entry, needed)
    else await reserve(entry, { needed, pool: usable })
  }

  async function reserve(
    entry: QuotaEntry,
    { needed, pool: usable }: { readonly needed: CallCounts; readonly pool: RedisPool | undefined },
  ): Promise<void> {
    const { day, plan } = entry
    const counter = counterOf(entry)
    const requested = usable ? withPool(entry, needed) : needed
    const isPresent = () => windows.isPresent(counter.minute)
    const reservation = reserveCalls(store.db, counter, { requested, plan, isPresent })
    const timeoutMs = mayTakeAlone(entry) ? reserveTimeoutMs : patientTimeoutMs
    let isLate = false
    const outcome = await withTimeout(
      reservation,
      timeoutMs,
      () => {
        isLate = true
        return new Error(`a reservation took more than ${timeoutMs} ms`)
      },
      timers,
    ).catch((error: unknown) => {
      markDown(error)
      return null
    })
    // if the reservation succeeds after all, its calls are no longer needed
    if (isLate)
      void track(reservation.then(({ granted, minute }) => returnCalls(store.db, { ...counter, minute }, granted)))
    if (outcome === null) {
      await takeWithout(entry, needed)
      return
    }
    markUp()
    const { perMinute, perDay } = hold(entry, outcome, day)
    const surplus = {
      perMinute: Math.max(0, perMinute - needed.perMinute),
      perDay: Math.max(0, perDay - needed.perDay),
    }
    if (usable && surplus.perMinute + surplus.perDay > 0) void usable.give(entry, surplus)
  }

  /** Adds the reserved calls; those whose window has ended meanwhile are lost. */
  function hold(entry: QuotaEntry, { granted, minute, reserved }: Reservation, day: number): CallCounts {
    if (entry.day !== day) return { perMinute: 0, perDay: 0 }
    rollWindows(entry, { minute, day })
    entry.readAtMs = windows.tick()
    entry.ofDay.unused += granted.perDay
    entry.ofDay.reserved = Math.max(reserved.perDay, entry.ofDay.unused + entry.ofDay.pooled)
    if (entry.minute !== minute) return { perMinute: 0, perDay: granted.perDay }
    entry.ofMinute.unused += granted.perMinute
    entry.ofMinute.reserved = Math.max(reserved.perMinute, entry.ofMinute.unused + entry.ofMinute.pooled)
    return granted
  }

  /** Adds a reservation for the other processes, within the limit of calls ahead of use. */
  function withPool({ ofMinute, ofDay, blockSize, plan }: QuotaEntry, { perMinute, perDay }: CallCounts): CallCounts {
    const others = liveProcesses() - 1
    const spareMinute = Math.floor(availableOf(ofMinute, plan.perMinute) / minuteParts) - perMinute
    const spareDay = Math.min(availableOf(ofDay, plan.perDay) - perDay, largestBlock(plan.perDay) - ofDay.target)
    return {
      perMinute: perMinute + Math.max(0, Math.min(ofMinute.target * others, spareMinute)),
      perDay: perDay + Math.max(0, Math.min(blockSize * others, spareDay)),
    }
  }

  /** Reports whether this process is alone and knows all reservations. */
  function mayTakeAlone(entry: QuotaEntry): boolean {
    const sinceMs = noteAlone()
    return sinceMs !== undefined && isKnown(entry, Math.max(sinceMs, entry.createdAtMs)) && !debts.isFull()
  }

  async function takeWithout(entry: QuotaEntry, needed: CallCounts): Promise<void> {
    await readCounts(entry)
    rollWindows(entry, windows)
    takeAlone(entry, needed)
  }

  /**
   * Reads the reserved calls while nothing can be written: on a full disk, for example, the database can still answer
   * the only live process.
   */
  async function readCounts(entry: QuotaEntry): Promise<void> {
    const counter = counterOf(entry)
    if (noteAlone() === undefined || mayTakeAlone(entry) || debts.has(counter)) return
    const startedMs = windows.tick()
    const read = readReserved(store.db, counter)
    const reserved = await withTimeout(read, reserveTimeoutMs, () => undefined, timers).catch(() => undefined)
    if (!reserved || entry.minute !== counter.minute || dayName(entry.day) !== counter.day) return
    entry.readAtMs = startedMs
    const { ofMinute, ofDay } = entry
    ofMinute.reserved = Math.max(reserved.perMinute, ofMinute.unused + ofMinute.pooled)
    ofDay.reserved = Math.max(reserved.perDay, ofDay.unused + ofDay.pooled)
  }

  /** Takes what is left without the database, if this is the only live process. */
  function takeAlone(entry: QuotaEntry, needed: CallCounts): void {
    if (!mayTakeAlone(entry)) {
      if (entry.ofMinute.unused > 0 && entry.ofDay.unused > 0) return
      throw fail('store.unavailable', {}, { note: 'calls cannot be reserved', cause: failure, retryAfterS: 1 })
    }
    const perMinute = takeRest(entry.ofMinute, entry.plan.perMinute, needed.perMinute)
    const perDay = takeRest(entry.ofDay, entry.plan.perDay, needed.perDay)
    debts.add(counterOf(entry), { perMinute, perDay })
    offlineCalls += perDay
  }

  /** Reports whether this process, alone since `sinceMs`, knows all reservations. */
  function isKnown({ minute, day, ofMinute, ofDay, readAtMs }: QuotaEntry, sinceMs: number): boolean {
    const isRead = readAtMs >= sinceMs
    const knowsMinute = minute > minuteOf(sinceMs) || (isRead && ofMinute.reserved !== unset)
    return knowsMinute && (day > dayOf(sinceMs) || (isRead && ofDay.reserved !== unset))
  }

  /** Returns the time since which this process has known itself to be alone; undefined while it is not. */
  function noteAlone(): number | undefined {
    aloneSinceMs = deps.isAlone() ? (aloneSinceMs ?? windows.tick()) : undefined
    return aloneSinceMs
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work
      .catch((error: unknown) => markDown(error))
      .finally(() => {
        returns.delete(tracked)
      })
    returns.add(tracked)
    return tracked
  }

  async function recoverNow(): Promise<void> {
    const { day } = windows
    try {
      if (!debts.isEmpty()) await payDebts(debts, store)
      else if (isDown) await store.ping()
      if (prunedDay !== day) await pruneDayCounters(store.db, dayName(day - retentionDays))
      prunedDay = day
      markUp()
    } catch (error) {
      markDown(error)
    }
  }

  function recover(): Promise<void> {
    noteAlone()
    recovery ??= recoverNow().finally(() => {
      recovery = null
    })
    return recovery
  }

  async function giveBack(entry: QuotaEntry, amounts: CallCounts): Promise<void> {
    const counter = counterOf(entry)
    for (const [calls, amount] of [
      [entry.ofMinute, amounts.perMinute],
      [entry.ofDay, amounts.perDay],
    ] as const) {
      calls.unused -= amount
      calls.reserved -= amount
    }
    // calls that are still a debt were never written, so they need not be subtracted there
    const { perMinute, perDay } = debts.cancel(counter, amounts)
    if (perMinute + perDay > 0 && returns.size < maxPendingReturns)
      await track(returnCalls(store.db, counter, { perMinute, perDay }))
  }

  return {
    topUp(entry, plan, waiting) {
      entry.topUp ??= take(entry, plan, waiting).finally(() => {
        entry.topUp = null
      })
      return entry.topUp
    },
    async returnUnused(entry) {
      const { ofMinute, ofDay } = entry
      if (ofMinute.unused + ofDay.unused > 0)
        await giveBack(entry, { perMinute: ofMinute.unused, perDay: ofDay.unused })
    },
    returnIdle(entry) {
      const { ofMinute, topUp, waiting, plan } = entry
      if (ofMinute.unused === 0 || entry.minute !== windows.minute || topUp !== null || waiting > 0 || isDown) return
      if (ofMinute.unused * liveProcesses() <= idlePart * plan.perMinute) return
      void giveBack(entry, { perMinute: ofMinute.unused, perDay: 0 })
    },
    recover,
    async settle() {
      await Promise.all(returns)
      await recover()
      return debts.calls()
    },
    stats: () => ({
      databaseAvailable: !isDown,
      databaseFailure: failure,
      offlineCalls,
      unwrittenCalls: debts.calls(),
    }),
  }
}

/** Returns the calls that `entry` lacks to admit the waiting calls and to hold its target ahead of use. */
function neededBy({ ofMinute, ofDay, plan }: QuotaEntry, waiting: number): CallCounts {
  const inMinute = ofMinute.unused + ofMinute.pooled + availableOf(ofMinute, plan.perMinute)
  // calls of the day beyond those that the minute admits would be held for nothing
  const ahead = Math.max(0, Math.min(waiting - 1, inMinute))
  return {
    perMinute: missing(ofMinute, ahead + ofMinute.target, plan.perMinute),
    perDay: missing(ofDay, ahead + ofDay.target, plan.perDay),
  }
}

/** Returns the calls without a reservation, as far as this process knows. */
function availableOf({ reserved }: WindowCalls, limit: number): number {
  return Math.max(0, limit - Math.max(0, reserved))
}

/** Returns the calls missing from `wanted`. If nothing can be reserved, makes do with what is held. */
function missing(calls: WindowCalls, wanted: number, limit: number): number {
  const lacks = Math.max(0, wanted - calls.unused)
  return calls.unused > 0 ? Math.min(lacks, calls.pooled + availableOf(calls, limit)) : lacks
}

/** Takes up to `needed` of the calls without a reservation. */
function takeRest(calls: WindowCalls, limit: number, needed: number): number {
  const reserved = Math.max(0, calls.reserved)
  const granted = Math.max(0, Math.min(needed, limit - reserved))
  calls.reserved = reserved + granted
  calls.unused += granted
  return granted
}
