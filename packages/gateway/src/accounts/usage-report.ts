// The usage report: its default range and its total. The meter does the counting.
import { fail } from '#define'
import type { Meter } from '../metering/meter.ts'
import type { UsageReportRow } from '../metering/report.ts'

export interface UsageDeps {
  readonly meter: Pick<Meter, 'report'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
export interface UsageQuery {
  readonly accountId: string | undefined
  readonly listing?: string | undefined
  readonly by: 'hour' | 'day'
  readonly from?: number | undefined
  readonly to?: number | undefined
}
type Sums = { -readonly [K in 'calls' | 'failed' | 'bytesIn' | 'bytesOut' | 'ms']: UsageReportRow[K] }
/** See the shape of the same name in shapes.ts. */
export interface Usage {
  from: number
  to: number
  by: 'hour' | 'day'
  rows: UsageReportRow[]
  total: Sums
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const defaultRangeMs = { hour: dayMs, day: 30 * dayMs } as const

/** Reports calls up to this moment. Fails with 'input.invalid' for a range that is empty or has too many rows. */
export async function reportUsage({ meter, clock }: UsageDeps, query: UsageQuery): Promise<Usage> {
  const { by, accountId, listing } = query
  const to = query.to ?? clock()
  const from = query.from ?? Math.max(0, to - defaultRangeMs[by])
  const rows = await meter.report({ accountId, listing, by, from, to }).catch(refuseRange)
  const stepMs = by === 'hour' ? hourMs : dayMs
  return { from: Math.floor(from / stepMs) * stepMs, to, by, rows, total: totalOf(rows) }
}

function totalOf(rows: readonly UsageReportRow[]): Sums {
  const total: Sums = { calls: 0, failed: 0, bytesIn: 0, bytesOut: 0, ms: 0 }
  for (const row of rows) {
    total.calls += row.calls
    total.failed += row.failed
    total.bytesIn += row.bytesIn
    total.bytesOut += row.bytesOut
    total.ms += row.ms
  }
  return total
}

function refuseRange(error: unknown): never {
  if (!(error instanceof RangeError)) throw error
  const problem = error.message
  throw fail(
    'input.invalid',
    { problems: problem },
    { cause: error, details: { problems: [{ name: 'from', problem }] } },
  )
}
