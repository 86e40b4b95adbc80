// The usage report: its default range. The meter does the counting.
import type { UsageMembers } from '#store'
import type { Meter } from '../../record/metering/meter.ts'
import type { UsageReport, UsageReportQuery, UsageStep } from '../../record/metering/report.ts'

export interface UsageDeps {
  readonly meter: Pick<Meter, 'report'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
interface UsageQuery extends UsageMembers, Pick<UsageReportQuery, 'group' | 'after'> {
  readonly by: UsageStep
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit: number
}
/** See the shape of the same name in shapes.ts. */
interface Usage extends UsageReport {
  from: number
  to: number
  by: UsageStep
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const defaultRangeMs = { hour: dayMs, day: 30 * dayMs, all: dayMs } as const

/** Reports calls up to this moment. Fails with 'input.invalid' for an empty range and for an invalid cursor. */
export async function reportUsage({ meter, clock }: UsageDeps, query: UsageQuery): Promise<Usage> {
  const { by } = query
  const to = query.to ?? clock()
  const from = query.from ?? Math.max(0, to - defaultRangeMs[by])
  const report = await meter.report({ ...query, from, to })
  const stepMs = by === 'day' ? dayMs : hourMs
  return { from: Math.floor(from / stepMs) * stepMs, to, by, ...report }
}
