// Calls over time by how they ended, as bars: for the overviews, the usage page and one account.
import type { TemplateResult } from 'lit-html'
import type { UsageOutput } from '../../../client/own/mod.ts'
import { href } from '../address.ts'
import { chart, type Point } from '../kit/chart.ts'
import { briefly, dayAndMonthOf, dayOf, hourOf, minuteOf } from '../kit/format.ts'
import type { Role } from '../session.ts'

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Sums of calls by time and status. */
export type TimeRow = Pick<UsageOutput['rows'][number], 'at' | 'status' | 'calls'>

interface OverTimeOptions {
  readonly role: Role
  readonly from: number
  readonly to: number
  readonly step: 'hour' | 'day'
  /** Query of the links to the calls of a bar. */
  readonly filter?: Readonly<Record<string, string | undefined>>
  /** The same of the period of equal length before. */
  readonly before?: readonly TimeRow[] | undefined
}

const classes = [
  { name: 'Succeeded', tone: 'c0' },
  { name: 'Refused (4xx)', tone: 'c2' },
  { name: 'Failed (5xx)', tone: 'fail' },
] as const
const mostSlots = 400

export function callsOverTime(rows: readonly TimeRow[], options: OverTimeOptions): TemplateResult {
  const { role, from, to, step, filter, before } = options
  const length = step === 'hour' ? hourMs : dayMs
  const first = Math.floor(from / length) * length
  const slots = Array.from({ length: Math.min(mostSlots, Math.ceil((to - first) / length)) }, (_none, at) => {
    return first + at * length
  })
  const isOneDay = step === 'hour' && slots.length <= 25
  const bySlot = Map.groupBy(rows, ({ at }) => at)
  const at = role === 'operator' ? '/operator' : ''
  const points = slots.map((slot): Point => {
    const values: [number, number, number] = [0, 0, 0]
    for (const { status = 0, calls } of bySlot.get(slot) ?? []) values[classOf(status)] += calls
    return {
      label: step === 'hour' ? minuteOf(slot) : dayOf(slot),
      tick: isOneDay ? hourOf(slot) : dayAndMonthOf(slot),
      values,
      href: href(`${at}/calls`, { ...filter, from: slot, to: slot + length }),
    }
  })
  const shift = Math.round((to - from) / length) * length
  const earlier = before && Map.groupBy(before, ({ at }) => at)
  const callsOf = (some: readonly TimeRow[] = []) => some.reduce((total, { calls }) => total + calls, 0)
  return chart({
    caption: `Calls by ${step}`,
    series: classes,
    points,
    format: briefly,
    before: earlier && slots.map((slot) => callsOf(earlier.get(slot - shift))),
  })
}

function classOf(status: number): 0 | 1 | 2 {
  if (status >= 500 || status === 0) return 2
  return status >= 400 ? 1 : 0
}
