// Filters of a list: a form whose values become the address, so that a filtered list can be shared and the browser's
// back button works.
import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { go, withQuery } from '../address.ts'
import type { Content } from './parts.ts'

export interface Filter {
  readonly name: string
  readonly label: string
  /** The values to choose from; without them the filter is a text field. */
  readonly values?: readonly (readonly [string, string])[]
  readonly placeholder?: string
  /** Default if the address has no value; without it any value matches. */
  readonly fallback?: string
  /** True if the filter is collapsed until it is used. */
  readonly isRare?: boolean
}

/** Renders the filters. Choices by mouse apply at once; text and the keyboard need Enter or the button. */
export function filters(list: readonly Filter[], query: URLSearchParams, extra: Content = nothing): TemplateResult {
  const apply = (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : null
    if (!form) return
    const values: Record<string, string> = {}
    for (const { name } of list) values[name] = String(new FormData(form).get(name) ?? '').trim()
    go(withQuery(values))
  }
  const cleared = Object.fromEntries(list.map(({ name }) => [name, undefined]))
  const controls = (some: readonly Filter[]) =>
    some.map((filter) => control(filter, query.get(filter.name) ?? filter.fallback ?? ''))
  const rare = list.filter(({ isRare }) => isRare)
  const isFiltered = list.some(({ name }) => query.has(name))
  return html`<form class="filters" role="search" @submit=${apply}>
    ${controls(list.filter(({ isRare }) => !isRare))}
    <button>Filter</button>
    ${isFiltered ? html`<a class="button ghost" href=${withQuery(cleared)}>Clear</a>` : nothing} ${extra}
    ${rare.length === 0 ? nothing : html`<details class="more" ?open=${rare.some(({ name }) => query.has(name))}><summary>More filters</summary><div>${controls(rare)}</div></details>`}
  </form>`
}

function control({ name, label, values, placeholder, fallback }: Filter, value: string): TemplateResult {
  if (values === undefined)
    return html`<label class="filter"><span>${label}</span><input name=${name} type="search" .value=${live(value)} placeholder=${placeholder ?? nothing} autocomplete="off" spellcheck="false" /></label>`
  const isListed = value === '' || values.some(([one]) => one === value)
  const all = isListed ? values : [...values, [value, value] as const]
  return html`<label class="filter"><span>${label}</span>
    <select name=${name} .value=${live(value)}>
      ${fallback === undefined ? html`<option value="" ?selected=${value === ''}>Any</option>` : nothing}
      ${all.map(([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`)}
    </select></label>`
}

/** Returns the parameter's value if it is one of these. */
export function chosen<const T extends string>(query: URLSearchParams, name: string, values: readonly T[]): T | null {
  return values.find((value) => value === query.get(name)) ?? null
}

const hour = 3_600_000
const ranges = [
  ['1h', '1 hour', hour],
  ['24h', '24 hours', 24 * hour],
  ['7d', '7 days', 7 * 24 * hour],
  ['30d', '30 days', 30 * 24 * hour],
] as const

export interface Range {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** Returns the range in the address: a named one that ends now, or `from` and `to` in milliseconds. */
export function rangeOf(query: URLSearchParams, otherwise = '24h'): Range {
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
  const now = Date.now()
  if (from > 0) return { from, to: to > from ? to : now, name: '' }
  const name = query.get('range') ?? otherwise
  const [, , length] = ranges.find(([one]) => one === name) ?? ranges[1]
  return { from: now - length, to: now, name }
}

/** Renders links to the named ranges, and the range of the address if it is not one of them. */
export function rangeLinks(
  { name, from, to }: Range,
  allowed: readonly string[] = ranges.map(([one]) => one),
): TemplateResult {
  const other = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  return html`<nav class="ranges" aria-label="Range of time">
    ${ranges.filter(([one]) => allowed.includes(one)).map(([one, label]) => html`<a href=${withQuery({ range: one, from: undefined, to: undefined })} aria-current=${one === name ? 'true' : nothing}>${label}</a>`)}
    ${name === '' ? html`<span class="tag">${other.formatRange(from, to)}</span>` : nothing}
  </nav>`
}
