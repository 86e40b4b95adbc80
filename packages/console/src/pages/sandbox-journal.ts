// The journal of a sandbox: the last requests as its providers got them, the newest first.
import { html, nothing } from 'lit-html'
import type { ReadJournalOutput } from '../../../client/own/mod.ts'
import { show } from '../kit/dialog.ts'
import { count } from '../kit/format.ts'
import { type Content, codeBlock, empty, facts, section, state } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { self } from '../session.ts'
import type { Draw, Stage } from '../view.ts'
import { utc } from './sandbox-actions.ts'

type Request = ReadJournalOutput['requests'][number]

const rowsPerPage = 20
const mostShown = 200_000

/** Reads a page of the journal, and returns the function that draws it. */
export async function journalOf(name: string, { query, reload }: Stage): Promise<Draw> {
  const after = Math.max(0, Math.trunc(Number(query.get('after'))) || 0)
  const { requests, next } = await self.readJournal({ name, sort: 'newest', after, limit: rowsPerPage })
  const list =
    requests.length === 0
      ? empty('No requests', 'Calls appear here as the provider gets them, with headers and body.')
      : html`${listOf(requests)}${pager(query, next)}`
  return () =>
    section('Journal', list, {
      lead: 'The last thousand requests as the providers got them, the newest first, by the clock of the sandbox.',
      actions: html`<button type="button" class="small" @click=${() => void reload()}>Refresh</button>`,
    })
}

function listOf(requests: readonly Request[]): Content {
  return table({
    caption: 'Journal',
    rows: requests,
    key: ({ number }) => String(number),
    columns: [
      {
        label: 'Request',
        cell: ({ method, path, query, api, endpoint }) =>
          html`<code><span class="verb">${method}</span>${path}${query === '' ? '' : `?${query}`}</code><span class="sub">${api}.${endpoint}</span>`,
      },
      { label: 'Number', numeric: true, wide: true, cell: ({ number }) => count(number) },
      { label: 'Time', cell: ({ at }) => utc(at) },
      { label: 'Fault', cell: ({ fault }) => (fault === undefined ? '–' : state('warn', faultWords(fault))) },
      {
        label: 'Actions',
        hidesLabel: true,
        numeric: true,
        cell: (request) =>
          html`<button type="button" class="small" aria-label=${`Show request ${request.number}`} @click=${() => void showRequest(request)}>Show</button>`,
      },
    ],
  })
}

const faultWords = (fault: string) => (fault === 'header' ? 'its header' : `rule ${fault}`)

function showRequest({ number, at, api, endpoint, headers, body, form, fault }: Request): Promise<void> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  return show(
    `Request ${count(number)}`,
    html`${facts([
      ['Operation', `${api}.${endpoint}`],
      ['Time', utc(at)],
      ...(fault === undefined ? [] : [['Fault', faultWords(fault)] as const]),
    ])}
      <h3>Headers</h3>
      ${codeBlock(lines.join('\n'), 'headers')}
      <h3>Body</h3>
      ${bodyOf(form === undefined ? body : JSON.stringify(form, null, 2))}`,
    'Close',
  )
}

function bodyOf(body: string | null): Content {
  if (body === null) return html`<p class="muted">None, or one that is no text or longer than a megabyte.</p>`
  return html`${codeBlock(body.slice(0, mostShown), 'body')}
    ${body.length > mostShown ? html`<p class="muted">The first ${count(mostShown)} of ${count(body.length)} characters.</p>` : nothing}`
}
