// Reports of counted calls, by hour or day.
import { fail } from '#define'
import { type Store, sumUsage, totalUsage, type UsagePosition } from '#store'

/** Which calls to report: `from`, rounded down to the start of its hour or day, up to but excluding `to`. */
export interface UsageReportQuery {
  readonly accountId?: string | undefined
  readonly listing?: string | undefined
  /** Milliseconds since the epoch, as is `to`. */
  readonly from: number
  readonly to: number
  readonly by: 'hour' | 'day'
  /** Rows of a page; default 1000. */
  readonly limit?: number | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
}

export interface UsageReport {
  /** Oldest first. */
  readonly rows: UsageReportRow[]
  /** Cursor of the next page; absent on the last page. */
  readonly next?: string
  /** Of the whole period. */
  readonly total: UsageSums
}

/** Calls of one listing and provider in the hour or UTC day that begins at `at`. `failed`: status 400 and above. */
export interface UsageReportRow extends UsageSums {
  readonly at: number
  readonly listing: string
  readonly provider: string
}
export interface UsageSums {
  readonly calls: number
  readonly failed: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly ms: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Reads a page of a report. Rejects with 'input.invalid' when the period or the cursor is invalid. */
export async function readReport(
  store: Pick<Store, 'db'>,
  { from, to, by, limit = 1000, after, ...filter }: UsageReportQuery,
): Promise<UsageReport> {
  const stepMs = by === 'hour' ? hourMs : dayMs
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from >= to || from < 0)
    throw invalid('from', 'The period must begin before it ends.')
  const query = { ...filter, from: Math.floor(from / stepMs) * stepMs, to, stepMs }
  const position = after === undefined ? undefined : readCursor(after)
  const sums = await sumUsage(store.db, query, { maxRows: limit + 1, after: position })
  const rows = sums.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ at, listing, provider, ...sum }) => ({ at, listing, provider, ...viewOf(sum) })),
    ...(sums.length > limit && last && { next: cursorOf(last) }),
    total: viewOf(await totalUsage(store.db, query)),
  }
}

interface StoredSums {
  readonly calls: number
  readonly failed: number
  readonly bytes_in: number
  readonly bytes_out: number
  readonly ms_total: number
}
function viewOf({ calls, failed, bytes_in: bytesIn, bytes_out: bytesOut, ms_total: ms }: StoredSums): UsageSums {
  return { calls, failed, bytesIn, bytesOut, ms }
}

function cursorOf({ at, listing, provider }: UsagePosition): string {
  return Buffer.from(`${at} ${listing} ${provider}`).toString('base64url')
}

/** Listings and providers are slugs. */
function readCursor(cursor: string): UsagePosition {
  const decoded = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, at, listing, provider] = /^(\d{1,15}) ([\w.-]{1,100}) ([\w.-]{1,100})$/.exec(decoded) ?? []
  if (at === undefined || listing === undefined || provider === undefined)
    throw invalid('after', 'Use the next of the previous page.')
  return { at: Number(at), listing, provider }
}

function invalid(name: 'from' | 'after', problem: string) {
  return fail('input.invalid', { problems: problem }, { details: { problems: [{ name, problem }] } })
}
