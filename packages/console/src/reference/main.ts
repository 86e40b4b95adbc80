// The index of the reference: all APIs with a search over their operations. It links to the page of each API, which
// has a large script.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { note, tag } from '../kit/parts.ts'
import { keepTabKey, tabKey } from '../tab-key.ts'
import { applyTheme } from '../theme.ts'
import { type IndexedApi, readIndex } from './index-file.ts'
import { search } from './search.ts'

applyTheme()
const root = document.getElementById('reference-list')
if (root) void show(root)

async function show(at: HTMLElement): Promise<void> {
  let apis: readonly IndexedApi[]
  try {
    apis = await readIndex()
  } catch {
    render(note('bad', 'The list of APIs could not be loaded. Is the gateway still running?'), at)
    return
  }
  const draw = (query: string) =>
    render(
      html`${form(draw)}<div aria-live="polite">${query.trim() === '' ? lists(apis) : hitList(apis, query)}</div>`,
      at,
    )
  draw('')
}

/** Renders the key field; the key fills the forms of every reference page opened from this tab. */
function form(draw: (query: string) => void): TemplateResult {
  const type = (event: Event) => {
    if (event.target instanceof HTMLInputElement) draw(event.target.value)
  }
  const keep = (event: Event) => {
    if (event.target instanceof HTMLInputElement) keepTabKey(event.target.value.trim())
  }
  return html`<form class="docs-search" role="search" @submit=${(event: Event) => event.preventDefault()}>
    <label class="field"><span>Search all operations</span><input type="search" autocomplete="off" placeholder="currency on a past day" @input=${type} /></label>
    <label class="field"><span>Gateway key for trying calls</span><input type="password" autocomplete="off" spellcheck="false" .defaultValue=${tabKey() ?? ''} @input=${keep} /><small>Stays in this tab.</small></label>
  </form>`
}

function lists(apis: readonly IndexedApi[]): TemplateResult[] {
  const groups = [
    { title: 'Work now', apis: apis.filter((api) => api.embedded) },
    { title: 'Need your own provider key', apis: apis.filter((api) => !api.embedded && api.ownKey) },
    { title: 'Live only, without a key', apis: apis.filter((api) => !api.embedded && !api.ownKey) },
  ]
  return groups
    .filter((group) => group.apis.length > 0)
    .map((group) => html`<h2>${group.title}</h2><ul class="api-list">${group.apis.map(entryOf)}</ul>`)
}

function entryOf({ slug, title, summary, sample, operations }: IndexedApi): TemplateResult {
  return html`<li>
    <a href=${`/docs/${slug}`}>${title}</a> <span class="muted">${operations.length === 1 ? '1 operation' : `${operations.length} operations`}</span>
    ${sample === undefined ? nothing : tag('sample data', sample)}<br />${summary}
  </li>`
}

function hitList(apis: readonly IndexedApi[], query: string): TemplateResult {
  const hits = search(apis, query)
  if (hits.length === 0) return html`<p>No operation matches these words. Try fewer or other words.</p>`
  return html`<ul class="api-list">
    ${hits.map(
      ({ api, operation }) => html`<li>
      <a href=${`/docs/${api.slug}#${operation.id}`}>${operation.summary}</a> <span class="muted">${api.title}</span><br />
      <code><span class="verb">${operation.method}</span>${operation.path}</code>
    </li>`,
    )}
  </ul>`
}
