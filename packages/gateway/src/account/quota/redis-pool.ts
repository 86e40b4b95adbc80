// A pool in Redis of calls that are reserved in the database for any process, so that several processes need one
// reservation rather than one each. Calls lost in Redis are lost to the caller, at most a block; nothing here can give
// a call back.
import type { CallCounts } from '#store'
import { type QuotaEntry, rollWindows, unset, type WindowCalls } from './quota-entries.ts'
import type { RedisLink } from './redis-link.ts'
import { poolScript, readReply, scriptArguments } from './redis-script.ts'
import type { WindowClock } from './window-clock.ts'

export interface RedisPool {
  isUsable(): boolean
  /** Moves up to `wanted` calls from the pool to `entry`, with one round trip. Never rejects. */
  draw(entry: QuotaEntry, wanted: CallCounts): Promise<void>
  /** Moves `given` unused calls of `entry` to the pool. Never rejects: calls that may not have arrived are lost. */
  give(entry: QuotaEntry, given: CallCounts): Promise<void>
}

const none: CallCounts = { perMinute: 0, perDay: 0 }

export function createRedisPool(link: RedisLink, windows: WindowClock): RedisPool {
  async function exchange(entry: QuotaEntry, calls: { given: CallCounts; wanted: CallCounts }): Promise<void> {
    const { minute, day, ofMinute, ofDay } = entry
    const reserved = { perMinute: Math.max(0, ofMinute.reserved), perDay: Math.max(0, ofDay.reserved) }
    const values = scriptArguments({ minute, day, ...calls, reserved, serverId: link.serverId() })
    try {
      const reply = readReply(await link.evaluate(poolScript, entry.subject, values))
      windows.tick()
      rollWindows(entry, windows)
      // from a process whose clock is set back later than this one's, or not yet
      if (reply.minute - windows.minute >= 2) return
      rollWindows(entry, reply)
      const { drawn, left } = reply
      if (entry.minute === reply.minute)
        takeIn(entry.ofMinute, { drawn: drawn.perMinute, left: left.perMinute, reserved: reply.reserved.perMinute })
      if (entry.day === reply.day)
        takeIn(entry.ofDay, { drawn: drawn.perDay, left: left.perDay, reserved: reply.reserved.perDay })
    } catch {
      // The link has logged it. Calls that may or may not have arrived are lost to the caller, never admitted twice.
      forgetPool(entry)
    }
  }

  return {
    isUsable: link.ready,
    draw: (entry, wanted) => exchange(entry, { given: none, wanted }),
    async give(entry, given) {
      moveToPool(entry.ofMinute, given.perMinute)
      moveToPool(entry.ofDay, given.perDay)
      await exchange(entry, { given, wanted: none })
    },
  }
}

/** Adds the drawn calls. Calls that other processes have put into the pool since are reserved as well. */
function takeIn(calls: WindowCalls, reply: { drawn: number; left: number; reserved: number }): void {
  const used = calls.reserved === unset ? undefined : calls.reserved - calls.unused - calls.pooled
  calls.unused += reply.drawn
  calls.pooled = reply.left
  const held = calls.unused + calls.pooled
  if (used !== undefined) calls.reserved = Math.max(calls.reserved, used + held)
  else if (held > 0) calls.reserved = Math.max(reply.reserved, held)
}

function moveToPool(calls: WindowCalls, given: number): void {
  calls.unused -= given
  calls.pooled += given
}

/** Resets the pooled calls: none can be drawn for now. */
export function forgetPool({ ofMinute, ofDay }: QuotaEntry): void {
  ofMinute.pooled = 0
  ofDay.pooled = 0
}
