// Two recorded answers of one endpoint beside each other: what differs in their requests, headers and bodies.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { GetAnswerOutput } from '../../../client/own/mod.ts'
import { href } from '../address.ts'
import { statusState } from '../kit/call-states.ts'
import { bytes, count } from '../kit/format.ts'
import { type Content, empty, exact, heading, note, section, state } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import type { Draw } from '../view.ts'
import {
  bodyDifference,
  brief,
  type Differences,
  headerDifferences,
  jsonDifferences,
  mostDifferences,
} from './answer-difference.ts'

/** Compares two answers, the older one first. */
export function comparison(one: GetAnswerOutput, other: GetAnswerOutput): Draw {
  const [old, now] = one.at <= other.at ? [one, other] : [other, one]
  if (old.listing !== now.listing || old.endpoint !== now.endpoint) return () => incomparable
  const { endpoint } = old
  const requests = jsonDifferences(old.request, now.request)
  const headers = headerDifferences(old.answer.headers, now.answer.headers)
  const body = bodyOf(old, now)
  return () => html`
    ${heading(`Two recorded answers of ${endpoint}`, {
      lead: html`<a href=${href('/answers', { listing: old.listing, endpoint })}>All of ${endpoint}</a> · <a href=${href('/api', { slug: old.listing })}>${old.listing}</a>`,
    })}
    ${sides(old, now)}
    ${section(
      'Request',
      requests.list.length === 0
        ? state('good', 'The same request')
        : html`<div class="stack">${note('info', 'These are answers to different requests.')}${listOf('Differences of the requests', 'Place', requests)}</div>`,
    )}
    ${section('Body', body)}
    ${section('Headers', headers.list.length === 0 ? state('good', 'The same headers') : listOf('Headers that differ', 'Header', headers))}`
}

const incomparable: TemplateResult = html`${heading('Two recorded answers')}${empty('These are answers of different endpoints', html`Answers of one endpoint can be compared. Choose from <a href=${href('/answers')}>all recorded answers</a>.`)}`

function sides(old: GetAnswerOutput, now: GetAnswerOutput): TemplateResult {
  return table({
    caption: 'The two answers',
    rows: [
      { name: 'Older', answer: old },
      { name: 'Newer', answer: now },
    ],
    key: ({ name }) => name,
    columns: [
      { label: 'Answer', cell: ({ name, answer: { id } }) => html`<a href=${href('/answer', { id })}>${name}</a>` },
      { label: 'Recorded', cell: ({ answer: { at } }) => exact(at) },
      { label: 'Status', cell: ({ answer: { answer } }) => statusState({ status: answer.status, code: null }) },
      { label: 'Body', numeric: true, cell: ({ answer: { answer } }) => bytes(sizeOf(answer)) },
    ],
  })
}

function sizeOf({ text = '', base64 }: GetAnswerOutput['answer']): number {
  return base64 === undefined ? new Blob([text]).size : atob(base64).length
}

function bodyOf(old: GetAnswerOutput, now: GetAnswerOutput): Content {
  const difference = bodyDifference(old.answer, now.answer)
  if (difference.kind === 'same') return state('good', 'The same body')
  if (difference.kind === 'bytes') return html`<p>The bytes differ. Only JSON and other text are compared further.</p>`
  if (difference.kind === 'json')
    return difference.list.length === 0
      ? html`<p>The same JSON, written in another way: spaces, or the order of members.</p>`
      : listOf('Differences of the bodies', 'Pointer', difference)
  const { oldLines, newLines, first } = difference
  return html`<div class="stack">
    <p>${count(oldLines)} lines before, ${count(newLines)} now.</p>
    ${first === undefined ? nothing : listOf('First line that differs', 'Line', { list: [first], isCut: false })}
  </div>`
}

function listOf(caption: string, what: string, { list, isCut }: Differences): TemplateResult {
  const value = (one: unknown) =>
    one === undefined ? html`<span class="muted">missing</span>` : html`<code>${brief(one)}</code>`
  return html`<div class="stack">
    ${table({
      caption,
      // long names are cut, and may be equal then
      rows: list.map((one, at) => ({ ...one, at })),
      key: ({ at }) => String(at),
      columns: [
        { label: what, wraps: true, cell: ({ name }) => html`<code>${name === '' ? 'the whole' : name}</code>` },
        { label: 'Older', wraps: true, cell: (row) => value(row.old) },
        { label: 'Newer', wraps: true, cell: (row) => value(row.new) },
      ],
    })}
    <p class="muted">${isCut ? `The first ${count(mostDifferences)} differences; there are more.` : `Differences: ${count(list.length)}.`}</p>
  </div>`
}
