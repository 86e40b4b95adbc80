// What this process remembers of each subject, in a table of limited size. Counts only: who may change them, and when
// they become durable, is decided by the counters and by day-blocks.ts.
import type { WindowClock } from './window-clock.ts'

/** The counts of one subject in its current minute and day. */
export interface SubjectCount {
  readonly subject: string
  minute: number
  /** Calls of `minute` as far as this process knows: its own, or with Redis those of all processes. */
  minuteUsed: number
  /** Those of `minuteUsed` that Redis has not been told. */
  minuteUntold: number
  day: number
  /** Calls of `day` that are reserved for this process and not yet admitted. */
  left: number
  /** Calls of `day` that all processes together have reserved, as last heard; unset before the first time. */
  reserved: number
  /** When `reserved` was heard. */
  heardAtMs: number
  /** With Redis: calls of `day` that are reserved there and not yet admitted, as last heard. */
  leftInRedis: number
  /** What may still be admitted in the outage of the database numbered `outage`. */
  share: number
  outage: number
  /** The reservation that is under way. */
  topUp: Promise<number> | null
  /** Calls that wait for an answer from outside of the process; the counts must not be dropped under them. */
  waiting: number
}

export const unset = -1

/** The table of subjects. */
export interface Subjects {
  readonly size: number
  /** The counts of `subject`, moved on to the current windows, or undefined when the table is full of active ones. */
  of(subject: string): SubjectCount | undefined
  /** The counts as they stand, if there are any. */
  peek(subject: string): SubjectCount | undefined
  all(): IterableIterator<SubjectCount>
}

/** Entries looked at per dropped one: bounds the time that one call can take. */
const maxEvictionScan = 1000

/**
 * Makes a table of at most `maxSubjects`. When it is full, the subject that was used longest ago is dropped and
 * `onDrop` is told, so that its reserved calls can be given back. Subjects with calls in the current minute are never
 * dropped, because that would admit those calls again; while all are like that, new subjects get no place.
 */
export function createSubjects(
  windows: WindowClock,
  { maxSubjects, onDrop }: { readonly maxSubjects: number; onDrop(count: SubjectCount): void },
): Subjects {
  const counts = new Map<string, SubjectCount>()

  function makeRoom(): boolean {
    let looks = maxEvictionScan
    for (const [subject, count] of counts) {
      if (looks-- === 0) return false
      counts.delete(subject)
      if (count.minute < windows.minute && count.waiting === 0 && count.topUp === null) {
        onDrop(count)
        return true
      }
      // Still in use: to the end of the line, which Map keeps in the order of insertion.
      counts.set(subject, count)
    }
    return false
  }

  return {
    get size() {
      return counts.size
    },
    of(subject) {
      const known = counts.get(subject)
      if (known) {
        moveOn(known, windows)
        return known
      }
      if (counts.size >= maxSubjects && !makeRoom()) return undefined
      const count = newCount(subject, windows)
      counts.set(subject, count)
      return count
    },
    peek: (subject) => counts.get(subject),
    all: () => counts.values(),
  }
}

/** Starts the windows of `count` anew where those of `windows` are newer; never the other way. */
export function moveOn(count: SubjectCount, windows: { readonly minute: number; readonly day: number }): void {
  if (windows.minute > count.minute) {
    count.minute = windows.minute
    count.minuteUsed = 0
    count.minuteUntold = 0
  }
  if (windows.day > count.day) {
    count.day = windows.day
    count.left = 0
    count.reserved = unset
    count.leftInRedis = 0
    count.outage = unset
  }
}

function newCount(subject: string, windows: WindowClock): SubjectCount {
  return {
    subject,
    minute: windows.minute,
    minuteUsed: 0,
    minuteUntold: 0,
    day: windows.day,
    left: 0,
    reserved: unset,
    heardAtMs: 0,
    leftInRedis: 0,
    share: 0,
    outage: unset,
    topUp: null,
    waiting: 0,
  }
}
