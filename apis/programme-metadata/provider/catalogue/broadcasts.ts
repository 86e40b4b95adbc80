// Broadcasts and windows in columns, ordered by start: a million of them fit into some 60 MB, and a full scan takes
// milliseconds.
import { present } from '#define/present'
import type { Broadcast } from '../records.ts'
import type { Mask } from './columns.ts'

/** Rare members, by row. */
export type BroadcastDetails = Pick<Broadcast, 'ids' | 'identifiers'>

export const flags = {
  isWindow: 1,
  isRepeat: 2,
  isAudioDescribed: 4,
  isBlanked: 8,
  isCritical: 16,
  isSimulcast: 32,
} as const

/** A row before the lookup of its programme, version and service. */
export interface BroadcastRow {
  readonly pid: string
  readonly partner: string
  readonly service: string | undefined
  readonly start: number
  readonly end: number
  readonly programme: string | undefined
  readonly version: string | undefined
  readonly flags: number
  readonly updated: number
  readonly details: BroadcastDetails | undefined
}

export interface BroadcastColumns {
  readonly count: number
  readonly pid: readonly string[]
  /** Returns the rows of a pid. */
  rowsOf(pid: string): number[]
  readonly start: Uint32Array
  readonly end: Uint32Array
  readonly updated: Uint32Array
  /** Index into `services`. */
  readonly service: Uint16Array
  readonly services: readonly string[]
  readonly partner: Uint16Array
  readonly partners: readonly string[]
  /** Index of the programme, or -1. */
  readonly programme: Int32Array
  readonly version: Int32Array
  readonly flags: Uint8Array
  readonly details: ReadonlyMap<number, BroadcastDetails>
  /** Returns the rows of these programmes, ascending; undefined if they are so numerous that a full scan is faster. */
  rowsOfProgrammes(mask: Mask): Int32Array | undefined
}

interface BroadcastBuilder {
  /** Adds a row; starts must ascend. */
  add(row: BroadcastRow): void
  finish(): BroadcastColumns
}
interface Lookups {
  readonly programme: (pid: string) => number
  readonly version: (pid: string) => number
}

/** Creates a builder; `capacity` is at least the number of rows to add. */
export function createBroadcastBuilder(capacity: number, lookups: Lookups): BroadcastBuilder {
  const pid: string[] = []
  const [start, end, updated] = [
    new Uint32Array(capacity),
    new Uint32Array(capacity),
    new Uint32Array(capacity),
  ] as const
  const slots = createSlots(capacity, pid)
  const [service, partner] = [new Uint16Array(capacity), new Uint16Array(capacity)]
  const [programme, version] = [new Int32Array(capacity), new Int32Array(capacity)]
  const bits = new Uint8Array(capacity)
  const details = new Map<number, BroadcastDetails>()
  const [services, partners] = [createNames(), createNames()]
  return {
    add(row) {
      const at = pid.push(row.pid) - 1
      slots.add(at)
      start[at] = row.start
      end[at] = row.end
      updated[at] = row.updated
      service[at] = services.indexOf(row.service ?? '')
      partner[at] = partners.indexOf(row.partner)
      programme[at] = row.programme === undefined ? -1 : lookups.programme(row.programme)
      version[at] = row.version === undefined ? -1 : lookups.version(row.version)
      bits[at] = row.flags
      if (row.details) details.set(at, row.details)
    },
    finish: () => ({
      count: pid.length,
      pid,
      rowsOf: slots.rowsOf,
      start,
      end,
      updated,
      service,
      services: services.names,
      partner,
      partners: partners.names,
      programme,
      version,
      flags: bits,
      details,
      rowsOfProgrammes: rowsByProgramme(programme, () => pid.length),
    }),
  }
}

function createNames() {
  const names: string[] = []
  const known = new Map<string, number>()
  return {
    names,
    indexOf(name: string): number {
      const index = known.get(name) ?? names.push(name) - 1
      known.set(name, index)
      return index
    },
  }
}

/** Share of all rows below which sorting the rows of some programmes is faster than a scan. */
const sortedShare = 1 / 16

/** Returns lists of rows in one array, created on first use. */
function rowsByProgramme(programme: Int32Array, countOf: () => number): BroadcastColumns['rowsOfProgrammes'] {
  let lists: { readonly from: Int32Array; readonly rows: Int32Array } | undefined
  return (mask) => {
    lists ??= listRows(programme.subarray(0, countOf()), mask.length)
    const { from, rows } = lists
    let total = 0
    for (let at = 0; at < mask.length; at++) if (mask[at] === 1) total += present(from[at + 1]) - present(from[at])
    if (total > rows.length * sortedShare) return undefined
    const result = new Int32Array(total)
    let filled = 0
    for (let at = 0; at < mask.length; at++) {
      if (mask[at] !== 1) continue
      const own = rows.subarray(from[at], from[at + 1])
      result.set(own, filled)
      filled += own.length
    }
    return result.sort()
  }
}

/** Lists rows with a counting sort: those of programme `n` are `rows` from `from[n]` up to `from[n + 1]`. */
function listRows(programme: Int32Array, programmes: number) {
  const from = new Int32Array(programmes + 1)
  for (const index of programme) if (index >= 0) from[index + 1] = present(from[index + 1]) + 1
  for (let at = 0; at < programmes; at++) from[at + 1] = present(from[at + 1]) + present(from[at])
  const next = from.slice()
  const rows = new Int32Array(programme.length)
  for (let row = 0; row < programme.length; row++) {
    const index = present(programme[row])
    if (index < 0) continue
    const at = present(next[index])
    rows[at] = row
    next[index] = at + 1
  }
  return { from, rows }
}

/**
 * Creates a hash table with open addressing: a map of a million strings would take ten times the memory. `pids` grows
 * by each row before it is added.
 */
function createSlots(capacity: number, pids: readonly string[]) {
  const size = 2 ** Math.ceil(Math.log2(2 * capacity + 1))
  const rows = new Int32Array(size).fill(-1)
  const next = (slot: number) => (slot + 1) % size
  return {
    add(row: number): void {
      let slot = hashOf(present(pids[row])) % size
      while (rows[slot] !== -1) slot = next(slot)
      rows[slot] = row
    },
    rowsOf(pid: string): number[] {
      const result: number[] = []
      for (let slot = hashOf(pid) % size; ; slot = next(slot)) {
        const row = present(rows[slot])
        if (row === -1) return result
        if (pids[row] === pid) result.push(row)
      }
    },
  }
}

/** Returns FNV-1a over the UTF-16 code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Returns the first row that starts at `seconds` or later; `count` if there is none. */
export function firstFrom({ start, count }: BroadcastColumns, seconds: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (present(start[middle]) < seconds) low = middle + 1
    else high = middle
  }
  return low
}
