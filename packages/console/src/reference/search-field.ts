// The search over the operations of all APIs, on the index of the reference.
import { html, render, type TemplateResult } from 'lit-html'
import { note } from '../kit/parts.ts'
import { type IndexedApi, readIndex } from './index-file.ts'
import { search } from './search.ts'

/** Adds a search field, whose hits replace the list while there are words in it. */
export function addSearch(place: HTMLElement, list: HTMLElement): void {
  let apis: readonly IndexedApi[] | undefined
  let query = ''
  let isFailed = false
  const load = async () => {
    if (apis) return
    try {
      apis = await readIndex()
      isFailed = false
    } catch {
      isFailed = true
    }
    draw()
  }
  const type = (event: Event) => {
    if (event.target instanceof HTMLInputElement) query = event.target.value
    draw()
    void load()
  }
  const draw = () => {
    const isSearching = query.trim() !== ''
    list.hidden = isSearching
    const failed = note('bad', 'The operations could not be loaded. Is the gateway still running?')
    const hits = isFailed ? failed : apis ? hitList(apis, query) : 'Searching …'
    render(
      html`<form role="search" @submit=${(event: Event) => event.preventDefault()}>
        <label class="field"><span>Search all operations</span><input type="search" autocomplete="off" placeholder="currency on a past day" @focus=${load} @input=${type} /></label>
      </form>
      <div aria-live="polite">${isSearching ? hits : ''}</div>`,
      place,
    )
  }
  draw()
}

function hitList(apis: readonly IndexedApi[], query: string): TemplateResult {
  const hits = search(apis, query)
  if (hits.length === 0) return html`<p>No operation has these words. Try fewer or other words.</p>`
  return html`<ul class="api-list">
    ${hits.map(
      ({ api, operation }) => html`<li>
      <a href=${`/docs/${api.slug}#${operation.id}`}>${operation.summary}</a> <span class="muted">${api.title}</span><br />
      <code><span class="verb">${operation.method}</span>${operation.path}</code>
    </li>`,
    )}
  </ul>`
}
