// The reference page of one API, rendered from its declaration.
import { setImmediate } from 'node:timers/promises'
import type { Api } from '#define'
import { errors, type Listing } from '#define/reflect'
import {
  comparedSentence,
  createAssignedIds,
  errorCodesOf,
  type OutlineGroup,
  outlineOf,
  shellNames,
  stateOf,
} from '#derive'
import type { LoadedApi } from '../../process/load-apis.ts'
import type { PageParts } from './frame.ts'
import { html, type Markup, type Value, words } from './markup.ts'
import { code, operationSection, type SectionSource } from './operation-section.ts'

export interface ApiPageSource extends Pick<LoadedApi, 'api' | 'examples' | 'provider' | 'compared'> {
  readonly listing: Listing
  /** The address of the port that serves the API, without a path. */
  readonly address: string
}

/** Renders the page one operation at a time, so that no other call waits for a large API. */
export async function apiPage(source: ApiPageSource): Promise<PageParts> {
  const { listing, examples } = source
  // the listing of this page comes first, since examples call that
  const listings = [listing, ...source.api.listings.filter((one) => one !== listing)]
  const api = { ...source.api, listings }
  const groups = outlineOf(api)
  const tried = api.surface.name === 'hosted' ? listing.slug : undefined
  const section = { api, examples, idsOf: createAssignedIds(api.endpoints, examples), tried }
  const sections: Markup[] = []
  for (const [at, group] of groups.entries()) sections.push(await groupSection(group, at, section))
  return {
    title: `${listing.title} · Gatehouse reference`,
    navigation: contents(groups),
    content: html`<header class="page-head"><div>
<h1>${listing.title}</h1>
<p class="lead">${words(api.summary)}</p>
</div></header>
${introduction(source)}
${sections}
${errorTable(api)}`,
  }
}

async function groupSection({ title, operations }: OutlineGroup, at: number, source: SectionSource): Promise<Markup> {
  const sections: Markup[] = []
  for (const operation of operations) {
    sections.push(operationSection(operation, source))
    await setImmediate()
  }
  return html`<section class="group" aria-labelledby="group-${at}">
<h2 id="group-${at}">${title || 'Operations'}</h2>
${sections}</section>
`
}

function contents(groups: readonly OutlineGroup[]): Markup {
  return html`<nav class="nav" aria-label="Contents">
<ul><li><a class="nav-link" href="/docs">All APIs</a></li></ul>${groups.map(
    ({ title, operations }, at) => html`
<p class="nav-title"><a href="#group-${at}">${title || 'Operations'}</a></p>
<ul>${operations.map(({ id, endpoint }) => html`\n<li><a class="nav-link" href="#${id}">${words(endpoint.summary)}</a></li>`)}
</ul>`,
  )}
<p class="nav-title"><a href="#gateway-errors">Errors</a></p>
</nav>`
}

function introduction({ api, provider, listing, address, compared }: ApiPageSource): Markup {
  const { surface } = api
  const fidelity = comparedSentence(api, { embedded: provider !== undefined, compared })
  const isProxied = surface.name === 'hosted' || surface.name === 'market'
  const names = shellNames[surface.keys]
  const facts: (readonly [string, Value])[] = [
    ['Base address', html`<code>${address}${surface.mount.replace('{slug}', listing.slug)}</code>`],
    ['Your key', html`in the header <code>${surface.keyHeader}</code>`],
    ['Answered by', stateOf(api, provider !== undefined)],
  ]
  if (isProxied) facts.push(['Provider key', providerKey(api)])
  if (api.envelope === 'data') facts.push(['Results', html`under <code>data</code>`])
  facts.push(['OpenAPI document', html`<a href="/openapi/${listing.slug}.json">${listing.slug}.json</a>`])
  return html`<dl class="facts">${facts.map(([name, value]) => html`\n<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>
${
  api.sample &&
  html`<div class="note info"><div><p><strong>Sample data:</strong> ${words(api.sample)}</p><p>Embedded answers made from it carry the header <code>x-gateway-sample: true</code>; in production they are refused.</p></div></div>`
}
${fidelity && html`<p class="muted">${fidelity}</p>`}
<section class="block"><h2>Before the first call</h2>
<p class="muted">The calls on this page run as they are printed, once a shell knows the address and your key.</p>
${code(`export ${names.url}=${address}\nexport ${names.key}='your key'`, 'Address and key')}
</section>`
}

function providerKey({ auth, surface }: Api): Value {
  if (auth.kind === 'keyless') return 'none'
  const words = auth.optional ? 'your own, optional' : 'your own, for live calls'
  return surface.name === 'hosted' ? html`<a href="/console/provider-keys">${words}</a>` : words
}

/** Renders the gateway's errors that operations of the API can return. */
function errorTable(api: Api): Markup {
  const endpoints = Object.values({ ...api.endpoints, ...api.sockets })
  const different = new Set(endpoints.map((endpoint) => errorCodesOf(api, endpoint)))
  const possible = new Set([...different].flatMap((codes) => [...codes.values()].flat()))
  const rows = Object.entries(errors).filter(([code]) => possible.has(code))
  return html`<section class="group" aria-labelledby="gateway-errors">
<h2 id="gateway-errors">Errors</h2>
<p>The gateway’s own errors are <code>{"error":{"code","message","details"?},"meta":{"requestId"}}</code>. An error of a provider keeps its status and its fields.</p>
<div class="table"><table class="values"><caption class="reader">Errors of the gateway</caption><tbody>${rows.map(
    ([code, { status, say }]) => html`
<tr id="error-${code}"><th scope="row"><code>${code}</code><span class="sub">${status}</span></th><td>${words(say)}</td></tr>`,
  )}
</tbody></table></div>
</section>`
}
