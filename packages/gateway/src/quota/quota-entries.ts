// What this process remembers of each subject, in a table of limited size. Counts only: who may change them, and when
// they become durable, is decided by the counters and by day-blocks.ts.
import type { WindowClock } from './window-clock.ts'

/** The counts of one subject in its current minute and day. */
export interface QuotaEntry {
  readonly subject: string
  minute: number
  /** Calls of `minute` that this process knows of: its own, or with Redis those of all processes. */
  minuteUsed: number
  /** Those of `minuteUsed` that have not been reported to Redis. */
  minuteUnsynced: number
  day: number
  /** Calls of `day` that are reserved for this process and not yet admitted. */
  reservedUnused: number
  /** Calls of `day` that all processes together have reserved, as last read; `unset` until then. */
  reserved: number
  /** When `reserved` was read. */
  readAtMs: number
  /** With Redis: calls of `day` that are reserved there and not yet admitted, as last read. */
  unusedInRedis: number
  /** Those that are on their way there. */
  handedOver: number
  /** Calls that may still be admitted during the database outage numbered `outage`. */
  share: number
  outage: number
  /** How many calls of the day are reserved at once, unless the plan allows less. */
  blockSize: number
  /** When calls were last reserved, by the monotonic clock. */
  toppedUpMs: number
  /** The reservation in progress. */
  topUp: Promise<number> | null
  /** Waits in progress that refer to this entry; it must not be evicted under them. */
  waiting: number
}

/** A number that is not known yet. */
export const unset = -1

/** The block of a subject of which nothing is known. */
export const firstBlock = 10

/** The table of entries, one per subject. */
export interface QuotaEntries {
  readonly size: number
  /** The entry of `subject`, rolled to the current windows; undefined when the table is full of active subjects. */
  of(subject: string): QuotaEntry | undefined
  /** The entry as it is, if there is one. */
  peek(subject: string): QuotaEntry | undefined
  all(): IterableIterator<QuotaEntry>
}

/** Entries examined per eviction: bounds the time that one call can take. */
const maxEvictionScan = 1000

/**
 * Makes a table of at most `maxEntries`. When it is full, the oldest idle entry is evicted and passed to `onEvict`, so
 * that its reserved calls can be returned. Entries with calls in the current minute are never evicted, because those
 * calls would be admitted again; while all entries are like that, there is no room for new subjects.
 */
export function createQuotaEntries(
  windows: WindowClock,
  { maxEntries, onEvict }: { readonly maxEntries: number; onEvict(entry: QuotaEntry): void },
): QuotaEntries {
  const entries = new Map<string, QuotaEntry>()

  function evictOne(): boolean {
    let examined = 0
    for (const [subject, entry] of entries) {
      if (examined++ === maxEvictionScan) return false
      entries.delete(subject)
      if (entry.minute < windows.minute && entry.waiting === 0 && entry.topUp === null) {
        onEvict(entry)
        return true
      }
      // Still in use: moves to the end, since a Map keeps the order of insertion.
      entries.set(subject, entry)
    }
    return false
  }

  return {
    get size() {
      return entries.size
    },
    of(subject) {
      const known = entries.get(subject)
      if (known) {
        rollWindows(known, windows)
        return known
      }
      if (entries.size >= maxEntries && !evictOne()) return undefined
      const entry = newEntry(subject, windows)
      entries.set(subject, entry)
      return entry
    },
    peek: (subject) => entries.get(subject),
    all: () => entries.values(),
  }
}

/** More than any plan allows. */
export const closedMinute = 1_000_000_000

/**
 * Moves `entry` back to `windows` after the clock was set back. Nobody knows the calls of that minute any more, so it
 * is closed; those of the day are in the database.
 */
export function setBackWindows(entry: QuotaEntry, windows: { readonly minute: number; readonly day: number }): void {
  if (entry.minute > windows.minute) {
    entry.minute = windows.minute
    entry.minuteUsed = closedMinute
    entry.minuteUnsynced = 0
  }
  if (entry.day > windows.day) beginDay(entry, windows.day)
}

/** Resets the counts of `entry` whose windows are older than those of `windows`; never goes back. */
export function rollWindows(entry: QuotaEntry, windows: { readonly minute: number; readonly day: number }): void {
  if (windows.minute > entry.minute) {
    entry.minute = windows.minute
    entry.minuteUsed = 0
    entry.minuteUnsynced = 0
  }
  if (windows.day > entry.day) beginDay(entry, windows.day)
}

function beginDay(entry: QuotaEntry, day: number): void {
  entry.day = day
  entry.reservedUnused = 0
  entry.reserved = unset
  entry.unusedInRedis = 0
  entry.outage = unset
}

function newEntry(subject: string, windows: WindowClock): QuotaEntry {
  return {
    subject,
    minute: windows.minute,
    minuteUsed: 0,
    minuteUnsynced: 0,
    day: windows.day,
    reservedUnused: 0,
    reserved: unset,
    readAtMs: 0,
    unusedInRedis: 0,
    handedOver: 0,
    share: 0,
    outage: unset,
    blockSize: firstBlock,
    toppedUpMs: Number.NEGATIVE_INFINITY,
    topUp: null,
    waiting: 0,
  }
}
