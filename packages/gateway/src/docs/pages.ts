// The documents that the gateway serves: the OpenAPI document of each API, and a page for reading and trying them.
// Cached after first use.
import { openApiOf } from '#derive'
import type { LoadedApi } from '../apis/load.ts'
import { consolePathOf, createConsole } from '../console/files.ts'
import { type Page, type StoredPage, storePage } from '../http/stored-page.ts'
import { loadReferenceBundle } from './reference-bundle.ts'
import { referencePage, startScript } from './reference-page.ts'

export interface PagesDeps {
  readonly apis: readonly LoadedApi[]
  readonly baseUrl: string
  readonly marketUrl: string
}

/** Returns a function that looks up a page by its path. */
export function createPages(deps: PagesDeps): (path: string) => Promise<StoredPage | undefined> {
  const stored = new Map<string, Promise<StoredPage | undefined>>()
  const consolePage = createConsole(deps)
  const make = async (path: string): Promise<StoredPage | undefined> => {
    const page = (await makePage(path, deps)) ?? consolePage(path)
    return page && storePage(page)
  }
  return (address) => {
    const path = consolePathOf(address)
    const existing = stored.get(path)
    if (existing) return existing
    const page = make(path)
    stored.set(path, page)
    const forget = () => stored.delete(path)
    // unknown paths are not cached: there are infinitely many
    page.then((result) => result ?? forget(), forget)
    return page
  }
}

async function makePage(path: string, deps: PagesDeps): Promise<Page | undefined> {
  if (path === '/')
    return { status: 302, contentType: 'text/plain', body: 'See /docs\n', headers: { location: '/docs' } }
  if (path === '/openapi' || path === '/openapi/') return json(indexOf(deps))
  if (path === '/docs/index.json') return json(searchIndexOf(deps))
  if (path === '/docs/reference.js') return script(await loadReferenceBundle())
  if (path === '/docs/start.js') return script(startScript)
  const [, root, slug = ''] = /^\/(docs|openapi)\/([a-z0-9-]+)(?:\.json)?$/.exec(path) ?? []
  const isListed = deps.apis.some(({ api }) => api.listings.some((listing) => listing.slug === slug))
  if (root === 'docs' && isListed) return referencePage(deps.marketUrl)
  return root === 'openapi' && path.endsWith('.json') ? documentOf(slug, deps) : undefined
}

function documentOf(slug: string, deps: PagesDeps): Page | undefined {
  for (const { api, examples } of deps.apis) {
    const listing = api.listings.find((one) => one.slug === slug)
    if (!listing) continue
    // the requested listing comes first among the servers
    const listings = [listing, ...api.listings.filter((one) => one !== listing)]
    // relative to the document, so that calls go where it was read, whatever that address is called
    const serverUrl = api.surface.name === 'market' ? deps.marketUrl : ''
    return json(openApiOf({ ...api, listings }, { serverUrl, examples, version: '1.0.0' }))
  }
  return undefined
}

function indexOf(deps: PagesDeps) {
  return {
    apis: deps.apis.flatMap(({ api, provider }) =>
      api.listings.map(({ slug, title }) => ({
        slug,
        title,
        summary: api.summary,
        embedded: provider !== undefined,
        live: api.upstream !== null,
        openapi: `${deps.baseUrl}/openapi/${slug}.json`,
      })),
    ),
  }
}

/** What the index of the reference shows and searches. */
function searchIndexOf(deps: PagesDeps) {
  return deps.apis.flatMap(({ api, provider }) =>
    api.listings.map(({ slug, title }) => ({
      slug,
      title,
      summary: api.summary,
      embedded: provider !== undefined,
      live: api.upstream !== null,
      ownKey: api.auth.kind === 'own' && !api.auth.optional,
      sample: api.sample ?? undefined,
      operations: Object.entries(api.endpoints).map(([id, { method, path, summary }]) => ({
        ...{ id, method, path, summary },
        asks: api.asks?.[id],
      })),
    })),
  )
}

const json = (value: unknown): Page => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
  headers: { 'access-control-allow-origin': '*' },
})

const script = (body: string | Buffer): Page => ({
  status: 200,
  contentType: 'text/javascript; charset=utf-8',
  body,
  headers: { 'cache-control': 'public, max-age=3600' },
})
