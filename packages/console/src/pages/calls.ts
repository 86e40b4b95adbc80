// Calls: two forms of the same record: single calls, newest first, and failures grouped by code and endpoint with their
// start.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { ListCallsInput, ListErrorsOutput } from '../../../client/own/mod.ts'
import { href, withQuery } from '../address.ts'
import { originFilters, providers, statusState, surfaces, verbOf } from '../kit/call-states.ts'
import { csvButton } from '../kit/export.ts'
import { chosen, type Filter, filters, type Range, rangeLinks, rangeOf } from '../kit/filters.ts'
import { bytes, count, milliseconds, secondOf } from '../kit/format.ts'
import { empty, exact, heading, tag } from '../kit/parts.ts'
import { type Column, pager, table } from '../kit/table.ts'
import { loadNames, named, whoFilters } from '../names.ts'
import type { Role } from '../session.ts'
import { type CallRow, type Source, sourceOf } from '../source.ts'
import type { View } from '../view.ts'

const allowed = ['1h', '24h', '7d']
const rowsPerPage = 50

export const calls: View = async ({ role, query }) => {
  const source = await sourceOf(role)
  const range = rangeOf(query)
  const isGrouped = query.get('show') === 'errors'
  const draw = await (isGrouped ? groups : rows)(source, { role, range, query })
  const tab = (show: string, text: string) =>
    html`<a href=${withQuery({ show })} aria-current=${(show === 'errors') === isGrouped ? 'page' : nothing}>${text}</a>`
  return () => html`
    ${heading('Calls', {
      lead: 'Time, outcome and duration of every call, kept for seven days unless the operator has chosen otherwise. Bodies and query values are never recorded.',
      actions: rangeLinks(range, allowed),
    })}
    <nav class="tabs" aria-label="Form">${tab('', 'Single calls')}${tab('errors', 'Errors')}</nav>
    ${draw()}`
}

interface RowsOptions {
  readonly role: Role
  readonly range: Range
  readonly query: URLSearchParams
}

async function rows(source: Source, { role, range, query }: RowsOptions): Promise<() => TemplateResult> {
  const input = { ...criteria(query, role), from: range.from, to: range.to }
  const [page, who] = await Promise.all([
    source.listCalls({ ...input, limit: rowsPerPage, after: query.get('after') }),
    whoFilters(role, query),
  ])
  const rows: readonly CallRow[] = page.calls
  await loadNames(
    role,
    rows.flatMap(({ key, account }) => [key, account]),
  )
  return () => html`
    ${filters(filterList(role, who), query, csv(source, input))}
    ${
      page.calls.length === 0
        ? none(page.next, page.searchedTo)
        : table({
            caption: 'Calls, newest first',
            rows,
            key: ({ id, at }) => `${at} ${id}`,
            columns: columns(role),
          })
    }
    ${pager(query, page.next)}`
}

function criteria(query: URLSearchParams, role: Role): ListCallsInput & { readonly account?: string | null } {
  const one = (name: string) => query.get(name)
  const failed = chosen(query, 'failed', ['true', 'false'])
  return {
    id: one('id'),
    listing: one('listing'),
    endpoint: one('endpoint'),
    key: one('key'),
    status: one('status'),
    code: one('code'),
    minMs: Number(one('minMs')) || null,
    provider: chosen(query, 'provider', providers),
    surface: chosen(query, 'surface', surfaces),
    failed: failed === null ? null : failed === 'true',
    ...(role === 'operator' ? { account: one('account') } : {}),
  }
}

type Who = Awaited<ReturnType<typeof whoFilters>>

function filterList(role: Role, { listing, key, account }: Who): Filter[] {
  return [
    { name: 'id', label: 'Request id', placeholder: 'req_…', pattern: '[\\w.\\-]*' },
    listing,
    { name: 'status', label: 'Status', placeholder: '404 or 5xx', pattern: '[1-5](xx|[0-9]{2})' },
    {
      name: 'failed',
      label: 'Outcome',
      values: [
        ['true', 'Failed'],
        ['false', 'Succeeded'],
      ],
    },
    ...(role === 'operator' ? [account] : []),
    { ...key, isRare: true },
    { name: 'endpoint', label: 'Endpoint', pattern: '[\\w.\\-]*', isRare: true },
    ...originFilters,
    { name: 'code', label: 'Code', placeholder: 'quota.day', pattern: '[\\w.\\-]*', isRare: true },
    { name: 'minMs', label: 'At least ms', pattern: '[0-9]{1,9}', isRare: true },
  ]
}

function columns(role: Role): Column<CallRow>[] {
  const at = role === 'operator' ? '/operator' : ''
  return [
    {
      label: 'Time',
      cell: (call) =>
        html`<a href=${href(`${at}/call`, { id: call.id })} title=${`${call.id} (${new Date(call.at).toISOString()})`}>${secondOf(call.at)}</a>`,
    },
    { label: 'Outcome', cell: (call) => statusState(call) },
    {
      label: 'API and endpoint',
      cell: ({ listing, endpoint }) => html`${listing || '–'} <span class="muted">${endpoint || 'no such path'}</span>`,
    },
    ...(role === 'operator'
      ? [
          {
            label: 'Account',
            wide: true,
            cell: ({ account = '' }: CallRow) =>
              html`<a href=${href('/operator/account', { id: account })}>${named(account)}</a>`,
          },
        ]
      : []),
    { label: 'Key', wide: true, cell: ({ key }) => html`<a href=${withQuery({ key })}>${named(key)}</a>` },
    {
      label: 'Answered by',
      wide: true,
      cell: ({ provider, surface }) =>
        html`${provider}${surface === 'http' ? nothing : html` ${tag(verbOf(surface))}`}`,
    },
    {
      label: 'Time taken',
      numeric: true,
      cell: ({ ms, upstreamMs }) =>
        html`${milliseconds(ms)}${upstreamMs === null ? nothing : html` <span class="muted" title="until the first byte of the provider">(${milliseconds(upstreamMs)})</span>`}`,
    },
    { label: 'Sent', numeric: true, wide: true, cell: ({ bytesOut }) => bytes(bytesOut) },
    { label: 'Cost', numeric: true, wide: true, cell: ({ cost }) => (cost === null ? '–' : `$${cost}`) },
  ]
}

function csv(source: Source, input: ListCallsInput): TemplateResult {
  return csvButton<CallRow>({
    name: 'calls',
    columns: {
      time: ({ at }) => new Date(at).toISOString(),
      id: ({ id }) => id,
      account: ({ account }) => account,
      key: ({ key }) => key,
      listing: ({ listing }) => listing,
      endpoint: ({ endpoint }) => endpoint,
      provider: ({ provider }) => provider,
      status: ({ status }) => status,
      code: ({ code }) => code,
      ms: ({ ms }) => ms,
      upstream_ms: ({ upstreamMs }) => upstreamMs,
      bytes_in: ({ bytesIn }) => bytesIn,
      bytes_out: ({ bytesOut }) => bytesOut,
      surface: ({ surface }) => surface,
      usd: ({ cost }) => cost,
    },
    page: async (after) => {
      const { calls: rows, next } = await source.listCalls({ ...input, limit: 100, after: after ?? null })
      return { rows, next }
    },
  })
}

function none(next: string | undefined, searchedTo: number): TemplateResult {
  if (next !== undefined)
    return empty('None found yet', `Searched back to ${secondOf(searchedTo)}. The next page searches further.`)
  return empty(
    'No call matches',
    'Widen the range or clear a filter. Calls are kept for a few days only; make one with:',
    `curl -H "x-gateway-key: $KEY" ${location.origin}/v1/me/limits`,
  )
}

async function groups(source: Source, { role, range, query }: RowsOptions): Promise<() => TemplateResult> {
  const one = (name: string) => query.get(name)
  const [{ errors }, { listing }] = await Promise.all([
    source.listErrors({
      from: range.from,
      to: range.to,
      listing: one('listing'),
      endpoint: one('endpoint'),
      code: one('code'),
      ...(query.has('account') ? { account: query.get('account') } : {}),
    }),
    whoFilters(role, query),
  ])
  const list: Filter[] = [
    listing,
    { name: 'endpoint', label: 'Endpoint', pattern: '[\\w.\\-]*' },
    { name: 'code', label: 'Code', placeholder: 'quota.day', pattern: '[\\w.\\-]*' },
  ]
  return () => html`
    ${filters(list, query)}
    ${
      errors.length === 0
        ? empty('Nothing failed', 'No call of this range ended with a status of 400 or above.')
        : table({
            caption: 'Failures by code and endpoint, most calls first',
            rows: errors,
            key: (row) => [row.listing, row.endpoint, row.provider, row.status, row.code].join(' '),
            columns: errorColumns,
          })
    }`
}

type ErrorRow = ListErrorsOutput['errors'][number]

const errorColumns: readonly Column<ErrorRow>[] = [
  { label: 'Outcome', cell: (row) => statusState(row) },
  {
    label: 'API and endpoint',
    cell: ({ listing, endpoint }) => html`${listing || '–'} <span class="muted">${endpoint || 'no such path'}</span>`,
  },
  { label: 'Answered by', wide: true, cell: ({ provider }) => provider },
  {
    label: 'Calls',
    numeric: true,
    cell: ({ calls, listing, endpoint, status, code }) =>
      html`<a href=${withQuery({ show: undefined, listing, endpoint, status, code: code ?? undefined })}>${count(calls)}</a>`,
  },
  { label: 'First', wide: true, cell: ({ firstAt }) => exact(firstAt) },
  { label: 'Last', cell: ({ lastAt }) => exact(lastAt) },
  {
    label: 'Example',
    wide: true,
    cell: ({ exampleId }) =>
      exampleId
        ? html`<a href=${`${location.pathname.replace(/calls$/, 'call')}?id=${encodeURIComponent(exampleId)}`}>View</a>`
        : '–',
  },
]
