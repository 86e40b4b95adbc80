// The index of the reference: every API, in groups by what a first call needs. The console's script adds a search.
import type { Listing } from '#define/reflect'
import type { LoadedApi } from '../../process/load-apis.ts'
import type { PageParts } from './frame.ts'
import { html, type Markup, words } from './markup.ts'

interface Entry extends Pick<LoadedApi, 'api' | 'provider'> {
  readonly listing: Listing
}

export function indexPage(apis: readonly LoadedApi[]): PageParts {
  const entries = apis.flatMap(({ api, provider }) => api.listings.map((listing) => ({ api, provider, listing })))
  const groups = Map.groupBy(entries, groupOf)
  const shown = titles.flatMap((title) => {
    const members = groups.get(title)
    return members ? [{ title, members }] : []
  })
  return {
    title: 'Gatehouse reference',
    navigation: html`<nav class="nav" aria-label="Contents">${shown.map(
      ({ title, members }) => html`
<p class="nav-title">${title}</p>
<ul>${members.map(({ listing }) => html`\n<li><a class="nav-link" href="/docs/${listing.slug}">${listing.title}</a></li>`)}
</ul>`,
    )}
</nav>`,
    content: html`<header class="page-head"><div>
<h1>Reference</h1>
<p class="lead">A page for each API. For your own tools: <a href="/openapi">OpenAPI documents</a> of each, <a href="/openapi.json">one of all</a>, and <a href="/llms.txt">llms.txt</a> for language models.</p>
</div></header>
<div id="reference-search"></div>
<div id="reference-list">${shown.map(
      ({ title, members }) => html`
<section class="block"><h2>${title}</h2>
<ul class="api-list">${members.map(entryOf)}
</ul></section>`,
    )}
</div>`,
  }
}

const titles = ['Work now', 'Need your own provider key', 'Live only, without a key', 'The gateway itself'] as const

function groupOf({ api: { surface, auth }, provider }: Entry): (typeof titles)[number] {
  if (surface.name === 'self' || surface.name === 'operator') return 'The gateway itself'
  if (provider !== undefined) return 'Work now'
  return auth.kind === 'own' && !auth.optional ? 'Need your own provider key' : 'Live only, without a key'
}

function entryOf({ api, listing }: Entry): Markup {
  const count = Object.keys({ ...api.endpoints, ...api.sockets }).length
  return html`
<li><a href="/docs/${listing.slug}">${listing.title}</a> <span class="muted">${count === 1 ? '1 operation' : `${count} operations`}</span>${api.sample && html` <span class="tag">sample data</span>`}<br>${words(api.summary)}</li>`
}
