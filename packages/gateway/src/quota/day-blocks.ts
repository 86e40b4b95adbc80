// Calls of the day are reserved in the database ahead of use, in small blocks, so that the row is never below what was
// admitted: a restart, a kill or a lost Redis can cost the caller one block and can never give calls back.
//
//   row.reserved = calls admitted + blocks that some process (or Redis) holds and has not used
//
// While the database is down a process goes on with a share of what remained. Those calls become a debt, which is
// added to the row when the database is back. Who may use the calls of a block is decided by the counters.
import type { Log } from '#define'
import { withTimeout } from '#provider'
import { addCalls, pruneDayCounters, reserveCalls, returnCalls, type Store } from '#store'
import { dayName, type Plan } from './admission.ts'
import { firstBlock, type QuotaEntry, rollWindows, unset } from './quota-entries.ts'
import type { WindowClock } from './window-clock.ts'

export interface DayBlocksDeps {
  readonly store: Pick<Store, 'db' | 'ping'>
  readonly windows: WindowClock
  readonly log: Pick<Log, 'info' | 'warn'>
  /** How many processes share the database, at least 1. */
  liveProcesses(): number
}

export interface DayBlocksStats {
  readonly databaseAvailable: boolean
  /** Why it is not. */
  readonly databaseFailure: unknown
  /** Calls granted without a reservation since the start, because the database was down. */
  readonly offlineCalls: number
  /** Of those, the calls that are not written to the database yet. */
  readonly unwrittenCalls: number
}

export interface DayBlocks {
  /**
   * Adds calls to `entry.reservedUnused`, up to a block including the `held` ones; resolves to how many, 0 when none
   * are available. One reservation per subject at a time: a second request gets the outcome of the first. Never
   * rejects.
   */
  topUp(entry: QuotaEntry, plan: Plan, held: number): Promise<number>
  /** Returns the unused calls of `entry` to the database. Never rejects; the caller loses what cannot be returned. */
  returnUnused(entry: QuotaEntry): Promise<void>
  /** Writes debts and checks whether the database is back; to be called about every second. */
  recover(): Promise<void>
  /** Waits for writes in progress. Resolves to the calls that could not be written. */
  settle(): Promise<number>
  stats(): DayBlocksStats
}

/** A block is at most a thousandth of the day, and this: what a kill -9 may cost the caller (decision 0005). */
const maxBlockSize = 10_000
/** Within its limit a block is what the subject uses in 2 s: half of it lasts for one, then it is filled up. */
const growsWithinMs = 500
const shrinksAfterMs = 1000
/** A reservation that takes longer is not waited for; the call goes on with the share. */
const reserveTimeoutMs = 1000
/** No debts of more subjects than this; further calls are refused, since they could not be recorded. */
const maxDebts = 100_000
/** Returns in progress at once; beyond that the caller loses the rest of a block. */
const maxPendingReturns = 1000
/** How long rows of past days are kept, for the operator only. */
const retentionDays = 7

/** The most calls that are reserved at once for a plan of `perDay` calls. */
export function largestBlock(perDay: number): number {
  return Math.max(1, Math.min(maxBlockSize, Math.ceil(perDay / 1000)))
}

/** How many calls are reserved at once. */
export function blockSizeOf(entry: QuotaEntry, { perDay }: Plan): number {
  return Math.min(entry.blockSize, largestBlock(perDay))
}

/** Follows how fast the subject uses its blocks, when one is about to be filled up. */
function adaptBlock(entry: QuotaEntry, { perDay }: Plan): void {
  const nowMs = performance.now()
  const lastedMs = nowMs - entry.toppedUpMs
  entry.toppedUpMs = nowMs
  if (lastedMs < growsWithinMs) entry.blockSize = Math.min(2 * entry.blockSize, largestBlock(perDay))
  else if (lastedMs > shrinksAfterMs) entry.blockSize = Math.max(firstBlock, Math.ceil(entry.blockSize / 2))
}

interface Debt {
  readonly subject: string
  readonly day: string
  amount: number
}

export function createDayBlocks({ store, windows, log, liveProcesses }: DayBlocksDeps): DayBlocks {
  const debts = new Map<string, Debt>()
  const returns = new Set<Promise<void>>()
  let isDown = false
  let failure: unknown
  let outage = 0
  let offlineCalls = 0
  let prunedDay = unset
  let recovery: Promise<void> | null = null

  function markDown(error: unknown): void {
    failure = error
    if (isDown) return
    isDown = true
    outage++
    log.warn('the database is down: day quotas continue with a share of what remained', { err: error })
  }

  function markUp(): void {
    if (!isDown) return
    isDown = false
    failure = undefined
    log.info('the database is back: calls of day quotas are reserved there again')
  }

  async function reserve(entry: QuotaEntry, plan: Plan, amount: number): Promise<number> {
    const { subject, day } = entry
    const reservation = reserveCalls(store.db, { subject, day: dayName(day), amount, perDay: plan.perDay })
    let isLate = false
    const outcome = await withTimeout(reservation, reserveTimeoutMs, () => {
      isLate = true
      return new Error(`a reservation took more than ${reserveTimeoutMs} ms`)
    }).catch((error: unknown) => {
      markDown(error)
      return null
    })
    // If the reservation succeeds after all, nobody uses it any more.
    if (isLate) void track(reservation.then(({ granted }) => release({ subject, day: dayName(day), amount: granted })))
    // If the day ended meanwhile, what was reserved for it is of no more use to anyone.
    if (entry.day !== day) return 0
    if (outcome === null) return takeShare(entry, plan, amount)
    markUp()
    entry.reservedUnused += outcome.granted
    setReserved(entry, outcome.reserved)
    return outcome.granted
  }

  function setReserved(entry: QuotaEntry, reserved: number): void {
    entry.reserved = reserved
    entry.readAtMs = windows.tick()
  }

  /** Without the database: what remained of the day is divided among the live processes, once per outage. */
  function takeShare(entry: QuotaEntry, plan: Plan, amount: number): number {
    const reserved = Math.max(0, entry.reserved)
    if (entry.outage !== outage) {
      entry.outage = outage
      entry.share = Math.floor(Math.max(0, plan.perDay - reserved) / Math.max(1, liveProcesses()))
    }
    const granted = Math.min(amount, entry.share)
    if (granted === 0 || !addDebt({ subject: entry.subject, day: dayName(entry.day), amount: granted })) return 0
    entry.share -= granted
    entry.reservedUnused += granted
    setReserved(entry, reserved + granted)
    offlineCalls += granted
    return granted
  }

  function addDebt(debt: Debt): boolean {
    const key = keyOf(debt)
    const existing = debts.get(key)
    if (existing) existing.amount += debt.amount
    else if (debts.size >= maxDebts) return false
    else debts.set(key, debt)
    return true
  }

  async function release(calls: Debt): Promise<void> {
    // Calls that are still a debt were never written, so they need not be subtracted there.
    const debt = debts.get(keyOf(calls))
    const cancelled = Math.min(debt?.amount ?? 0, calls.amount)
    if (debt) debt.amount -= cancelled
    const amount = calls.amount - cancelled
    if (amount > 0) await returnCalls(store.db, { ...calls, amount })
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

  async function payDebts(): Promise<void> {
    // A copy: debts that are added meanwhile must not prolong the loop.
    for (const [key, debt] of [...debts]) {
      debts.delete(key)
      const { amount } = debt
      if (amount === 0) continue
      try {
        await addCalls(store.db, { ...debt, amount })
      } catch (error) {
        // It is unknown whether they were added. Adding them twice can cost the caller calls; not adding them could
        // give the caller calls beyond the plan.
        addDebt(debt)
        throw error
      }
    }
  }

  async function recoverNow(): Promise<void> {
    const { day } = windows
    try {
      if (debts.size > 0) await payDebts()
      else if (isDown) await store.ping()
      if (prunedDay !== day) await pruneDayCounters(store.db, dayName(day - retentionDays))
      prunedDay = day
      markUp()
    } catch (error) {
      markDown(error)
    }
  }

  function recover(): Promise<void> {
    recovery ??= recoverNow().finally(() => {
      recovery = null
    })
    return recovery
  }

  return {
    topUp(entry, plan, held) {
      if (entry.topUp) return entry.topUp
      rollWindows(entry, windows)
      adaptBlock(entry, plan)
      const amount = Math.max(1, blockSizeOf(entry, plan) - held)
      entry.topUp = (isDown ? Promise.resolve(takeShare(entry, plan, amount)) : reserve(entry, plan, amount)).finally(
        () => {
          entry.topUp = null
        },
      )
      return entry.topUp
    },
    async returnUnused(entry) {
      const amount = entry.reservedUnused
      if (amount === 0) return
      entry.reservedUnused = 0
      entry.reserved -= amount
      if (returns.size < maxPendingReturns)
        await track(release({ subject: entry.subject, day: dayName(entry.day), amount }))
    },
    recover,
    async settle() {
      await Promise.all(returns)
      await recover()
      return totalOf(debts)
    },
    stats: () => ({
      databaseAvailable: !isDown,
      databaseFailure: failure,
      offlineCalls,
      unwrittenCalls: totalOf(debts),
    }),
  }
}

function keyOf({ subject, day }: Debt): string {
  return `${day} ${subject}`
}

function totalOf(debts: ReadonlyMap<string, Debt>): number {
  let calls = 0
  for (const debt of debts.values()) calls += debt.amount
  return calls
}
