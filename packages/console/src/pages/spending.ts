// Spending: costs of calls by day, model or endpoint, key or account, and the remaining budgets.
import { html, nothing } from 'lit-html'
import type { SpendingOutput } from '../../../client/own/mod.ts'
import { href, withQuery } from '../address.ts'
import { chart, shareBar } from '../kit/chart.ts'
import { csvButton } from '../kit/export.ts'
import { filters } from '../kit/filters.ts'
import { count, dollars } from '../kit/format.ts'
import { empty, heading, linkButton, moment, section, tiles } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { loadNames, named, whoFilters } from '../names.ts'
import type { Role } from '../session.ts'
import { sourceOf } from '../source.ts'
import type { View } from '../view.ts'

const names = { model: 'Model or endpoint', key: 'Key', account: 'Account', day: 'Day' } as const
const dayMs = 24 * 3_600_000
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)

export const spending: View = async ({ role, query }) => {
  const source = await sourceOf(role)
  const by = byOf(query, role)
  const range = {
    from: query.get('from') ?? dayText(Date.now() - 29 * dayMs),
    to: query.get('to') ?? dayText(Date.now()),
    ...(role === 'operator' && query.has('account') ? { account: query.get('account') } : {}),
  }
  const [days, parts] = await Promise.all([source.spending({ ...range, by: 'day' }), source.spending({ ...range, by })])
  const ids = [
    ...(by === 'key' || by === 'account' ? parts.rows.map((row) => row.by) : []),
    ...days.budgets.flatMap(({ key, account }) => [key, account]),
  ]
  const [who] = await Promise.all([whoFilters(role, query), loadNames(role, ids)])
  const calls = days.rows.reduce((total, row) => total + row.calls, 0)
  const rows = by === 'day' ? days.rows : parts.rows
  return () => html`
    ${heading('Spending', { lead: 'What calls cost, in US dollars, by the prices that the operator has set for models and for other calls. Built-in models and embedded answers cost nothing unless they have a price.', actions: role === 'operator' ? html`${linkButton(href('/operator/prices'), 'Prices', 'prices')}${linkButton(href('/operator/models'), 'Channels and budgets', 'models')}` : nothing })}
    ${filters(
      [
        {
          name: 'by',
          label: 'Group by',
          fallback: 'model',
          values: Object.entries(names).filter(([name]) => role === 'operator' || name !== 'account'),
        },
        { name: 'from', label: 'First day', type: 'date' },
        { name: 'to', label: 'Last day', type: 'date' },
        ...(role === 'operator' ? [who.account] : []),
      ],
      query,
    )}
    ${tiles([
      { label: 'Spent', value: dollars(days.total), note: `${range.from} to ${range.to}` },
      {
        label: 'Calls that cost',
        value: count(calls),
        note: calls === 0 ? '' : `${dollars(String(Number(days.total) / calls))} each`,
      },
    ])}
    ${section('Budgets', budgets(days.budgets, role))}
    ${rows.length === 0 ? section('By day', nothingSpent(role)) : nothing}
    ${rows.length > 0 ? section('By day', dayChart(days.rows, range)) : nothing}
    ${rows.length > 0 ? section(`By ${names[by].toLowerCase()}`, byTable(rows, by, role), { actions: csvButton<SpendingOutput['rows'][number]>({ name: `spending-by-${by}`, columns: { [by]: (row) => row.by, listing: (row) => row.listing, calls: (row) => row.calls, usd: (row) => row.cost }, page: async () => ({ rows }) }) }) : nothing}`
}

function byOf(query: URLSearchParams, role: Role): keyof typeof names {
  const by = query.get('by')
  if (by === 'account') return role === 'operator' ? by : 'model'
  return by === 'key' || by === 'day' ? by : 'model'
}

function nothingSpent(role: Role) {
  return role === 'operator'
    ? empty(
        'Nothing was spent',
        html`Models of vendors are reached through channels: <a href=${href('/operator/models')}>create one</a>. Other calls cost what you <a href=${href('/operator/prices')}>set</a>. From a shell:`,
        'npx gatehouse models channels add --help',
      )
    : empty(
        'Nothing was spent',
        'Calls of the built-in models are free. Models of vendors appear once the operator has connected a channel, other calls once they have a price.',
      )
}

function dayChart(rows: SpendingOutput['rows'], { from, to }: { from: string; to: string }) {
  const costs = new Map<string, number>()
  for (const { by, cost } of rows) costs.set(by, (costs.get(by) ?? 0) + Number(cost))
  const length = Math.min(400, Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1))
  const days = Array.from({ length }, (_none, at) => dayText(Date.parse(from) + at * dayMs))
  return chart({
    caption: 'Dollars by day',
    series: [{ name: 'Dollars', tone: 'c0' }],
    points: days.map((day) => ({ label: day, values: [costs.get(day) ?? 0] })),
    format: (value) => dollars(String(value)),
  })
}

function byTable(rows: SpendingOutput['rows'], by: keyof typeof names, role: Role) {
  const at = role === 'operator' ? '/operator' : ''
  const name = (text: string) => {
    if (by === 'key') return html`<a href=${href(`${at}/keys`, { search: text })}>${named(text)}</a>`
    return by === 'account' ? html`<a href=${withQuery({ account: text, by: 'model' })}>${named(text)}</a>` : text
  }
  return table({
    caption: `Spending by ${names[by].toLowerCase()}`,
    rows,
    key: (row) => `${row.listing} ${row.by}`,
    columns: [
      { label: names[by], cell: (row) => name(row.by) },
      { label: 'API', wide: true, cell: ({ listing }) => listing },
      {
        label: 'Calls',
        numeric: true,
        cell: (row) =>
          html`<a href=${href(`${at}/calls`, { listing: row.listing, ...(by === 'key' ? { key: row.by } : {}), range: '7d' })}>${count(row.calls)}</a>`,
      },
      { label: 'Cost', numeric: true, cell: ({ cost }) => dollars(cost) },
    ],
  })
}

function budgets(list: SpendingOutput['budgets'], role: Role) {
  if (list.length === 0)
    return html`<p class="muted">No budget limits this spending.${role === 'operator' ? html` <a href=${href('/operator/models')}>Create one</a> on the page of models.` : nothing}</p>`
  return table({
    caption: 'Budgets',
    rows: list,
    key: ({ id, account, key }) => `${id} ${account} ${key}`,
    columns: [
      {
        label: 'Budget',
        cell: ({ id, model, account, key, period }) =>
          html`<span title=${id}>${periodWord(period)}</span><span class="sub">${whose(key ?? account)}, ${model ?? 'every call'}</span>`,
      },
      {
        label: 'Spent',
        cell: ({ spent, held, amount }) =>
          html`${dollars(spent)}${Number(held) > 0 ? html`<span class="sub">${dollars(held)} under way</span>` : nothing}${shareBar(Number(spent) + Number(held), Number(amount), `${dollars(spent)} of ${dollars(amount)}`)}`,
      },
      { label: 'Of', numeric: true, cell: ({ amount }) => dollars(amount) },
      { label: 'Ends', wide: true, cell: ({ endsAt }) => moment(endsAt) },
    ],
  })
}

const whose = (id: string | null) => (id === null ? 'every account' : named(id))
const periodWord = (period: string) => (period === 'total' ? 'In total' : `Each ${period}`)
