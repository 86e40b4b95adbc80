// How long providers of live listings were away in the last 30 days, by the events `listing.down` and `listing.up`.
import { html, type TemplateResult } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { href } from '../address.ts'
import { chart, type Point } from '../kit/chart.ts'
import { count, dayAndMonthOf, dayOf, percent } from '../kit/format.ts'
import { note, state } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { type Outage, type OutageEvent, outagesOf } from './outages.ts'

const days = 30
const dayMs = 86_400_000
const minuteMs = 60_000
const mostPages = 10

/** Reads the outages of the last 30 days; `isCut` if there were more events than are read. */
export async function readOutages(operator: Admin, now: number) {
  const from = now - days * dayMs
  const lists = await Promise.all(
    (['listing.down', 'listing.up'] as const).map((type) => readEvents(operator, type, from)),
  )
  return { outages: outagesOf(lists.flat(), from, now), isCut: lists.some(({ length }) => length >= mostPages * 100) }
}

async function readEvents(operator: Admin, type: 'listing.down' | 'listing.up', from: number): Promise<OutageEvent[]> {
  const all: OutageEvent[] = []
  for (let page = 0, after: string | null = null; page < mostPages; page++) {
    const { events, next } = await operator.listEvents({ type, from, after, limit: 100 })
    all.push(...events)
    if (next === undefined) break
    after = next
  }
  return all
}

/** Draws the minutes of each day in which providers were away, and what each listing had of it. */
export function uptime({ outages, isCut }: Awaited<ReturnType<typeof readOutages>>, now: number): TemplateResult {
  if (outages.length === 0)
    return html`<p>${state('good', 'No provider of a live listing was away for 30 seconds or longer.')}</p>`
  const byListing = [...Map.groupBy(outages, ({ listing }) => listing)]
  const rows = byListing.map(([listing, some]) => ({
    listing,
    title: some.at(-1)?.title ?? listing,
    times: some.length,
    ms: some.reduce((sum, { from, to }) => sum + to - from, 0),
  }))
  return html`<div class="stack">${isCut ? note('info', 'There were more outages than are counted here.') : ''}
    ${chart({
      caption: 'Minutes in which providers were away, by day',
      series: [{ name: 'Minutes away, of all providers', tone: 'fail' }],
      points: pointsOf(outages, now),
      format: minutes,
    })}
    ${table({
      caption: 'Outages of providers',
      rows: rows.sort((one, other) => other.ms - one.ms),
      key: ({ listing }) => listing,
      columns: [
        {
          label: 'Listing',
          cell: ({ title, listing }) =>
            html`<a href=${href('/operator/calls', { listing, range: '30d' })}>${title}</a>`,
        },
        { label: 'Outages', numeric: true, cell: ({ times }) => count(times) },
        { label: 'Away', numeric: true, cell: ({ ms }) => minutes(ms / minuteMs) },
        { label: 'Share of 30 days', numeric: true, cell: ({ ms }) => percent(ms, days * dayMs) },
      ],
    })}</div>`
}

const minutes = (value: number) => (value > 0 && value < 1 ? '<1 min' : `${count(Math.round(value))} min`)

/** Returns a point for each local day. */
function pointsOf(outages: readonly Outage[], now: number): Point[] {
  const today = new Date(now)
  const startOf = (daysAgo: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo).getTime()
  return Array.from({ length: days }, (_none, at) => {
    const [start, end] = [startOf(days - 1 - at), startOf(days - 2 - at)]
    const within = ({ from, to }: Outage) => Math.max(0, Math.min(to, end) - Math.max(from, start))
    const ms = outages.reduce((sum, outage) => sum + within(outage), 0)
    return { label: dayOf(start), tick: dayAndMonthOf(start), values: [ms / minuteMs] }
  })
}
