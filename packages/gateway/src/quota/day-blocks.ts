// Day calls are reserved in the database ahead of use, in small blocks, so that the row is never below what was
// admitted: a restart, a kill or a lost Redis can cost the caller one block and can never give calls back.
//
//   row.reserved = calls admitted + blocks that some process (or Redis) holds and has not used
//
// While the database is away a process goes on with a share of what was left; those calls become a debt, which is
// added to the row when the database is back. Who may use the calls of a block is decided by the counters.
import type { Log } from '#define'
import { addCalls, pruneDayCounters, reserveCalls, returnCalls, type Store } from '#store'
import { dayName, type Plan } from './admission.ts'
import { moveOn, type SubjectCount, unset } from './subjects.ts'
import type { WindowClock } from './window-clock.ts'

/** What is needed to reserve calls. `liveProcesses` is at least 1 and counts this process. */
export interface DayBlocksParts {
  readonly store: Pick<Store, 'db' | 'ping'>
  readonly windows: WindowClock
  readonly log: Pick<Log, 'info' | 'warn'>
  liveProcesses(): number
}

export interface DayBlocksStats {
  readonly databaseAvailable: boolean
  /** Calls taken from the share without a reservation, since the start. */
  readonly sharedCalls: number
  /** Of those, the calls that the database has not been told yet. */
  readonly unwrittenCalls: number
}

export interface DayBlocks {
  /**
   * Adds calls to `count.left`, up to a block above the `held` ones; returns how many, 0 when there are none to be had.
   * One reservation per subject at a time: a second request gets the outcome of the first. Never rejects.
   */
  topUp(count: SubjectCount, plan: Plan, held: number): Promise<number>
  /** Gives the unused calls of `count` back. Never rejects; what cannot be given back is lost to the caller. */
  giveBack(count: SubjectCount): Promise<void>
  /** Writes debts and looks whether the database is back; to be called about every second. */
  recover(): Promise<void>
  /** Waits for what is under way. Returns the calls that could not be written. */
  settle(): Promise<number>
  stats(): DayBlocksStats
}

/** A block is one hundredth of the day, and at most this: what a kill -9 may cost the caller (decision 0005). */
const maxBlockSize = 10_000
/** A reservation that takes longer is not waited for: the call goes on with the share. */
const reserveTimeoutMs = 1000
/** Debts of more subjects than this are not taken on; their calls are refused instead of being forgotten. */
const maxDebts = 100_000
/** Give-backs under way at once; above it the rest of a block is lost to its caller. */
const maxPendingReturns = 1000
/** Rows of days past are kept this long, for the operator's eyes only. */
const retentionDays = 7

/** The calls that are reserved at once for a plan of `perDay` calls. */
export function blockOf(perDay: number): number {
  return Math.max(1, Math.min(maxBlockSize, Math.ceil(perDay / 100)))
}

interface Debt {
  readonly subject: string
  readonly day: string
  amount: number
}

export function createDayBlocks({ store, windows, log, liveProcesses }: DayBlocksParts): DayBlocks {
  const debts = new Map<string, Debt>()
  const returns = new Set<Promise<void>>()
  let away = false
  let outage = 0
  let sharedCalls = 0
  let prunedDay = unset
  let recovery: Promise<void> | null = null

  function lost(error: unknown): void {
    if (away) return
    away = true
    outage++
    log.warn('the database is away: day quotas go on with a share of what was left', { err: error })
  }

  function found(): void {
    if (!away) return
    away = false
    log.info('the database is back: day quotas are reserved there again')
  }

  async function reserve(count: SubjectCount, plan: Plan, amount: number): Promise<number> {
    const { subject, day } = count
    const reservation = reserveCalls(store.db, { subject, day: dayName(day), amount, perDay: plan.perDay })
    const outcome = await inTime(reservation).catch((error: unknown) => {
      lost(error)
      return null
    })
    if (outcome === 'late') {
      lost(new Error(`a reservation took more than ${reserveTimeoutMs} ms`))
      // When it comes through after all, nobody uses it any more.
      void track(reservation.then(({ granted }) => unreserve({ subject, day: dayName(day), amount: granted })))
    }
    // The day may have ended meanwhile; what was reserved for it is of no more use to anyone.
    if (count.day !== day) return 0
    if (outcome === null || outcome === 'late') return takeShare(count, plan, amount)
    found()
    count.left += outcome.granted
    hear(count, outcome.reserved)
    return outcome.granted
  }

  function hear(count: SubjectCount, reserved: number): void {
    count.reserved = reserved
    count.heardAtMs = windows.tick()
  }

  /** Without the database: what was left of the day is divided among the live processes, once per outage. */
  function takeShare(count: SubjectCount, plan: Plan, amount: number): number {
    const reserved = Math.max(0, count.reserved)
    if (count.outage !== outage) {
      count.outage = outage
      count.share = Math.floor(Math.max(0, plan.perDay - reserved) / Math.max(1, liveProcesses()))
    }
    const granted = Math.min(amount, count.share)
    if (granted === 0 || !owe({ subject: count.subject, day: dayName(count.day), amount: granted })) return 0
    count.share -= granted
    count.left += granted
    hear(count, reserved + granted)
    sharedCalls += granted
    return granted
  }

  function owe(debt: Debt): boolean {
    const key = keyOf(debt)
    const open = debts.get(key)
    if (open) open.amount += debt.amount
    else if (debts.size >= maxDebts) return false
    else debts.set(key, debt)
    return true
  }

  async function unreserve(part: Debt): Promise<void> {
    // Calls that the database has not been told of need not be taken off there.
    const debt = debts.get(keyOf(part))
    const forgiven = Math.min(debt?.amount ?? 0, part.amount)
    if (debt) debt.amount -= forgiven
    const amount = part.amount - forgiven
    if (amount > 0) await returnCalls(store.db, { ...part, amount })
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work
      .catch((error: unknown) => lost(error))
      .finally(() => {
        returns.delete(tracked)
      })
    returns.add(tracked)
    return tracked
  }

  async function payDebts(): Promise<void> {
    // A copy: calls that go on meanwhile must not prolong the loop.
    for (const [key, debt] of [...debts]) {
      debts.delete(key)
      const { amount } = debt
      if (amount === 0) continue
      try {
        await addCalls(store.db, { ...debt, amount })
      } catch (error) {
        // It is unknown whether they were added. Adding them again can cost the caller calls; leaving it could give some.
        owe(debt)
        throw error
      }
    }
  }

  async function recoverNow(): Promise<void> {
    const { day } = windows
    try {
      if (debts.size > 0) await payDebts()
      else if (away) await store.ping()
      if (prunedDay !== day) await pruneDayCounters(store.db, dayName(day - retentionDays))
      prunedDay = day
      found()
    } catch (error) {
      lost(error)
    }
  }

  function recover(): Promise<void> {
    recovery ??= recoverNow().finally(() => {
      recovery = null
    })
    return recovery
  }

  return {
    topUp(count, plan, held) {
      moveOn(count, windows)
      const amount = Math.max(1, blockOf(plan.perDay) - held)
      count.topUp ??= (away ? Promise.resolve(takeShare(count, plan, amount)) : reserve(count, plan, amount)).finally(
        () => {
          count.topUp = null
        },
      )
      return count.topUp
    },
    async giveBack(count) {
      const amount = count.left
      if (amount === 0) return
      count.left = 0
      count.reserved -= amount
      if (returns.size < maxPendingReturns)
        await track(unreserve({ subject: count.subject, day: dayName(count.day), amount }))
    },
    recover,
    async settle() {
      await Promise.all(returns)
      await recover()
      return owed(debts)
    },
    stats: () => ({ databaseAvailable: !away, sharedCalls, unwrittenCalls: owed(debts) }),
  }
}

function keyOf({ subject, day }: Debt): string {
  return `${day} ${subject}`
}

function owed(debts: ReadonlyMap<string, Debt>): number {
  let calls = 0
  for (const debt of debts.values()) calls += debt.amount
  return calls
}

async function inTime<T>(work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, reserveTimeoutMs, 'late')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
