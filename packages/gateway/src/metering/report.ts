// Reports of counted calls, by hour or day.
import { type Store, sumUsage } from '#store'

/** Which calls to report: `from`, rounded down to the start of its hour or day, up to but excluding `to`. */
export interface UsageReportQuery {
  readonly accountId?: string | undefined
  readonly listing?: string | undefined
  /** Milliseconds since the epoch, as is `to`. */
  readonly from: number
  readonly to: number
  readonly by: 'hour' | 'day'
}

/** Calls of one listing and provider in the hour or UTC day that begins at `at`. `failed`: status 400 and above. */
export interface UsageReportRow {
  readonly at: number
  readonly listing: string
  readonly provider: string
  readonly calls: number
  readonly failed: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly ms: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxRows = 20_000

/** Reads a report, oldest first. Rejects with a RangeError when the period is invalid or holds too many rows. */
export async function readReport(
  store: Pick<Store, 'db'>,
  { from, to, by, ...filter }: UsageReportQuery,
): Promise<UsageReportRow[]> {
  const stepMs = by === 'hour' ? hourMs : dayMs
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from >= to || from < 0)
    throw new RangeError('The period must begin before it ends.')
  const range = { from: Math.floor(from / stepMs) * stepMs, to, stepMs, maxRows: maxRows + 1 }
  const sums = await sumUsage(store.db, { ...filter, ...range })
  if (sums.length > maxRows) throw new RangeError('The period has too many rows; choose a shorter one.')
  return sums.map(({ bytes_in: bytesIn, bytes_out: bytesOut, ms_total: ms, ...sum }) => ({
    ...sum,
    bytesIn,
    bytesOut,
    ms,
  }))
}
