// Counts in this process. Exact for one process; where several share a database without Redis, the day stays exact
// (day-blocks.ts) and the minute is divided among them. Also counts while Redis is down.
import { type Admission, admission, type Counter, type Plan, type QuotaState, quotaState } from './admission.ts'
import { blockSizeOf, type DayBlocks } from './day-blocks.ts'
import { type QuotaEntries, type QuotaEntry, rollWindows, unset } from './quota-entries.ts'
import type { WindowClock } from './window-clock.ts'

export interface MemoryCounterDeps {
  readonly windows: WindowClock
  readonly entries: QuotaEntries
  readonly blocks: DayBlocks
  /** How many processes share the database, at least 1. */
  liveProcesses(): number
  /** Reads the reserved calls of the current day from the database. */
  readReserved(subject: string): Promise<number>
}

/** An exhausted day is read again after this time: another process may have returned calls. */
const recheckMs = 5000
/** Top-ups tried for one call. More than one is needed only when the day changes or others take what was reserved. */
const maxTopUps = 8

interface WaitingCall {
  readonly plan: Plan
  settle(admission: Promise<Admission>): void
}

/** Makes the counter. A call that finds reserved calls is decided synchronously, without any I/O. */
export function createMemoryCounter(deps: MemoryCounterDeps): Counter {
  const { windows, entries, blocks } = deps
  /** The calls that wait for a top-up, by subject; empty when none wait. */
  const queues = new Map<string, WaitingCall[]>()

  /** The limit of `entry.minuteUsed`: what Redis has counted, plus the share of this process in the rest. */
  function minuteLimit({ minuteUsed, minuteUnsynced }: QuotaEntry, { perMinute }: Plan): number {
    const counted = minuteUsed - minuteUnsynced
    return counted + minuteShare(perMinute - counted, deps.liveProcesses())
  }

  /** Checks and counts in one step; null when calls of the day must be reserved first. */
  function decide(entry: QuotaEntry, plan: Plan, nowMs: number): Admission | null {
    const perMinute = minuteLimit(entry, plan)
    let window: Admission['window'] = null
    if (entry.minuteUsed >= perMinute) window = 'minute'
    else if (isDayExhausted(entry, plan, entry.reservedUnused)) {
      window = 'day'
      if (Math.abs(nowMs - entry.readAtMs) >= recheckMs) void blocks.topUp(entry, plan, entry.reservedUnused)
    } else if (entry.reservedUnused === 0) return null
    else {
      entry.minuteUsed++
      entry.minuteUnsynced++
      entry.reservedUnused--
      if (entry.reservedUnused * 2 <= blockSizeOf(entry, plan) && entry.topUp === null && entry.reserved < plan.perDay)
        void blocks.topUp(entry, plan, entry.reservedUnused)
    }
    return admissionOf(window, entry, { perMinute, perDay: plan.perDay, nowMs })
  }

  function waitForTopUp(entry: QuotaEntry, plan: Plan): Promise<Admission> {
    return new Promise((settle) => {
      const queue = queues.get(entry.subject)
      if (queue) queue.push({ plan, settle })
      else {
        const newQueue = [{ plan, settle }]
        queues.set(entry.subject, newQueue)
        void drain(entry, newQueue)
      }
    })
  }

  /** Decides the waiting calls in order of arrival, reserving calls of the day until there are no more. */
  async function drain(entry: QuotaEntry, queue: readonly WaitingCall[]): Promise<void> {
    entry.waiting++
    // Calls may join the queue meanwhile; the iteration reaches them too.
    for (const { plan, settle } of queue) {
      const decided = decideWithTopUps(entry, plan)
      // An error concerns only the call it happened to; the calls behind it are decided all the same.
      settle(decided)
      await decided.catch(() => undefined)
    }
    entry.waiting--
    queues.delete(entry.subject)
  }

  async function decideWithTopUps(entry: QuotaEntry, plan: Plan): Promise<Admission> {
    for (let attempt = 0; attempt < maxTopUps; attempt++) {
      const nowMs = windows.tick()
      rollWindows(entry, windows)
      const { day } = entry
      const decision = decide(entry, plan, nowMs)
      if (decision) return decision
      const granted = await blocks.topUp(entry, plan, entry.reservedUnused)
      // Nothing was available, and not because the day ended meanwhile.
      if (granted === 0 && windows.day === day) break
    }
    const perMinute = minuteLimit(entry, plan)
    return admissionOf('day', entry, { perMinute, perDay: plan.perDay, nowMs: windows.tick() })
  }

  return {
    admit(subject, plan) {
      const nowMs = windows.tick()
      const entry = entries.of(subject)
      if (!entry) return tableFull(windows, nowMs)
      return decide(entry, plan, nowMs) ?? waitForTopUp(entry, plan)
    },
    async state(subject, plan): Promise<QuotaState> {
      const nowMs = windows.tick()
      const entry = entries.peek(subject)
      if (entry) rollWindows(entry, windows)
      const { minute, day } = entry ?? windows
      const remainingMinute = entry
        ? minuteLimit(entry, plan) - entry.minuteUsed
        : minuteShare(plan.perMinute, deps.liveProcesses())
      const known = entry && entry.reserved !== unset
      const used = known ? entry.reserved - entry.reservedUnused : await deps.readReserved(subject)
      return quotaState({ minute, day, nowMs, remainingMinute, remainingDay: plan.perDay - used })
    },
  }
}

/**
 * The calls per minute that one of `processes` may admit alone: together no more than the plan, but at least 1 each.
 */
export function minuteShare(perMinute: number, processes: number): number {
  return processes > 1 ? Math.min(perMinute, Math.max(1, Math.floor(perMinute / processes))) : perMinute
}

/**
 * Whether the day is exhausted apart from the `held` calls; what others hold counts as used. False until the reserved
 * calls have been read.
 */
export function isDayExhausted(entry: QuotaEntry, { perDay }: Plan, held: number): boolean {
  return entry.reserved !== unset && entry.reserved - held >= perDay
}

/** The refusal of a subject that has no entry: without counts nothing may be admitted. */
export function tableFull({ minute, day }: WindowClock, nowMs: number): Admission {
  return admission('minute', { minute, day, nowMs, remainingMinute: 0, remainingDay: 0 })
}

function admissionOf(
  window: Admission['window'],
  entry: QuotaEntry,
  { perMinute, perDay, nowMs }: Plan & { readonly nowMs: number },
): Admission {
  return admission(window, {
    minute: entry.minute,
    day: entry.day,
    nowMs,
    remainingMinute: perMinute - entry.minuteUsed,
    remainingDay: perDay - Math.max(0, entry.reserved) + entry.reservedUnused,
  })
}
