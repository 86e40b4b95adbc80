// Tables: dense rows with a caption, right-aligned numbers, sorting by links, pages by cursor. Narrow screens show each
// row as a card, with the labels of its columns; the roles keep it a table for screen readers.
import { html, nothing, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { withQuery } from '../address.ts'
import { icon } from './icons.ts'
import type { Content } from './parts.ts'

export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => Content
  readonly numeric?: boolean
  /** True for text of any length, which is wrapped. */
  readonly wraps?: boolean
  /** True if the column is left out on narrow screens, where the row's own page has it. */
  readonly wide?: boolean
  /** Name of the column's order in the address. */
  readonly sort?: string
  /** True for columns of buttons, whose label is only for screen readers. */
  readonly hidesLabel?: boolean
}
interface TableOptions<Row> {
  /** Content of the table, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly key: (row: Row) => string
  /** The order in the address, such as `-calls`. */
  readonly sort?: string | undefined
}

export function table<Row>({ caption, columns, rows, key, sort }: TableOptions<Row>): TemplateResult {
  const classes = ({ numeric, wide, wraps, hidesLabel, sort: name }: Column<Row>) =>
    [numeric && 'number', wide && 'wide', wraps && 'wraps', hidesLabel && 'buttons', name !== undefined && 'sorts']
      .filter(Boolean)
      .join(' ') || nothing
  const body = (column: Column<Row>, row: Row, first: boolean) =>
    first
      ? html`<th scope="row" role="rowheader" class=${classes(column)}>${column.cell(row)}</th>`
      : html`<td role="cell" class=${classes(column)} data-label=${column.hidesLabel ? nothing : column.label}>${column.cell(row)}</td>`
  return html`<div class="table" tabindex="0" role="group" aria-label=${caption}>
    <table role="table">
      <caption class="reader">${caption}</caption>
      <thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th scope="col" role="columnheader" class=${classes(column)} aria-sort=${orderOf(column, sort)}>${headOf(column, sort)}</th>`)}</tr></thead>
      <tbody role="rowgroup">
        ${repeat(rows, key, (row) => html`<tr role="row">${columns.map((column, at) => body(column, row, at === 0))}</tr>`)}
      </tbody>
    </table>
  </div>`
}

function headOf<Row>({ label, sort, hidesLabel }: Column<Row>, now: string | undefined): Content {
  if (hidesLabel) return html`<span class="reader">${label}</span>`
  if (sort === undefined) return label
  const isDown = now === `-${sort}`
  return html`<a class="sort" href=${withQuery({ sort: isDown ? sort : `-${sort}` })}>${label}${
    isDown ? icon('down') : now === sort ? icon('up') : nothing
  }</a>`
}

function orderOf<Row>({ sort }: Column<Row>, now: string | undefined) {
  if (sort === undefined || (now !== sort && now !== `-${sort}`)) return nothing
  return now === sort ? 'ascending' : 'descending'
}

/** Sorts rows that are all in memory, by the order in the address. */
export function sorted<Row>(
  rows: readonly Row[],
  order: string | undefined,
  values: Readonly<Record<string, (row: Row) => number | string>>,
): readonly Row[] {
  const name = order?.replace(/^-/, '') ?? ''
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (!value) return rows
  const direction = order?.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)]
    return direction * (left < right ? -1 : left > right ? 1 : 0)
  })
}

/**
 * Renders links to the next page and back. The address holds the cursor of this page and of those before it, so that a
 * shared address shows the same page.
 */
export function pager(query: URLSearchParams, next: string | number | undefined): TemplateResult {
  const after = query.get('after') ?? ''
  const trail = query.get('trail')?.split('.').filter(Boolean) ?? []
  if (after === '' && next === undefined) return html``
  const back = trail.at(-1)
  const before = { after: back === '-' ? undefined : back, trail: trail.slice(0, -1).join('.') }
  const ahead = { after: next, trail: [...trail, after === '' ? '-' : after].slice(-longestTrail).join('.') }
  return html`<nav class="pager" aria-label="Pages of the list">
    ${after === '' ? nothing : html`<a class="button" href=${withQuery({ after: undefined, trail: undefined })}>First page</a>`}
    ${back === undefined ? nothing : html`<a class="button" rel="prev" href=${withQuery(before)}>${icon('back')}Previous</a>`}
    ${next === undefined ? nothing : html`<a class="button" rel="next" href=${withQuery(ahead)}>Next${icon('next')}</a>`}
  </nav>`
}
const longestTrail = 40
