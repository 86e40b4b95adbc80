// Recorded answers of the account: what they take of the limits, a list with filters, export and import.
import { html } from 'lit-html'
import { href } from '../address.ts'
import { statusState } from '../kit/call-states.ts'
import { shareBar } from '../kit/chart.ts'
import { filters } from '../kit/filters.ts'
import { bytes, count } from '../kit/format.ts'
import { icon } from '../kit/icons.ts'
import { type Content, empty, facts, heading, moment } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { hostedTitles } from '../names.ts'
import { readApi } from '../reference/index-file.ts'
import { self } from '../session.ts'
import type { Stage, View } from '../view.ts'
import { type AnswerRow, deleteAnswer, deleteAnswers, exportAnswers, importAnswers } from './answer-actions.ts'
import { brief } from './answer-difference.ts'

const mostAnswers = 2000
const megabyte = 1024 * 1024
const mostMegabytes = 64

export const answers: View = async (stage) => {
  const { query } = stage
  const filter = { listing: query.get('listing'), endpoint: query.get('endpoint') }
  const [page, titles, api] = await Promise.all([
    self.listAnswers({ ...filter, after: query.get('after') }),
    hostedTitles('account'),
    filter.listing === null ? undefined : readApi(filter.listing),
  ])
  const title = (slug: string) => titles.find(([one]) => one === slug)?.[1] ?? slug
  const selected = [filter.endpoint, filter.listing === null ? null : title(filter.listing)].filter(
    (one) => one !== null,
  )
  const these = `all recorded answers${selected.length === 0 ? '' : ` of ${selected.join(', ')}`}`
  return () => html`
    ${heading('Recorded answers', {
      lead: 'Answers of live providers that were recorded, to be replayed without them. Each API says on its page whether its answers are recorded or replayed; beyond the limits the oldest go, and none stays longer than 30 days.',
      actions: html`<button type="button" @click=${() => void importAnswers(stage)}>Import</button>
        <button type="button" @click=${() => void exportAnswers(filter)}>${icon('download')}Export</button>
        <button type="button" class="destructive" @click=${() => void deleteAnswers(filter, these)}>Delete all</button>`,
    })}
    <div class="stack">
      <div class="panel">${usedOf(page.kept)}</div>
      ${filters(
        [
          { name: 'listing', label: 'API', values: titles },
          {
            name: 'endpoint',
            label: 'Endpoint',
            ...(api ? { values: api.operations.map(({ id }) => [id, id] as const) } : { pattern: '[\\w.\\-]{1,80}' }),
          },
        ],
        query,
      )}
    </div>
    ${page.answers.length === 0 ? nothingRecorded(selected.length > 0) : listOf(page.answers, title, stage)}
    ${pager(query, page.next)}`
}

function usedOf(kept: { readonly answers: number; readonly bytes: number }): Content {
  const [number, size] = [
    `${count(kept.answers)} of ${count(mostAnswers)}`,
    `${kept.bytes < megabyte ? bytes(kept.bytes) : `${(kept.bytes / megabyte).toFixed(1)} MB`} of ${mostMegabytes} MB`,
  ]
  return facts([
    ['Answers', html`${number}${shareBar(kept.answers, mostAnswers, number)}`],
    ['Size', html`${size}${shareBar(kept.bytes, mostMegabytes * megabyte, size)}`],
  ])
}

function nothingRecorded(isFiltered: boolean): Content {
  return isFiltered
    ? empty('No recorded answer matches', 'Choose another API or endpoint.')
    : empty(
        'No recorded answers',
        html`Choose “Record” on the page of an <a href=${href('/apis')}>API</a>, and call it; or import a file.`,
      )
}

function listOf(rows: readonly AnswerRow[], title: (slug: string) => string, stage: Stage): Content {
  const remove = async (row: AnswerRow) => {
    if (await deleteAnswer(row)) await stage.reload()
  }
  return table({
    caption: 'Recorded answers',
    rows,
    key: ({ id }) => id,
    columns: [
      {
        label: 'Endpoint',
        cell: ({ id, listing, endpoint }) =>
          html`<a href=${href('/answer', { id })}>${endpoint}</a><span class="sub">${title(listing)}</span>`,
      },
      { label: 'Parameters', wraps: true, cell: ({ params }) => paramsOf(params) },
      { label: 'Status', cell: ({ status }) => statusState({ status, code: null }) },
      { label: 'Type', wide: true, cell: ({ contentType }) => contentType || '–' },
      { label: 'Size', numeric: true, wide: true, cell: (row) => bytes(row.bytes) },
      { label: 'Recorded', cell: ({ at }) => moment(at) },
      {
        label: 'Actions',
        hidesLabel: true,
        numeric: true,
        cell: (row) =>
          html`<button type="button" class="small destructive" aria-label=${`Delete the answer of ${row.endpoint} with ${brief(row.params)}`} @click=${() => void remove(row)}>Delete</button>`,
      },
    ],
  })
}

const longestParams = 300

/** Renders parameters in short, such as `base: "EUR", symbols: ["CHF", "USD"]`. */
export function paramsOf(params: Readonly<Record<string, unknown>>): Content {
  const text = Object.entries(params)
    .map(([name, value]) => `${name}: ${brief(value)}`)
    .join(', ')
  if (text === '') return html`<span class="muted">none</span>`
  return html`<code>${text.length > longestParams ? `${text.slice(0, longestParams)}…` : text}</code>`
}
