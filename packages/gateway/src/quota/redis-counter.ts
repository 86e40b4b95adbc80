// Counts in Redis for any number of processes: the minute there alone, the day out of blocks that are reserved in the
// database (day-blocks.ts) and handed over to Redis. While Redis is away the memory counter goes on with a share.
//
// Calls on one subject that come while a question about it is on its way are asked together in the next one.
import { type Admission, admission, type Counter, type Plan, quotaState, type StateFacts } from './admission.ts'
import { blockOf } from './day-blocks.ts'
import { dayIsUsedUp, type MemoryCounterParts, noPlace } from './memory-counter.ts'
import type { RedisLink } from './redis-link.ts'
import { countScript, countValues, type RedisAnswer, readAnswer } from './redis-script.ts'
import { moveOn, type SubjectCount, unset } from './subjects.ts'

/** `memory` is the counter on the same subjects and blocks that takes over while Redis is away. */
export interface RedisCounterParts extends MemoryCounterParts {
  readonly link: RedisLink
  readonly memory: Counter
}

export interface RedisCounter extends Counter {
  /** False while each process goes on with its share. */
  counts(): boolean
}

/** A used-up day is looked up in the database again after this time: another process may have given calls back. */
const recheckMs = 5000

interface Waiting {
  readonly plan: Plan
  settle(answer: Admission | Promise<Admission>): void
}

/** Makes the counter. It answers synchronously only what is already known to be used up. */
export function createRedisCounter(parts: RedisCounterParts): RedisCounter {
  const { link, memory, windows, subjects, blocks } = parts
  let restarts = link.restarts()
  let lastMinuteAlone = unset
  /** One entry per subject with a question on its way; as long as calls are open, no longer. */
  const queues = new Map<string, Waiting[]>()

  /**
   * Whether Redis is to be asked now. A server that was restarted does not know what the processes have admitted in the
   * current minute, so they end that minute on their shares.
   */
  function counts(): boolean {
    windows.tick()
    if (!link.ready()) return false
    if (restarts !== link.restarts()) lastMinuteAlone = windows.minute
    restarts = link.restarts()
    return windows.minute > lastMinuteAlone
  }

  async function ask(count: SubjectCount, plan: Plan, wanted: number): Promise<RedisAnswer | null> {
    windows.tick()
    moveOn(count, windows)
    const { minute, day, left: granted, minuteUntold: untold } = count
    // Handed over once: calls that may or may not have arrived are lost to the caller, never counted on twice.
    count.left = 0
    count.minuteUntold = 0
    const counted = count.minuteUsed - untold
    const reserved = Math.max(0, count.reserved)
    const values = countValues({
      ...{ minute, day, wanted, counted, untold, granted, reserved },
      ...{ perMinute: plan.perMinute, perDay: plan.perDay, serverId: link.serverId() },
    })
    try {
      const answer = readAnswer(await link.evaluate(countScript, count.subject, values))
      learn(count, answer)
      return answer
    } catch {
      // The link has told the log. Telling Redis twice of these calls is the safe side.
      if (count.minute === minute) count.minuteUntold += untold
      return null
    }
  }

  function learn(count: SubjectCount, answer: RedisAnswer): void {
    moveOn(count, answer)
    if (count.minute === answer.minute)
      count.minuteUsed = Math.max(count.minuteUsed, answer.minuteUsed + count.minuteUntold)
    if (count.day !== answer.day) return
    count.leftInRedis = answer.left
    if (answer.reserved > 0) count.reserved = Math.max(count.reserved, answer.reserved)
  }

  function enqueue(count: SubjectCount, plan: Plan): Promise<Admission> {
    return new Promise((settle) => {
      const queue = queues.get(count.subject)
      if (queue) queue.push({ plan, settle })
      else {
        const first = [{ plan, settle }]
        queues.set(count.subject, first)
        void drain(count, first)
      }
    })
  }

  async function drain(count: SubjectCount, queue: Waiting[]): Promise<void> {
    count.waiting++
    try {
      while (queue.length > 0) await decideAll(count, queue)
    } catch (error) {
      for (const { settle } of queue) settle(Promise.reject(error))
    } finally {
      count.waiting--
      queues.delete(count.subject)
    }
  }

  /** Asks once for all that wait; settles at least one of them, or brings them new calls of the day. */
  async function decideAll(count: SubjectCount, queue: Waiting[]): Promise<void> {
    const plan = queue.at(-1)?.plan
    if (!plan) return
    const asked = queue.length
    const answer = counts() ? await ask(count, plan, asked) : null
    if (!answer) {
      for (const { plan, settle } of queue.splice(0)) settle(memory.admit(count.subject, plan))
      return
    }
    for (const [index, { settle }] of queue.splice(0, answer.admitted).entries())
      settle(admission(null, facts(count, plan, answer.admitted - 1 - index)))
    const refused = asked - answer.admitted
    if (refused > 0) {
      const window = await whatIsMissing(count, plan, answer)
      if (window) for (const { settle } of queue.splice(0, refused)) settle(admission(window, facts(count, plan, 0)))
    } else if (heldOf(count) * 2 <= blockOf(plan.perDay) && count.topUp === null && count.reserved < plan.perDay)
      void refill(count, plan)
  }

  /** The window that is used up, or null after calls of the day were reserved: then ask again. */
  async function whatIsMissing(count: SubjectCount, plan: Plan, answer: RedisAnswer): Promise<Admission['window']> {
    if (answer.minuteUsed >= plan.perMinute) return 'minute'
    if (dayIsUsedUp(count, plan, heldOf(count)) && !isStale(count)) return 'day'
    const { day } = count
    const granted = await blocks.topUp(count, plan, heldOf(count))
    windows.tick()
    moveOn(count, windows)
    return granted === 0 && count.day === day && count.left === 0 ? 'day' : null
  }

  async function refill(count: SubjectCount, plan: Plan): Promise<void> {
    await blocks.topUp(count, plan, heldOf(count))
    if (counts() && count.left > 0) await ask(count, plan, 0)
  }

  function isStale(count: SubjectCount): boolean {
    return Math.abs(windows.tick() - count.heardAtMs) >= recheckMs
  }

  /** `later` calls were admitted in the same step after the one that is answered. */
  function facts(count: SubjectCount, plan: Plan, later: number): StateFacts {
    const { minute, day } = count
    const leftMinute = plan.perMinute - count.minuteUsed + later
    const leftDay = plan.perDay - Math.max(0, count.reserved) + heldOf(count) + later
    return { minute, day, nowMs: windows.tick(), leftMinute, leftDay }
  }

  return {
    counts,
    admit(subject, plan) {
      if (!counts()) return memory.admit(subject, plan)
      const nowMs = windows.tick()
      const count = subjects.of(subject)
      if (!count) return noPlace(windows, nowMs)
      // Within its window a count only grows: once it has reached the limit, Redis need not be asked.
      if (count.minuteUsed >= plan.perMinute) return admission('minute', facts(count, plan, 0))
      return enqueue(count, plan)
    },
    async state(subject, plan) {
      const count = counts() ? subjects.of(subject) : undefined
      const answer = count && (await ask(count, plan, 0))
      if (!count || !answer) return memory.state(subject, plan)
      if (count.reserved !== unset) return quotaState(facts(count, plan, 0))
      const reserved = await parts.readReserved(subject)
      return quotaState(facts({ ...count, reserved }, plan, 0))
    },
  }
}

/** The calls of the day that may still be admitted without a reservation. */
function heldOf(count: SubjectCount): number {
  return count.left + count.leftInRedis
}
