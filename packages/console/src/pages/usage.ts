// Usage over time by key, API, endpoint, status and provider, compared with the previous period.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { UsageOutput } from '../../../client/own/mod.ts'
import { href, withQuery } from '../address.ts'
import { originFilters, providers, surfaces } from '../kit/call-states.ts'
import { csvButton } from '../kit/export.ts'
import { chosen, type Filter, filters, rangeLinks, rangeOf } from '../kit/filters.ts'
import { briefly, bytes, count, milliseconds, percent } from '../kit/format.ts'
import { type Content, empty, heading, section, tiles } from '../kit/parts.ts'
import { type Column, sorted, table } from '../kit/table.ts'
import { loadNames, named, nameOf, whoFilters } from '../names.ts'
import type { Role } from '../session.ts'
import { type Dimension, readUsage, type Source, sourceOf, type UsageQuery, type UsageRow } from '../source.ts'
import type { View } from '../view.ts'
import { callsOverTime, dayMs } from './over-time.ts'

const groupWords: Readonly<Record<Dimension, string>> = {
  listing: 'API',
  endpoint: 'endpoint',
  key: 'key',
  account: 'account',
  status: 'status',
  provider: 'who answered',
  surface: 'who made it',
}

type Row = UsageRow
const dimensions = {
  listing: 'API',
  endpoint: 'Endpoint',
  key: 'Key',
  provider: 'Answered by',
  status: 'Status',
  surface: 'Made by',
  account: 'Account',
} as const satisfies Record<Dimension, string>

export const usage: View = async ({ role, query }) => {
  const source = await sourceOf(role)
  const range = rangeOf(query, '24h')
  const group = groupOf(query, role)
  const step = range.to - range.from > 3 * dayMs ? 'day' : 'hour'
  const isComparing = query.get('compare') === 'before'
  const input = { ...criteria(query, role), from: range.from, to: range.to }
  const before = { ...input, from: range.from - (range.to - range.from), to: range.from }
  const [who, grouped, time, earlier, earlierTime] = await Promise.all([
    whoFilters(role, query),
    readUsage(source, { ...input, by: 'all', group: [group] }),
    readUsage(source, { ...input, by: step, group: ['status'] }),
    isComparing ? readUsage(source, { ...before, by: 'all', group: [group] }) : undefined,
    isComparing ? readUsage(source, { ...before, by: step, group: ['status'] }) : undefined,
  ])
  const isNamed = group === 'key' || group === 'account'
  if (isNamed)
    await loadNames(
      role,
      grouped.rows.map((row) => row[group]),
    )
  const sort = query.get('sort') ?? '-calls'
  const rows = sorted(grouped.rows, sort, {
    calls: ({ calls }) => calls,
    failed: ({ failed }) => failed,
    p95: ({ p95 }) => p95 ?? 0,
    name: (row) => nameOf(String(row[group] ?? '')),
  })
  const was = new Map(earlier?.rows.map((row) => [String(row[group]), row.calls]))
  return () => html`
    ${heading('Usage', { lead: 'Who used what, and when. Numbers lead to the calls behind them while those are kept.', actions: rangeLinks(range) })}
    ${filters(filterList(role, who), query, html`<a class="button" href=${withQuery({ compare: isComparing ? undefined : 'before' })} aria-current=${isComparing ? 'true' : nothing}>${isComparing ? 'Stop comparing' : 'Compare with the previous period'}</a>`)}
    ${sums(grouped.total, earlier?.total)}
    ${section('Over time', grouped.total.calls === 0 ? nothingUsed() : callsOverTime(time.rows, { role, ...range, step, filter: narrowed(query), before: earlierTime?.rows }))}
    ${
      rows.length === 0
        ? nothing
        : section(
            `By ${groupWords[group]}`,
            table({
              caption: `Usage by ${dimensions[group]}`,
              rows,
              sort,
              key: (row) => String(row[group]),
              columns: columns({ group, role, query, total: grouped.total.calls, was: isComparing ? was : undefined }),
            }),
            {
              actions: csv(source, { ...input, by: 'all', group: [group] }, group),
              ...(grouped.isCut
                ? { lead: `Showing the first ${count(rows.length)} groups; narrow the filter, or export all of them.` }
                : {}),
            },
          )
    }`
}

function groupOf(query: URLSearchParams, role: Role): Dimension {
  const wanted = query.get('group') ?? ''
  const fallback = role === 'operator' ? 'account' : 'listing'
  // across all accounts, the operator's API cannot group by key
  if (role === 'operator' && wanted === 'key' && !query.has('account')) return fallback
  if (role === 'account' && wanted === 'account') return fallback
  return isDimension(wanted) ? wanted : fallback
}

function isDimension(text: string): text is Dimension {
  return Object.hasOwn(dimensions, text)
}

function criteria(query: URLSearchParams, role: Role): Omit<UsageQuery, 'group'> {
  const one = (name: string) => query.get(name)
  return {
    listing: one('listing'),
    endpoint: one('endpoint'),
    key: one('key'),
    status: Number(one('status')) || null,
    provider: chosen(query, 'provider', providers),
    surface: chosen(query, 'surface', surfaces),
    ...(role === 'operator' ? { account: one('account') } : {}),
  }
}

function filterList(role: Role, { listing, key, account }: Awaited<ReturnType<typeof whoFilters>>): Filter[] {
  const groups = Object.entries(dimensions).filter(([name]) => role === 'operator' || name !== 'account')
  return [
    { name: 'group', label: 'Group by', values: groups, fallback: role === 'operator' ? 'account' : 'listing' },
    listing,
    ...(role === 'operator' ? [account] : []),
    { name: 'endpoint', label: 'Endpoint', pattern: '[\\w.\\-]*' },
    { ...key, isRare: true },
    { name: 'status', label: 'Status', placeholder: '404', pattern: '[1-5][0-9]{2}', isRare: true },
    ...originFilters,
  ]
}

function sums(now: UsageOutput['total'], before: UsageOutput['total'] | undefined): TemplateResult {
  const was = (text: string) => (before === undefined ? nothing : html`${text} in the previous period`)
  return tiles([
    { label: 'Calls', value: briefly(now.calls), note: was(count(before?.calls ?? 0)) },
    {
      label: 'Failed',
      value: percent(now.failed, now.calls),
      note: before === undefined ? `${count(now.failed)} calls` : was(percent(before.failed, before.calls)),
    },
    { label: 'Time, median', value: milliseconds(now.p50), note: was(milliseconds(before?.p50)) },
    {
      label: 'Time, p95',
      value: milliseconds(now.p95),
      note: before === undefined ? `p99 ${milliseconds(now.p99)}` : was(milliseconds(before.p95)),
    },
    { label: 'Sent', value: bytes(now.bytesOut), note: `${bytes(now.bytesIn)} received` },
  ])
}

const nothingUsed = () =>
  empty(
    'Nothing was used',
    'No calls match this range and filter. Choose a longer range, or make a call:',
    `curl -H "x-gateway-key: $KEY" ${location.origin}/v1/me/limits`,
  )

interface ColumnsOptions {
  readonly group: Dimension
  readonly role: Role
  readonly query: URLSearchParams
  readonly total: number
  readonly was: ReadonlyMap<string, number> | undefined
}

function columns({ group, role, query, total, was }: ColumnsOptions): Column<Row>[] {
  const at = role === 'operator' ? '/operator' : ''
  const range = {
    ...Object.fromEntries(['range', 'from', 'to'].map((name) => [name, query.get(name) ?? undefined])),
    ...narrowed(query),
  }
  const rows = (row: Row, more: Record<string, string> = {}) =>
    href(`${at}/calls`, { ...range, [group]: String(row[group] ?? ''), ...more })
  return [
    {
      label: dimensions[group],
      sort: 'name',
      cell: (row) =>
        html`<a href=${withQuery({ [group]: String(row[group] ?? ''), group: nextGroup(group, role) })} title="Show what it is made of">${nameIn(row, group)}</a>`,
    },
    { label: 'Calls', numeric: true, sort: 'calls', cell: (row) => html`<a href=${rows(row)}>${count(row.calls)}</a>` },
    ...(was === undefined
      ? []
      : [{ label: 'Period before', numeric: true, cell: (row: Row) => count(was.get(String(row[group])) ?? 0) }]),
    { label: 'Share', numeric: true, wide: true, cell: ({ calls }) => percent(calls, total) },
    {
      label: 'Failed',
      numeric: true,
      sort: 'failed',
      cell: (row) => (row.failed === 0 ? '0' : html`<a href=${rows(row, { failed: 'true' })}>${count(row.failed)}</a>`),
    },
    { label: 'Median', numeric: true, wide: true, cell: ({ p50 }) => milliseconds(p50) },
    { label: 'p95', numeric: true, sort: 'p95', wide: true, cell: ({ p95 }) => milliseconds(p95) },
    { label: 'Sent', numeric: true, wide: true, cell: ({ bytesOut }) => bytes(bytesOut) },
  ]
}

function nameIn(row: Row, group: Dimension): Content {
  const value = String(row[group] ?? '')
  return group === 'key' || group === 'account' ? named(value) : value || 'none'
}

/** Returns the criteria of the address that lists of calls share. */
function narrowed(query: URLSearchParams): Record<string, string | undefined> {
  return Object.fromEntries(
    ['listing', 'endpoint', 'key', 'account'].map((name) => [name, query.get(name) ?? undefined]),
  )
}

/** Returns the most useful grouping for the details of a group. */
function nextGroup(group: Dimension, role: Role): Dimension {
  if (group === 'account') return 'key'
  return group === 'listing' ? 'endpoint' : role === 'operator' ? 'listing' : 'key'
}

function csv(source: Source, input: UsageQuery, group: Dimension): TemplateResult {
  return csvButton<Row>({
    name: `usage-by-${group}`,
    columns: {
      [group]: (row) => row[group],
      calls: ({ calls }) => calls,
      failed: ({ failed }) => failed,
      p50_ms: ({ p50 }) => p50,
      p95_ms: ({ p95 }) => p95,
      p99_ms: ({ p99 }) => p99,
      bytes_in: ({ bytesIn }) => bytesIn,
      bytes_out: ({ bytesOut }) => bytesOut,
    },
    page: async (after) => source.usage({ ...input, limit: 100, after: after ?? null }),
  })
}
