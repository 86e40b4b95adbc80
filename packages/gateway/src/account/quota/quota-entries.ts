// This process's counts for each subject, in a table of limited size. lease-counter.ts and call-blocks.ts decide how
// they change and when they become durable.
import type { Plan, Windows } from './admission.ts'
import type { WindowClock } from './window-clock.ts'

/** The calls of one window that are out of the database, where they count as reserved. */
export interface WindowCalls {
  /** Calls held by this process and not yet admitted. */
  unused: number
  /** Calls held by Redis and not yet admitted, as last read. */
  pooled: number
  /** Calls reserved by all processes together, as last read; `unset` until then. */
  reserved: number
  /** The number of calls to hold ahead of use; more are taken when half of them are left. */
  target: number
}

/** One subject in its current minute and day. */
export interface QuotaEntry {
  readonly subject: string
  minute: number
  readonly ofMinute: WindowCalls
  day: number
  readonly ofDay: WindowCalls
  readonly createdAtMs: number
  /** Time at which `reserved` was read, by the clock. */
  readAtMs: number
  /** The plan of the last reservation. */
  plan: Plan
  /** The number of calls that the subject uses while a block lasts. */
  blockSize: number
  /** Time of the last reservation, by the monotonic clock. */
  toppedUpMs: number
  /** The number of calls admitted since then. */
  admitted: number
  /** True if a call was admitted since the last check for idle leases. */
  isActive: boolean
  /** The reservation in progress. */
  topUp: Promise<void> | null
  /** The number of waits that refer to this entry; it must not be evicted under them. */
  waiting: number
}

/** The value of a number that is not known yet. */
export const unset = -1

/** The block of a subject without known usage. */
export const firstBlock = 10

/** The table of entries, one per subject. */
export interface QuotaEntries {
  readonly size: number
  /**
   * Returns the entry of `subject`, rolled to the current windows; undefined if all entries are in use at this moment.
   */
  of(subject: string): QuotaEntry | undefined
  /** Returns the entry unchanged, if it exists. */
  peek(subject: string): QuotaEntry | undefined
  all(): IterableIterator<QuotaEntry>
}

/** The number of entries examined per eviction; bounds the duration of one call. */
const maxEvictionScan = 1000

/**
 * Creates a table of at most `maxEntries`. When it is full, the oldest entry without waits is evicted and passed to
 * `onEvict`, so that its unused calls can be returned. Its admitted calls stay reserved in the database.
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
      if (!entry.isActive && entry.waiting === 0 && entry.topUp === null) {
        onEvict(entry)
        return true
      }
      // still in use: moves to the end, because a Map keeps the order of insertion
      entry.isActive = false
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

/** Moves `entry` back to `windows` after the clock was set back; the database knows their reservations. */
export function setBackWindows(entry: QuotaEntry, { minute, day }: Windows): void {
  if (entry.minute > minute) {
    entry.minute = minute
    clear(entry.ofMinute)
  }
  if (entry.day > day) {
    entry.day = day
    clear(entry.ofDay)
  }
}

/** Resets the counts of `entry` whose windows are older than those of `windows`; never goes back. */
export function rollWindows(entry: QuotaEntry, { minute, day }: Windows): void {
  if (minute > entry.minute) {
    entry.minute = minute
    clear(entry.ofMinute)
  }
  if (day > entry.day) {
    entry.day = day
    clear(entry.ofDay)
  }
}

function clear(calls: WindowCalls): void {
  calls.unused = 0
  calls.pooled = 0
  calls.reserved = unset
}

/**
 * Reports whether the window is exhausted, apart from this process's held calls; calls held by others count as used.
 */
export function isExhausted(calls: WindowCalls, limit: number): boolean {
  return usedOf(calls) >= limit
}

/** Returns the calls of the window that are used, or held by other processes. */
export function usedOf({ reserved, unused, pooled }: WindowCalls): number {
  return reserved === unset ? 0 : reserved - unused - pooled
}

function newEntry(subject: string, windows: WindowClock): QuotaEntry {
  const { minute, day } = windows
  return {
    subject,
    minute,
    day,
    ofMinute: { unused: 0, pooled: 0, reserved: unset, target: firstBlock },
    ofDay: { unused: 0, pooled: 0, reserved: unset, target: firstBlock },
    createdAtMs: windows.tick(),
    readAtMs: Number.NEGATIVE_INFINITY,
    plan: { perMinute: 0, perDay: 0 },
    blockSize: firstBlock,
    toppedUpMs: Number.NEGATIVE_INFINITY,
    admitted: 0,
    isActive: false,
    topUp: null,
    waiting: 0,
  }
}
