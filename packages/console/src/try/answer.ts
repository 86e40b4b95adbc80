// Displays the response of a call by its type: JSON, a table, a picture, sound, a stream as it arrives, text, or bytes.
import { html, nothing, type TemplateResult } from 'lit-html'
import { href } from '../address.ts'
import { toneOf } from '../kit/call-states.ts'
import { bytes, count, dollars, milliseconds } from '../kit/format.ts'
import { type Content, codeBlock, note, state } from '../kit/parts.ts'
import { table } from '../kit/table.ts'

export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly ms: number
  readonly size: number
  /** The text so far, for textual responses. */
  readonly text: string
  /** Address of the bytes in this tab, for other responses. */
  readonly object?: string
  /** True for a stream that has not ended. */
  readonly isOpen: boolean
}

const longestShown = 200_000
const longestRead = 20_000_000

/** Reads the response, and calls `changed` with the content so far while it is a stream. */
export async function readAnswer(
  response: Response,
  startedAt: number,
  changed: (answer: Answer) => void,
): Promise<Answer> {
  const { status, statusText, headers } = response
  const about = (size: number) => ({ status, statusText, headers, size, ms: performance.now() - startedAt })
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream') && response.body) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text = `${text}${part.value}`.slice(-longestShown)
      changed({ ...about(text.length), text, isOpen: true })
    }
    return { ...about(text.length), text, isOpen: false }
  }
  const blob = await response.blob()
  const isText = blob.size <= longestRead && /json|text|xml|csv|yaml|javascript|urlencoded/.test(type)
  if (isText || blob.size === 0) return { ...about(blob.size), text: await blob.text(), isOpen: false }
  return { ...about(blob.size), text: '', object: URL.createObjectURL(blob), isOpen: false }
}

/** Renders outcome, provider, time, size and cost in a line. */
export function answerLine({ status, statusText, headers, ms, size, isOpen }: Answer): TemplateResult {
  const provider = headers.get('x-gateway-provider') ?? 'the gateway itself'
  const route = headers.get('x-gateway-route')
  const cost = headers.get('x-gateway-cost')
  const id = headers.get('x-request-id') ?? ''
  return html`<p class="answer-line">
    ${state(toneOf(status), `${status} ${statusText}`)}
    <span title=${route ?? nothing}>Answered by ${provider}</span>
    <span>${isOpen ? 'still arriving …' : milliseconds(ms)}</span>
    <span>${bytes(size)}</span>
    ${cost === null ? nothing : html`<span>${dollars(cost)}</span>`}
    ${id === '' ? nothing : html`<a href=${href('/call', { id })} title=${id}>View record</a>`}
  </p>`
}

export function answerBody(answer: Answer): Content {
  const isSample = answer.headers.get('x-gateway-sample') === 'true'
  return html`${isSample ? note('info', 'Sample data that comes with the gateway, not data of the provider.') : nothing}${content(answer)}`
}

/** Returns the headers of the response as text. */
export const headersOf = ({ headers }: Answer): string =>
  [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')

function content({ headers, text, object, isOpen, size }: Answer): Content {
  const type = headers.get('content-type') ?? ''
  if (object !== undefined) return binary(type, object, size)
  if (text === '') return isOpen ? nothing : html`<p class="muted">The answer has no body.</p>`
  if (type.includes('json')) return json(text)
  if (type.includes('csv')) return html`${listTable(csvRows(text))}${codeBlock(cut(text), 'answer')}`
  return codeBlock(cut(text), 'answer')
}

function binary(type: string, object: string, size: number): TemplateResult {
  const name = `answer.${/\/(\w+)/.exec(type)?.[1] ?? 'bin'}`
  const save = html`<a class="button" href=${object} download=${name}>Save ${bytes(size)}</a>`
  // scripts do not run in an image element
  if (type.startsWith('image/'))
    return html`<img class="preview" src=${object} alt="The picture that was answered" />${save}`
  if (type.startsWith('audio/')) return html`<audio controls src=${object}></audio>${save}`
  return html`<p>${type || 'Bytes without a type'}</p>${save}`
}

function json(text: string): Content {
  // integers that would be rounded: such an answer is shown as it came
  if (/[[:,\s]-?(?:9\d{15}|\d{17})/.test(text)) return codeBlock(cut(text), 'answer')
  try {
    const value: unknown = JSON.parse(text)
    return html`${listTable(rowsIn(value))}${codeBlock(cut(JSON.stringify(value, null, 2)), 'answer')}`
  } catch {
    return codeBlock(cut(text), 'answer')
  }
}

const cut = (text: string) =>
  text.length > longestShown
    ? `${text.slice(0, longestShown)}\n… ${count(text.length - longestShown)} more characters`
    : text

type Flat = Readonly<Record<string, unknown>>

/** Returns the first list of records in a response. */
function rowsIn(value: unknown): readonly Flat[] {
  const lists = [value, ...(isRecord(value) ? Object.values(value) : [])]
  const found = lists.find((list) => Array.isArray(list) && list.length > 1 && list.every(isRecord))
  return Array.isArray(found) ? found.filter(isRecord) : []
}

function isRecord(value: unknown): value is Flat {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const mostRows = 50
const mostColumns = 8

function listTable(rows: readonly Flat[]): Content {
  if (rows.length === 0) return nothing
  const isPlain = (value: unknown) => value === null || typeof value !== 'object'
  const names = [
    ...new Set(rows.slice(0, mostRows).flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name])))),
  ].slice(0, mostColumns)
  if (names.length === 0) return nothing
  return html`<details open><summary>As a table${rows.length > mostRows ? `: the first ${mostRows} of ${count(rows.length)}` : ''}</summary>
    ${table({
      caption: 'The answer as a table',
      rows: rows.slice(0, mostRows).map((row, at) => ({ row, at })),
      key: ({ at }) => String(at),
      columns: names.map((name) => ({
        label: name,
        numeric: rows.every((row) => typeof row[name] === 'number'),
        cell: ({ row }: { row: Flat }) => String(row[name] ?? '–'),
      })),
    })}
  </details>`
}

/** Reads rows of plain CSV; quotes are kept, because this is only a preview. */
function csvRows(text: string): Flat[] {
  const [head = '', ...lines] = text.split(/\r?\n/, mostRows + 1)
  const names = head.split(',')
  return lines
    .filter(Boolean)
    .map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? String(at), cell])))
}
