// The documents that the gateway serves: the OpenAPI document of each API and of all, and a page for reading and trying
// them. Cached after first use.
import { openApiOf, openApiOfAll } from '#derive'
import { type Page, type StoredPage, storePage } from '../../call/http/stored-page.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import type { LoadedApi } from '../../process/load-apis.ts'
import { sourceOf } from '../added/loaded-of.ts'
import type { AddedDocuments } from '../added/reading.ts'
import { consolePathOf, createConsole } from '../console/files.ts'
import { llmsText } from './llms-text.ts'
import { loadReferenceBundle } from './reference-bundle.ts'
import { referencePage, startScript } from './reference-page.ts'

interface Documented {
  readonly apis: readonly LoadedApi[]
  readonly baseUrl: string
  readonly marketUrl: string
  readonly added: AddedDocuments
}
export interface PagesDeps extends Omit<Documented, 'apis'> {
  readonly served: Pick<ServedApis, 'derived'>
  /** The documented APIs that are not among the served ones. */
  readonly others: (served: readonly LoadedApi[]) => readonly LoadedApi[]
}

/** Looks up a page. `asked` is the gateway's address as the caller knows it; undefined if it cannot be trusted. */
export type FindPage = (path: string, asked: string | undefined) => Promise<StoredPage | undefined>

/** The limit of addresses for which documents are cached: a document contains the address at which it was requested. */
const mostAddresses = 8

/** Returns a function that looks up a page by its path. */
export function createPages(deps: PagesDeps): FindPage {
  const { baseUrl, marketUrl, added } = deps
  const current = deps.served.derived(({ loaded }) => ({
    documented: { apis: [...loaded, ...deps.others(loaded)], baseUrl, marketUrl, added },
    stored: new Map<string, Promise<StoredPage | undefined>>(),
  }))
  const consolePage = createConsole(deps)
  const addresses = new Set([deps.baseUrl])
  const make = async (path: string, documented: Documented, address: string): Promise<StoredPage | undefined> => {
    const page = (await makePage(path, documented, address)) ?? consolePage(path)
    return page && storePage(page)
  }
  /** Returns the address, or an empty string beyond the limit: documents then use relative addresses. */
  const known = (asked: string | undefined): string => {
    if (asked === undefined || (!addresses.has(asked) && addresses.size >= mostAddresses)) return ''
    addresses.add(asked)
    return asked
  }
  return (target, asked) => {
    const path = consolePathOf(target)
    const address = path.startsWith('/openapi') || path === '/llms.txt' ? known(asked) : ''
    const key = `${address} ${path}`
    const { stored, documented } = current()
    const existing = stored.get(key)
    if (existing) return existing
    const page = make(path, documented, address)
    stored.set(key, page)
    const forget = () => stored.delete(key)
    // unknown paths are not cached: there are infinitely many
    page.then((result) => result ?? forget(), forget)
    return page
  }
}

async function makePage(path: string, deps: Documented, address: string): Promise<Page | undefined> {
  if (path === '/')
    return { status: 302, contentType: 'text/plain', body: 'See /docs\n', headers: { location: '/docs' } }
  if (path === '/openapi' || path === '/openapi/') return json(indexOf(deps, address))
  if (path === '/openapi.json') return documentOfAll(deps, address)
  if (path === '/llms.txt') return plain(llmsText(deps, address))
  if (path === '/robots.txt') return plain('User-agent: *\nDisallow: /\n')
  if (path === '/docs/index.json') return json(searchIndexOf(deps))
  if (path === '/docs/reference.js') return script(await loadReferenceBundle())
  if (path === '/docs/start.js') return script(startScript)
  const [, root, slug = ''] = /^\/(docs|openapi)\/([a-z0-9-]+)(?:\.json)?$/.exec(path) ?? []
  const isListed = deps.apis.some(({ api }) => api.listings.some((listing) => listing.slug === slug))
  if (root === 'docs' && isListed) return referencePage(deps.marketUrl)
  return root === 'openapi' && path.endsWith('.json') ? documentOf(slug, deps, address) : undefined
}

async function documentOf(slug: string, deps: Documented, address: string): Promise<Page | undefined> {
  for (const { api, examples } of deps.apis) {
    const listing = api.listings.find((one) => one.slug === slug)
    if (!listing) continue
    const source = sourceOf(api)
    if (source) return jsonOf(await deps.added.of(source, { serverUrl: address, version }))
    // the requested listing comes first among the servers
    const listings = [listing, ...api.listings.filter((one) => one !== listing)]
    const serverUrl = api.surface.name === 'market' ? deps.marketUrl : address
    return json(openApiOf({ ...api, listings }, { serverUrl, examples, version }))
  }
  return undefined
}

/** Returns the document of all APIs with the same key and address. */
async function documentOfAll({ apis, added }: Documented, serverUrl: string): Promise<Page> {
  const hosted = apis.filter(({ api }) => api.surface.name === 'hosted')
  const builtIn = openApiOfAll(
    hosted.filter(({ api }) => sourceOf(api) === undefined),
    { serverUrl, version },
  )
  const sources = hosted.flatMap(({ api }) => sourceOf(api) ?? [])
  if (sources.length === 0) return json(builtIn)
  return jsonOf(await added.withAll(JSON.stringify(builtIn), sources, { serverUrl, version }))
}
const version = '1.0.0'

function indexOf(deps: Documented, address: string) {
  const base = address === '' ? deps.baseUrl : address
  return {
    apis: deps.apis.flatMap(({ api, provider }) =>
      api.listings.map(({ slug, title }) => ({
        slug,
        title,
        summary: api.summary,
        embedded: provider !== undefined,
        live: api.upstream !== null,
        openapi: `${base}/openapi/${slug}.json`,
      })),
    ),
  }
}

/** Returns the index of the reference, for display and search. */
function searchIndexOf(deps: Documented) {
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
        id,
        method,
        path,
        summary,
        asks: api.asks?.[id],
      })),
    })),
  )
}

const json = (value: unknown): Page => jsonOf(JSON.stringify(value))

const jsonOf = (body: string | Buffer): Page => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body,
  headers: { 'access-control-allow-origin': '*' },
})

const plain = (body: string): Page => ({ status: 200, contentType: 'text/plain; charset=utf-8', body })

const script = (body: string | Buffer): Page => ({
  status: 200,
  contentType: 'text/javascript; charset=utf-8',
  body,
  headers: { 'cache-control': 'public, max-age=3600' },
})
