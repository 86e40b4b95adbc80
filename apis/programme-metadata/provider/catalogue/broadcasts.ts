// Broadcasts and windows in columns, in the order of their start: a million of them fit into some 60 MB, and a scan
// over all takes milliseconds.
import type { Broadcast } from '../records.ts'

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

/** A row before its programme, version and service are looked up. */
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
  /** Hash of the pid, which is compared before the string. */
  readonly hash: Uint32Array
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
}

export interface BroadcastBuilder {
  /** In ascending order of start. */
  add(row: BroadcastRow): void
  finish(): BroadcastColumns
}
export interface Lookups {
  readonly programme: (pid: string) => number
  readonly version: (pid: string) => number
}

/** `capacity`: at least as many rows as will be added. */
export function createBroadcastBuilder(capacity: number, lookups: Lookups): BroadcastBuilder {
  const pid: string[] = []
  const [hash, start, end, updated] = [0, 0, 0, 0].map(() => new Uint32Array(capacity)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  const [service, partner] = [new Uint16Array(capacity), new Uint16Array(capacity)]
  const [programme, version] = [new Int32Array(capacity), new Int32Array(capacity)]
  const bits = new Uint8Array(capacity)
  const details = new Map<number, BroadcastDetails>()
  const [services, partners] = [createNames(), createNames()]
  return {
    add(row) {
      const at = pid.push(row.pid) - 1
      hash[at] = hashOf(row.pid)
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
      hash,
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

/** FNV-1a over the UTF-16 code units. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** The first row that starts at `seconds` or later; `count` when there is none. */
export function firstFrom({ start, count }: BroadcastColumns, seconds: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((start[middle] ?? 0) < seconds) low = middle + 1
    else high = middle
  }
  return low
}
