// Decides on calls from those that this process holds (call-blocks.ts), which no other process can admit. A call waits
// only if none are left, and then shares one reservation with all others of its subject.
import { type Admission, admission, type Counter, type Plan, type QuotaState, quotaState } from './admission.ts'
import { type CallBlocks, isLow } from './call-blocks.ts'
import {
  isExhausted,
  type QuotaEntries,
  type QuotaEntry,
  rollWindows,
  unset,
  usedOf,
  type WindowCalls,
} from './quota-entries.ts'
import type { WindowClock } from './window-clock.ts'

interface LeaseCounterDeps {
  readonly windows: WindowClock
  readonly entries: QuotaEntries
  readonly blocks: CallBlocks
  /** Returns the number of processes that share the database, at least 1. */
  liveProcesses(): number
  /** Reads the reserved calls of the current windows from the database. */
  readReserved(subject: string): Promise<Plan>
}

/** The times after which an exhausted window is read again: another process may have returned calls. */
const recheckMs = { minute: 1000, day: 5000 }
/**
 * The limit of reservations tried for one call. More than one is needed only if a window ends meanwhile or other
 * processes are faster.
 */
const maxTopUps = 8

interface WaitingCall {
  readonly plan: Plan
  settle(admission: Promise<Admission>): void
}

/** Creates the counter. While calls are held, it decides synchronously, without I/O. */
export function createLeaseCounter({ windows, entries, blocks, ...deps }: LeaseCounterDeps): Counter {
  /** Calls that wait for a reservation, by subject; empty if none wait. */
  const queues = new Map<string, WaitingCall[]>()

  function exhaustedWindow({ ofMinute, ofDay }: QuotaEntry, plan: Plan): Admission['window'] {
    if (isExhausted(ofMinute, plan.perMinute)) return 'minute'
    return isExhausted(ofDay, plan.perDay) ? 'day' : null
  }

  /** Checks and counts in one step; returns null if calls must be reserved first. */
  function decide(entry: QuotaEntry, plan: Plan, nowMs: number): Admission | null {
    const { ofMinute, ofDay } = entry
    const window = exhaustedWindow(entry, plan)
    if (window) {
      if (Math.abs(nowMs - entry.readAtMs) >= recheckMs[window]) void blocks.topUp(entry, plan, 0).catch(ignore)
    } else if (ofMinute.unused === 0 || ofDay.unused === 0) return null
    else {
      ofMinute.unused--
      ofDay.unused--
      entry.admitted++
      entry.isActive = true
      if (entry.waiting === 0) takeAhead(entry, plan)
    }
    return admissionOf(window, entry, plan, nowMs)
  }

  /** Reserves before the held calls are used up. A call that waits meanwhile reserves for all that wait. */
  function takeAhead(entry: QuotaEntry, plan: Plan): void {
    if (entry.topUp === null && isRunningLow(entry, plan)) void blocks.topUp(entry, plan, 0).catch(ignore)
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

  /** Decides the waiting calls in order of arrival, reserving calls until there are no more. */
  async function drain(entry: QuotaEntry, queue: readonly WaitingCall[]): Promise<void> {
    entry.waiting++
    // calls can join the queue meanwhile; the iteration reaches them too
    for (const [index, { plan, settle }] of queue.entries()) {
      const decided = decideWithTopUps(entry, plan, () => queue.length - index)
      // an error concerns only its own call; the calls behind it are still decided
      settle(decided)
      await decided.catch(ignore)
    }
    entry.waiting--
    queues.delete(entry.subject)
    takeAhead(entry, entry.plan)
  }

  async function decideWithTopUps(entry: QuotaEntry, plan: Plan, waiting: () => number): Promise<Admission> {
    for (let attempt = 0; attempt < maxTopUps; attempt++) {
      const nowMs = windows.tick()
      rollWindows(entry, windows)
      const decision = decide(entry, plan, nowMs)
      if (decision) return decision
      await blocks.topUp(entry, plan, waiting())
    }
    const nowMs = windows.tick()
    return decide(entry, plan, nowMs) ?? admissionOf('minute', entry, plan, nowMs)
  }

  return {
    admit(subject, plan) {
      const nowMs = windows.tick()
      const entry = entries.of(subject)
      if (!entry) return tableFull(windows, nowMs)
      return decide(entry, plan, nowMs) ?? waitForTopUp(entry, plan)
    },
    takeBack(subject, plan, { minute, day, ...admitted }) {
      const nowMs = windows.tick()
      const entry = entries.peek(subject)
      if (!entry) return { ...admitted, minute, day, ok: false }
      rollWindows(entry, windows)
      const { ofMinute, ofDay } = entry
      // an entry created since then does not know the windows, and has nothing to give back
      if (entry.minute === minute && usedOf(ofMinute) > 0) ofMinute.unused++
      if (entry.day === day && usedOf(ofDay) > 0) ofDay.unused++
      return { ...admissionOf(null, entry, plan, nowMs), ok: false }
    },
    async state(subject, plan): Promise<QuotaState> {
      const nowMs = windows.tick()
      const entry = entries.peek(subject)
      if (entry) rollWindows(entry, windows)
      const { minute, day } = entry ?? windows
      const isKnown = entry && entry.ofMinute.reserved !== unset && entry.ofDay.reserved !== unset
      const used =
        isKnown && deps.liveProcesses() <= 1
          ? { perMinute: usedOf(entry.ofMinute), perDay: usedOf(entry.ofDay) }
          : await readUsed(subject, entry)
      const [remainingMinute, remainingDay] = [plan.perMinute - used.perMinute, plan.perDay - used.perDay]
      return quotaState({ minute, day, nowMs, remainingMinute, remainingDay })
    },
  }

  async function readUsed(subject: string, entry: QuotaEntry | undefined): Promise<Plan> {
    const { perMinute, perDay } = await deps.readReserved(subject)
    if (!entry) return { perMinute, perDay }
    const { ofMinute, ofDay } = entry
    return {
      perMinute: Math.max(0, perMinute - ofMinute.unused - ofMinute.pooled),
      perDay: Math.max(0, perDay - ofDay.unused - ofDay.pooled),
    }
  }
}

/** Reports whether to reserve ahead: half of the calls held ahead are used, and there are more to reserve. */
function isRunningLow({ ofMinute, ofDay }: QuotaEntry, plan: Plan): boolean {
  return (isLow(ofMinute) && hasMore(ofMinute, plan.perMinute)) || (isLow(ofDay) && hasMore(ofDay, plan.perDay))
}

function hasMore({ reserved, pooled }: WindowCalls, limit: number): boolean {
  return reserved < limit || pooled > 0
}

/** Returns the refusal of a subject without an entry: without counts no call can be admitted. */
function tableFull({ minute, day }: WindowClock, nowMs: number): Admission {
  return admission('minute', { minute, day, nowMs, remainingMinute: 0, remainingDay: 0 })
}

function admissionOf(window: Admission['window'], entry: QuotaEntry, plan: Plan, nowMs: number): Admission {
  return admission(window, {
    minute: entry.minute,
    day: entry.day,
    nowMs,
    remainingMinute: plan.perMinute - usedOf(entry.ofMinute),
    remainingDay: plan.perDay - usedOf(entry.ofDay),
  })
}

/** Ignores an error that the waiting calls receive. */
function ignore(): void {}
