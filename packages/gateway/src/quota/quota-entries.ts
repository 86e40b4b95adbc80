// What this process remembers of each subject, in a table of limited size. Counts only: who may change them, and when
// they become durable, is decided by lease-counter.ts and call-blocks.ts.
import type { Plan, Windows } from './admission.ts'
import type { WindowClock } from './window-clock.ts'

/** The calls of one window: all of them are out of the database, where they count as reserved. */
export interface WindowCalls {
  /** Held by this process and not yet admitted. */
  unused: number
  /** Held by Redis and not yet admitted, as last read. */
  pooled: number
  /** Reserved by all processes together, as last read; `unset` until then. */
  reserved: number
  /** How many are held ahead of use; half of them are left when more are taken. */
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
  /** When `reserved` was read, by the clock. */
  readAtMs: number
  /** The plan by which calls were last taken. */
  plan: Plan
  /** What the subject uses in a block's time. */
  blockSize: number
  /** When calls were last taken, by the monotonic clock. */
  toppedUpMs: number
  /** Calls admitted since then. */
  admitted: number
  /** Whether a call was admitted since idle leases were last looked for. */
  isActive: boolean
  /** The reservation in progress. */
  topUp: Promise<void> | null
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
  /** The entry of `subject`, rolled to the current windows; undefined when every entry is in use at this moment. */
  of(subject: string): QuotaEntry | undefined
  /** The entry as it is, if there is one. */
  peek(subject: string): QuotaEntry | undefined
  all(): IterableIterator<QuotaEntry>
}

/** Entries examined per eviction: bounds the time that one call can take. */
const maxEvictionScan = 1000

/**
 * Makes a table of at most `maxEntries`. When it is full, the oldest entry that nothing waits for is evicted and passed
 * to `onEvict`, so that its unused calls can be returned. What it has admitted stays reserved in the database.
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
      // Still in use: moves to the end, since a Map keeps the order of insertion.
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

/** Moves `entry` back to `windows` after the clock was set back; the database knows what was reserved in them. */
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

/** Whether the window is exhausted apart from the calls that are held; what others hold counts as used. */
export function isExhausted(calls: WindowCalls, limit: number): boolean {
  return usedOf(calls) >= limit
}

/** The calls of the window that are used, or held by other processes. */
export function usedOf({ reserved, unused, pooled }: WindowCalls): number {
  return reserved === unset ? 0 : reserved - unused - pooled
}

function newEntry(subject: string, windows: WindowClock): QuotaEntry {
  const { minute, day } = windows
  return {
    ...{ subject, minute, day },
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
