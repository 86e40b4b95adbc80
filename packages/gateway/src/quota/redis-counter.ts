// Counts in Redis for any number of processes: the minute there alone, the day out of blocks that are reserved in the
// database (day-blocks.ts) and handed over to Redis. While Redis is down the memory counter goes on with a share.
//
// Calls on one subject that arrive while a request about it is in flight are batched into the next one.
import { type Admission, admission, type Counter, type Plan, type QuotaUsage, quotaState } from './admission.ts'
import { blockSizeOf } from './day-blocks.ts'
import { isDayExhausted, type MemoryCounterDeps, tableFull } from './memory-counter.ts'
import { closedMinute, type QuotaEntry, rollWindows, unset } from './quota-entries.ts'
import type { RedisLink } from './redis-link.ts'
import { countScript, type RedisReply, readReply, scriptArguments } from './redis-script.ts'

export interface RedisCounterDeps extends MemoryCounterDeps {
  readonly link: RedisLink
  /** Takes over while Redis is down; counts in the same entries and blocks. */
  readonly memory: Counter
}

export interface RedisCounter extends Counter {
  /** False while each process goes on with its share. */
  usesRedis(): boolean
}

/** An exhausted day is read again from the database after this time: another process may have returned calls. */
const recheckMs = 5000

interface WaitingCall {
  readonly plan: Plan
  settle(admission: Admission | Promise<Admission>): void
}

/** Makes the counter. It answers synchronously only when a window is already known to be exhausted. */
export function createRedisCounter(deps: RedisCounterDeps): RedisCounter {
  const { link, memory, windows, entries, blocks } = deps
  let restarts = link.restarts()
  let lastMinuteAlone = unset
  /** The calls that wait, by subject; empty when none wait. */
  const queues = new Map<string, WaitingCall[]>()

  /**
   * Whether to ask Redis now. A server that was restarted does not know what the processes have admitted in the current
   * minute, so they finish that minute on their shares.
   */
  function usesRedis(): boolean {
    windows.tick()
    if (!link.ready()) return false
    if (restarts !== link.restarts()) lastMinuteAlone = windows.minute
    restarts = link.restarts()
    return windows.minute > lastMinuteAlone
  }

  /** Asks Redis to admit up to `wanted` calls, and hands over what it does not know yet. Null when Redis is down. */
  async function evaluate(entry: QuotaEntry, plan: Plan, requested: number): Promise<RedisReply | null> {
    windows.tick()
    rollWindows(entry, windows)
    const { minute, day, reservedUnused: granted, minuteUnsynced: unsynced } = entry
    // Handed over once: calls that may or may not have arrived are lost to the caller, never granted twice.
    entry.reservedUnused = 0
    entry.handedOver += granted
    entry.minuteUnsynced = 0
    const counted = entry.minuteUsed - unsynced
    const reserved = Math.max(0, entry.reserved)
    const values = scriptArguments({
      ...{ minute, day, requested, counted, unsynced, granted, reserved },
      ...{ perMinute: plan.perMinute, perDay: plan.perDay, serverId: link.serverId() },
    })
    try {
      const reply = readReply(await link.evaluate(countScript, entry.subject, values))
      update(entry, reply)
      return reply
    } catch {
      // The link has logged it. Redis may count these calls twice, which is the safe side.
      if (entry.minute === minute) entry.minuteUnsynced += unsynced
      return null
    } finally {
      entry.handedOver -= granted
    }
  }

  function update(entry: QuotaEntry, reply: RedisReply): void {
    // of a process whose clock was set back later, or not yet
    if (reply.minute - windows.minute >= 2) return
    rollWindows(entry, reply)
    if (entry.minute === reply.minute)
      entry.minuteUsed = Math.max(entry.minuteUsed, reply.minuteUsed + entry.minuteUnsynced)
    if (entry.day !== reply.day) return
    entry.unusedInRedis = reply.unused
    if (reply.reserved > 0) entry.reserved = Math.max(entry.reserved, reply.reserved)
  }

  function enqueue(entry: QuotaEntry, plan: Plan): Promise<Admission> {
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

  async function drain(entry: QuotaEntry, queue: WaitingCall[]): Promise<void> {
    entry.waiting++
    try {
      while (queue.length > 0) await decideAll(entry, queue)
    } catch (error) {
      for (const { settle } of queue) settle(Promise.reject(error))
    } finally {
      entry.waiting--
      queues.delete(entry.subject)
    }
  }

  /** Asks once for all waiting calls. Settles at least one of them, or reserves more calls of the day for them. */
  async function decideAll(entry: QuotaEntry, queue: WaitingCall[]): Promise<void> {
    const plan = queue.at(-1)?.plan
    if (!plan) return
    const requested = queue.length
    const reply = usesRedis() ? await evaluate(entry, plan, requested) : null
    if (!reply) {
      for (const { plan, settle } of queue.splice(0)) settle(memory.admit(entry.subject, plan))
      return
    }
    for (const [index, { settle }] of queue.splice(0, reply.admitted).entries())
      settle(admission(null, usageOf(entry, plan, reply.admitted - 1 - index)))
    const refused = requested - reply.admitted
    if (refused > 0) {
      const window = await exhaustedWindow(entry, plan, reply)
      if (window) for (const { settle } of queue.splice(0, refused)) settle(admission(window, usageOf(entry, plan, 0)))
    } else if (heldBy(entry) * 2 <= blockSizeOf(entry, plan) && entry.topUp === null && entry.reserved < plan.perDay)
      void refill(entry, plan)
  }

  /** The window that is exhausted; null after more calls of the day were reserved, and Redis is to be asked again. */
  async function exhaustedWindow(entry: QuotaEntry, plan: Plan, reply: RedisReply): Promise<Admission['window']> {
    if (reply.minuteUsed >= plan.perMinute) return 'minute'
    if (isDayExhausted(entry, plan, heldBy(entry)) && !isStale(entry)) return 'day'
    const { day } = entry
    const granted = await blocks.topUp(entry, plan, heldBy(entry))
    windows.tick()
    rollWindows(entry, windows)
    return granted === 0 && entry.day === day && entry.reservedUnused === 0 ? 'day' : null
  }

  async function refill(entry: QuotaEntry, plan: Plan): Promise<void> {
    await blocks.topUp(entry, plan, heldBy(entry))
    if (usesRedis() && entry.reservedUnused > 0) await evaluate(entry, plan, 0)
  }

  function isStale(entry: QuotaEntry): boolean {
    return Math.abs(windows.tick() - entry.readAtMs) >= recheckMs
  }

  /** The usage right after a call, when `laterCalls` were admitted after it in the same step. */
  function usageOf(entry: QuotaEntry, plan: Plan, laterCalls: number): QuotaUsage {
    const { minute, day } = entry
    const remainingMinute = plan.perMinute - entry.minuteUsed + laterCalls
    const remainingDay = plan.perDay - Math.max(0, entry.reserved) + heldBy(entry) + laterCalls
    return { minute, day, nowMs: windows.tick(), remainingMinute, remainingDay }
  }

  return {
    usesRedis,
    admit(subject, plan) {
      if (!usesRedis()) return memory.admit(subject, plan)
      const nowMs = windows.tick()
      const entry = entries.of(subject)
      if (!entry) return tableFull(windows, nowMs)
      // Within its window a count only grows: once it has reached the limit, Redis need not be asked. It does not know
      // yet of a minute that was closed here.
      const isClosed = entry.minuteUsed >= closedMinute
      if (entry.minuteUsed >= plan.perMinute && !isClosed) return admission('minute', usageOf(entry, plan, 0))
      return enqueue(entry, plan)
    },
    async state(subject, plan) {
      const entry = usesRedis() ? entries.of(subject) : undefined
      const reply = entry && (await evaluate(entry, plan, 0))
      if (!entry || !reply) return memory.state(subject, plan)
      if (entry.reserved !== unset) return quotaState(usageOf(entry, plan, 0))
      const reserved = await deps.readReserved(subject)
      return quotaState(usageOf({ ...entry, reserved }, plan, 0))
    },
  }
}

/** The calls of the day that can be admitted without another reservation. */
function heldBy(entry: QuotaEntry): number {
  return entry.reservedUnused + entry.handedOver + entry.unusedInRedis
}
