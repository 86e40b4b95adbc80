// Counts in this process. Exact for one process; where several share a database without Redis, the day stays exact
// (day-blocks.ts) and the minute is divided among them. Also what counts while Redis is away.
import { type Admission, admission, type Counter, type Plan, type QuotaState, quotaState } from './admission.ts'
import { blockOf, type DayBlocks } from './day-blocks.ts'
import { moveOn, type SubjectCount, type Subjects, unset } from './subjects.ts'
import type { WindowClock } from './window-clock.ts'

/** What the counter counts with. `readReserved` asks the database for the reserved calls of the current day. */
export interface MemoryCounterParts {
  readonly windows: WindowClock
  readonly subjects: Subjects
  readonly blocks: DayBlocks
  liveProcesses(): number
  readReserved(subject: string): Promise<number>
}

/** A used-up day is looked at again after this time: another process may have given calls back. */
const recheckMs = 5000
/** Top-ups that are tried for one call: others can take what was reserved only while the day changes. */
const maxTopUps = 8

interface Waiting {
  readonly plan: Plan
  settle(admission: Promise<Admission>): void
}

/** Makes the counter. A call whose day block is there is decided synchronously, without any I/O. */
export function createMemoryCounter(parts: MemoryCounterParts): Counter {
  const { windows, subjects, blocks } = parts
  /** The calls that wait for a top-up, by subject: as long as calls are open, no longer. */
  const lines = new Map<string, Waiting[]>()

  /** What `count.minuteUsed` may grow to: beyond what Redis has counted, the share of this process in the rest. */
  function minuteLimit({ minuteUsed, minuteUntold }: SubjectCount, { perMinute }: Plan): number {
    const counted = minuteUsed - minuteUntold
    return counted + minuteShare(perMinute - counted, parts.liveProcesses())
  }

  /** Decides now, checking and counting in one step; null when calls of the day must be reserved first. */
  function decide(count: SubjectCount, plan: Plan, nowMs: number): Admission | null {
    const perMinute = minuteLimit(count, plan)
    let window: Admission['window'] = null
    if (count.minuteUsed >= perMinute) window = 'minute'
    else if (dayIsUsedUp(count, plan, count.left)) {
      window = 'day'
      if (Math.abs(nowMs - count.heardAtMs) >= recheckMs) void blocks.topUp(count, plan, count.left)
    } else if (count.left === 0) return null
    else {
      count.minuteUsed++
      count.minuteUntold++
      count.left--
      if (count.left * 2 <= blockOf(plan.perDay) && count.topUp === null && count.reserved < plan.perDay)
        void blocks.topUp(count, plan, count.left)
    }
    return answer(window, count, { perMinute, perDay: plan.perDay, nowMs })
  }

  function waitForTopUp(count: SubjectCount, plan: Plan): Promise<Admission> {
    return new Promise((settle) => {
      const line = lines.get(count.subject)
      if (line) line.push({ plan, settle })
      else {
        const first = [{ plan, settle }]
        lines.set(count.subject, first)
        void serve(count, first)
      }
    })
  }

  /** Decides the waiting calls in the order they came, reserving calls of the day for as long as there are any. */
  async function serve(count: SubjectCount, line: readonly Waiting[]): Promise<void> {
    count.waiting++
    // Calls join the line while it is served, which the iteration goes on to.
    for (const { plan, settle } of line) {
      const decided = decideWithTopUps(count, plan)
      // An error belongs to the call it happened to; those behind it are decided all the same.
      settle(decided)
      await decided.catch(() => undefined)
    }
    count.waiting--
    lines.delete(count.subject)
  }

  async function decideWithTopUps(count: SubjectCount, plan: Plan): Promise<Admission> {
    for (let round = 0; round < maxTopUps; round++) {
      const nowMs = windows.tick()
      moveOn(count, windows)
      const { day } = count
      const decision = decide(count, plan, nowMs)
      if (decision) return decision
      const granted = await blocks.topUp(count, plan, count.left)
      // Nothing to be had; unless the day ended while it was asked for.
      if (granted === 0 && windows.day === day) break
    }
    const perMinute = minuteLimit(count, plan)
    return answer('day', count, { perMinute, perDay: plan.perDay, nowMs: windows.tick() })
  }

  return {
    admit(subject, plan) {
      const nowMs = windows.tick()
      const count = subjects.of(subject)
      if (!count) return noPlace(windows, nowMs)
      return decide(count, plan, nowMs) ?? waitForTopUp(count, plan)
    },
    async state(subject, plan): Promise<QuotaState> {
      const nowMs = windows.tick()
      const count = subjects.peek(subject)
      if (count) moveOn(count, windows)
      const { minute, day } = count ?? windows
      const leftMinute = count
        ? minuteLimit(count, plan) - count.minuteUsed
        : minuteShare(plan.perMinute, parts.liveProcesses())
      const known = count && count.reserved !== unset
      const used = known ? count.reserved - count.left : await parts.readReserved(subject)
      return quotaState({ minute, day, nowMs, leftMinute, leftDay: plan.perDay - used })
    },
  }
}

/** The calls per minute that one of `processes` may admit alone: together not more than the plan, but at least 1 each. */
export function minuteShare(perMinute: number, processes: number): number {
  return processes > 1 ? Math.min(perMinute, Math.max(1, Math.floor(perMinute / processes))) : perMinute
}

/** Whether the day is used up beside the `held` calls; what others hold counts as used. False before the row is read. */
export function dayIsUsedUp(count: SubjectCount, { perDay }: Plan, held: number): boolean {
  return count.reserved !== unset && count.reserved - held >= perDay
}

/** The refusal of a subject for which there is no place: without counts nothing may be admitted. */
export function noPlace({ minute, day }: WindowClock, nowMs: number): Admission {
  return admission('minute', { minute, day, nowMs, leftMinute: 0, leftDay: 0 })
}

function answer(
  window: Admission['window'],
  count: SubjectCount,
  { perMinute, perDay, nowMs }: Plan & { readonly nowMs: number },
): Admission {
  return admission(window, {
    minute: count.minute,
    day: count.day,
    nowMs,
    leftMinute: perMinute - count.minuteUsed,
    leftDay: perDay - Math.max(0, count.reserved) + count.left,
  })
}
