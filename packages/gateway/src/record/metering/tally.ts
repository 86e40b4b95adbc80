// Adds up calls in memory: per hour, account, key, listing, endpoint, provider, status and surface until they are
// written, and per listing, provider and status class since the start. It does no I/O and starts no timers.

import { present } from '#define/present'
import { noTimes, slotOf, timeSlots, type UsageRow } from '#store'
import type { EndedCall } from '../calls/recorded-call.ts'

/** The counted properties of a call through the gateway. */
type MeteredCall = Pick<
  EndedCall,
  'accountId' | 'keyId' | 'listing' | 'endpoint' | 'provider' | 'status' | 'bytesIn' | 'bytesOut' | 'ms' | 'surface'
>

/** Calls since the start of the process. `statusClass` is 2 for 200 to 299, and so on. */
export interface CallTotal {
  readonly listing: string
  readonly provider: MeteredCall['provider']
  readonly statusClass: number
  readonly calls: number
}

interface Tally {
  /** The number of rows that have not been taken yet. */
  readonly size: number
  /**
   * Adds a call of hour `bucket`. Returns false, without counting it, if it needs a new row and there are `maxRows`
   * already.
   */
  add(call: MeteredCall, bucket: number): boolean
  /** Removes and returns all rows, ready to be written. */
  take(): UsageRow[]
  totals(): CallTotal[]
}

/** The limit of totals. Listings are few; more totals are a mistake elsewhere and must not fill the memory. */
const maxTotals = 2000

interface Total {
  readonly listing: string
  readonly provider: MeteredCall['provider']
  readonly statusClass: number
  calls: number
}

interface Row extends Omit<UsageRow, (typeof timeSlots)[number]> {
  /** Number of calls in each slot of durations. */
  readonly times: number[]
  /** The total that includes this row; saves a look-up per call. */
  readonly total: Total
}

const providerNumbers = { live: 0, embedded: 1, gateway: 2, replay: 3 } as const
const surfaceNumbers = { http: 0, mcp: 4, console: 8 } as const

/**
 * Rows of a batch, in maps nested by the strings that a call already holds: the key first, which is the most selective.
 * No composite key string is built per call.
 */
interface Rows {
  readonly all: Row[]
  /** Returns the rows of one hour, account, key, listing and endpoint, by status, provider and surface. */
  groupOf(call: MeteredCall, bucket: number): Map<number, Row>
}

function createRows(): Rows {
  const byKey = new Map<string, Map<string, Map<string, Map<string, Map<number, Map<number, Row>>>>>>()
  return {
    all: [],
    groupOf({ accountId, keyId, listing, endpoint }, bucket) {
      const byAccount = childOf(byKey, keyId)
      const byListing = childOf(byAccount, accountId)
      return childOf(childOf(childOf(byListing, listing), endpoint), bucket)
    },
  }
}

function childOf<K, InnerK, V>(map: Map<K, Map<InnerK, V>>, key: K): Map<InnerK, V> {
  let child = map.get(key)
  if (!child) {
    child = new Map()
    map.set(key, child)
  }
  return child
}

/** Creates an empty tally. `maxRows` is called for every new row. */
export function createTally(maxRows: () => number): Tally {
  let rows = createRows()
  const totals = new Map<string, Total>()

  function totalOf({ listing, provider, status }: MeteredCall): Total {
    const statusClass = Math.floor(status / 100)
    const key = `${listing} ${provider} ${statusClass}`
    const known = totals.get(key)
    if (known) return known
    const total = { listing, provider, statusClass, calls: 0 }
    if (totals.size < maxTotals) totals.set(key, total)
    return total
  }

  function newRow(call: MeteredCall, bucket: number): Row {
    const { accountId, keyId, listing, endpoint, provider, status, surface } = call
    return {
      bucket,
      account_id: accountId,
      key_id: keyId,
      listing,
      endpoint,
      provider,
      status,
      surface,
      calls: 0,
      bytes_in: 0,
      bytes_out: 0,
      ms_total: 0,
      total: totalOf(call),
      times: new Array<number>(timeSlots.length).fill(0),
    }
  }

  return {
    get size() {
      return rows.all.length
    },
    add(call, bucket) {
      const group = rows.groupOf(call, bucket)
      const kind = call.status * 16 + surfaceNumbers[call.surface] + providerNumbers[call.provider]
      let row = group.get(kind)
      if (!row) {
        if (rows.all.length >= maxRows()) return false
        row = newRow(call, bucket)
        group.set(kind, row)
        rows.all.push(row)
      }
      row.calls++
      row.bytes_in += call.bytesIn
      row.bytes_out += call.bytesOut
      row.ms_total += call.ms
      const slot = slotOf(call.ms)
      row.times[slot] = present(row.times[slot]) + 1
      row.total.calls++
      return true
    },
    take() {
      const written = rows.all.map(writable)
      rows = createRows()
      return written
    },
    totals: () => [...totals.values()].map((total) => ({ ...total })),
  }
}

/**
 * Returns the row with integers only: a number that the database rejects would block every other row of its batch for
 * ever.
 */
function writable({ total: _, times, ...row }: Row): UsageRow {
  const columns = noTimes()
  for (const [at, slot] of timeSlots.entries()) columns[slot] = present(times[at])
  return {
    ...row,
    ...columns,
    status: countOf(row.status),
    bytes_in: countOf(row.bytes_in),
    bytes_out: countOf(row.bytes_out),
    ms_total: countOf(row.ms_total),
  }
}

function countOf(value: number): number {
  const rounded = Math.round(value)
  return Number.isSafeInteger(rounded) && rounded > 0 ? rounded : 0
}
