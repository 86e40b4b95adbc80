// Filters of a list, which act as one types or chooses: their values become the address, so that a filtered list can be
// shared and the browser's back button works. What is set is shown as chips, each of which removes its filter.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { go, withQuery } from '../address.ts'
import { icon } from './icons.ts'
import type { Content } from './parts.ts'

/** Returns ids with their names for a typed text. */
export type Suggest = (text: string) => Promise<readonly (readonly [string, string])[]>

export interface Filter {
  readonly name: string
  readonly label: string
  /** The values to choose from; without them the filter is a text field. */
  readonly values?: readonly (readonly [string, string])[]
  /** Makes a text field offer names, of which one is chosen; the address has its id. */
  readonly suggest?: Suggest
  /** Name of the present value, for people. */
  readonly shown?: string | undefined
  readonly type?: 'search' | 'date'
  /** Pattern of values; others are not applied. */
  readonly pattern?: string
  readonly placeholder?: string
  /** Default if the address has no value; without it any value matches. */
  readonly fallback?: string
  /** True if the filter is collapsed until it is used. */
  readonly isRare?: boolean
}

const typingMs = 300
/** The pause after a choice, in which the keyboard may go on to the next. */
const choosingMs = 100

/**
 * Renders the filters. A choice applies at once, text after a pause in typing or with Enter. For Enter, a form of
 * several fields needs a button.
 */
export function filters(list: readonly Filter[], query: URLSearchParams, extra: Content = nothing): TemplateResult {
  const controls = (some: readonly Filter[]) => some.map((filter) => control(filter, query))
  const rare = list.filter(({ isRare }) => isRare)
  const isFolded = list.length > 1
  const set = list.filter(({ name, fallback }) => fallback === undefined && query.has(name))
  return html`<form class=${isFolded ? 'filters folded' : 'filters'} role="search" @submit=${applyNow(list)} @input=${applySoon(list)} @change=${applySoon(list)}>
    <button type="button" class="fold" aria-expanded="false" @click=${unfold}>${icon('filter')}Filters${set.length === 0 ? nothing : ` (${set.length})`}</button>
    <button hidden>Apply</button>
    <div class="controls">${controls(list.filter(({ isRare }) => !isRare))}</div>
    ${extra}
    ${rare.length === 0 ? nothing : html`<details class="more" ?open=${rare.some(({ name }) => query.has(name))}><summary>More filters</summary><div>${controls(rare)}</div></details>`}
    ${set.length === 0 ? nothing : chips(set, query)}
  </form>`
}

function chips(set: readonly Filter[], query: URLSearchParams): TemplateResult {
  const text = ({ name, values = [], shown }: Filter) => {
    const value = query.get(name) ?? ''
    return shown ?? values.find(([one]) => one === value)?.[1] ?? value
  }
  const cleared = Object.fromEntries(set.map(({ name }) => [name, undefined]))
  return html`<ul class="chips" aria-label="Filters that are set">
    ${set.map((filter) => html`<li><a class="chip" href=${withQuery({ [filter.name]: undefined })} aria-label=${`Remove the filter ${filter.label}: ${text(filter)}`}>${filter.label}: ${text(filter)}${icon('close')}</a></li>`)}
    ${set.length > 1 ? html`<li><a href=${withQuery(cleared)}>Clear all</a></li>` : nothing}
  </ul>`
}

/** Shows or hides the controls, which narrow screens fold. */
function unfold({ currentTarget }: Event): void {
  if (!(currentTarget instanceof HTMLElement)) return
  const isOpen = currentTarget.parentElement?.classList.toggle('open') ?? false
  currentTarget.setAttribute('aria-expanded', String(isOpen))
}

function control(filter: Filter, query: URLSearchParams): TemplateResult {
  const { name, label, values, placeholder, fallback, suggest, shown, type = 'search', pattern } = filter
  const value = query.get(name) ?? fallback ?? ''
  if (values === undefined)
    return html`<label class="filter"><span>${label}</span><input name=${name} type=${type} .value=${live(typed(name) ?? shown ?? value)}
      placeholder=${placeholder ?? nothing} pattern=${pattern ?? nothing} list=${suggest ? `suggested-${name}` : nothing}
      autocomplete="off" spellcheck="false" @focus=${suggest ? offer(suggest) : nothing} /></label>
      ${suggest ? html`<datalist id=${`suggested-${name}`}></datalist>` : nothing}`
  const isListed = value === '' || values.some(([one]) => one === value)
  const all = isListed ? values : [...values, [value, value] as const]
  return html`<label class="filter"><span>${label}</span>
    <select name=${name} .value=${live(typed(name) ?? value)}>
      ${fallback === undefined ? html`<option value="" ?selected=${value === ''}>Any</option>` : nothing}
      ${all.map(([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`)}
    </select></label>`
}

/** Returns the value of the field that has the focus, which the address may not have yet. */
function typed(name: string): string | undefined {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.name !== name)
    return undefined
  return field.form?.classList.contains('filters') ? field.value : undefined
}

/** Ids of the suggested names, by field. */
const suggested = new WeakMap<HTMLInputElement, ReadonlyMap<string, string>>()

/** Fills the suggestions of a field. Without an answer there are none; an id can still be typed. */
export function offer(suggest: Suggest) {
  return async ({ currentTarget: field }: Event): Promise<void> => {
    if (field instanceof HTMLInputElement) await fill(field, suggest)
  }
}

async function fill(field: HTMLInputElement, suggest: Suggest): Promise<void> {
  const found = await suggest(field.value.trim()).catch(() => [])
  const names = new Map<string, string>()
  for (const [id, name] of found) names.set(names.has(name) ? `${name} (${id})` : name, id)
  suggested.set(field, names)
  if (field.list)
    render(
      [...names].map(([name, id]) => html`<option value=${name}>${id}</option>`),
      field.list,
    )
}

let waiting: ReturnType<typeof setTimeout> | undefined

function applySoon(list: readonly Filter[]) {
  return ({ currentTarget: form, target, type }: Event): void => {
    if (!(form instanceof HTMLFormElement)) return
    const isTyped = target instanceof HTMLInputElement
    // a field also reports a change when it is left; by then it has been applied
    if (isTyped === (type === 'change')) return
    clearTimeout(waiting)
    const act = async () => {
      const suggest = isTyped ? list.find(({ name }) => name === target.name)?.suggest : undefined
      if (suggest && isTyped) await fill(target, suggest)
      apply(form, list, { replace: isTyped })
    }
    waiting = setTimeout(() => void act(), isTyped ? typingMs : choosingMs)
  }
}

function applyNow(list: readonly Filter[]) {
  return async (event: Event): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    if (!(form instanceof HTMLFormElement)) return
    clearTimeout(waiting)
    for (const { name, suggest } of list) {
      const field = form.elements.namedItem(name)
      if (suggest && field instanceof HTMLInputElement && field.value !== '') await completed(field, suggest)
    }
    apply(form, list, { replace: false })
  }
}

/** Completes a name that was begun with the first suggestion. */
async function completed(field: HTMLInputElement, suggest: Suggest): Promise<void> {
  await fill(field, suggest)
  const names = suggested.get(field)
  const [first] = names?.keys() ?? []
  if (first !== undefined && !names?.has(field.value.trim())) field.value = first
}

function apply(form: HTMLFormElement, list: readonly Filter[], how: { readonly replace: boolean }): void {
  const present = new URLSearchParams(location.search)
  const values: Record<string, string> = {}
  for (const filter of list) values[filter.name] = valueIn(form, filter) ?? present.get(filter.name) ?? ''
  const address = withQuery(values)
  if (list.some(({ name }) => (values[name] ?? '') !== (present.get(name) ?? ''))) go(address, how)
}

/** Returns the value of a field; undefined for one that is not complete, and for a default that was not changed. */
function valueIn(form: HTMLFormElement, { name, suggest, shown, fallback }: Filter): string | undefined {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return undefined
  const value = field.value.trim()
  if (!field.validity.valid || value === fallback) return value === fallback ? '' : undefined
  if (!suggest || value === '' || !(field instanceof HTMLInputElement)) return value
  if (value === shown) return undefined
  return suggested.get(field)?.get(value) ?? (isId(value) ? value : undefined)
}

/** Reports whether a text is the id of an account or a key. */
export const isId = (text: string): boolean => /^(?:acc|key)_\w{8,}$/.test(text)

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
