// The documents that the gateway serves: a reference page and the OpenAPI document of each API, the index and the
// document of all. Each is made when it is first requested, from the APIs that are served then.
import { present } from '#define/present'
import { openApiOf, openApiOfAll } from '#derive'
import { createPacer } from '#provider'
import { type Page, type StoredPage, storePage } from '../../call/http/stored-page.ts'
import type { LoadedApi } from '../../process/load-apis.ts'
import { sourceOf } from '../added/loaded-of.ts'
import type { AddedDocuments } from '../added/reading.ts'
import { consolePathOf, createConsole } from '../console/files.ts'
import { apiPage } from './api-page.ts'
import { framed, framePath } from './frame.ts'
import { indexPage } from './index-page.ts'
import { llmsText } from './llms-text.ts'

interface PagesDeps {
  /** Returns the APIs that are served now: the same list, with the same members, until one changes. */
  readonly apis: () => readonly LoadedApi[]
  readonly baseUrl: string
  readonly marketUrl: string
  readonly added: Pick<AddedDocuments, 'of' | 'withAll'>
}

/** Looks up a page. `asked` is the gateway's address as the caller knows it; undefined if it cannot be trusted. */
export type FindPage = (path: string, asked: string | undefined) => Promise<StoredPage | undefined>

/** The limit of addresses for which documents are cached: a document contains the address at which it was requested. */
const mostAddresses = 8

/** Returns a function that looks up a page by its path. */
export function createPages(deps: PagesDeps): FindPage {
  const consolePage = createConsole(deps)
  const addresses = new Set([deps.baseUrl])
  const addressFor = (path: string, asked: string | undefined): string => {
    if (asked === undefined || !/^\/(?:openapi|llms\.txt|docs\/)/.test(path)) return ''
    // beyond the limit, documents use relative addresses
    if (!addresses.has(asked) && addresses.size >= mostAddresses) return ''
    addresses.add(asked)
    return asked
  }
  const find = (path: string, address: string): Found | undefined => {
    const apis = deps.apis()
    const frame = () => present(consolePage(framePath))
    const made = ofAll({ ...deps, apis, frame }, path, address) ?? ofOne({ ...deps, apis, frame }, path, address)
    if (made || path === framePath) return made
    return { owner: consolePage, make: () => consolePage(path) }
  }
  const keep = createCache()
  return async (target, asked) => {
    const path = consolePathOf(target)
    const address = addressFor(path, asked)
    const found = find(path, address)
    return found && keep(found, `${address} ${path}`)
  }
}

interface Found {
  /** The page changes with this object and is forgotten with it. */
  readonly owner: object
  readonly make: () => Page | Promise<Page> | undefined
}

/** Returns a function that makes a page once; paths without a page are not cached, as there are infinitely many. */
function createCache(): (found: Found, key: string) => Promise<StoredPage | undefined> {
  const byOwner = new WeakMap<object, Map<string, Promise<StoredPage>>>()
  return async ({ owner, make }, key) => {
    const pages = byOwner.get(owner) ?? new Map<string, Promise<StoredPage>>()
    byOwner.set(owner, pages)
    const existing = pages.get(key)
    if (existing) return existing
    const page = make()
    if (!page) return undefined
    const stored = Promise.resolve(page).then(storePage)
    pages.set(key, stored)
    stored.catch(() => pages.delete(key))
    return stored
  }
}

interface Source extends Omit<PagesDeps, 'apis'> {
  readonly apis: readonly LoadedApi[]
  readonly frame: () => Page
}

/** Finds a page about all APIs. */
function ofAll(source: Source, path: string, address: string): Found | undefined {
  const pages: Readonly<Record<string, () => Page | Promise<Page>>> = {
    '/': () => ({ status: 302, contentType: 'text/plain', body: 'See /docs\n', headers: { location: '/docs' } }),
    '/openapi': () => json(indexOf(source, address)),
    '/openapi.json': () => documentOfAll(source, address),
    '/llms.txt': () => plain(llmsText(source, address)),
    '/robots.txt': () => plain('User-agent: *\nDisallow: /\n'),
    '/docs': () => framed(source.frame(), indexPage(source.apis)),
    '/docs/index.json': () => json(searchIndexOf(source)),
  }
  // one slash at most, so that no page has more than two cached paths
  const name = path.replace(/(.)\/$/, '$1')
  const make = Object.hasOwn(pages, name) ? pages[name] : undefined
  return make && { owner: source.apis, make }
}

/** Finds a page about one API. */
function ofOne(source: Source, path: string, address: string): Found | undefined {
  const { apis, added, baseUrl, marketUrl, frame } = source
  const [, root, slug, suffix] = /^\/(docs|openapi)\/([a-z0-9-]+)(\.json)?$/.exec(path) ?? []
  if (slug === undefined || (root === 'openapi') !== (suffix !== undefined)) return undefined
  for (const owner of apis) {
    const { api } = owner
    const listing = api.listings.find((one) => one.slug === slug)
    if (!listing) continue
    const isMarket = api.surface.name === 'market'
    if (root === 'openapi')
      return { owner, make: () => documentOf(owner, slug, { added, serverUrl: isMarket ? marketUrl : address }) }
    const shown = isMarket ? marketUrl : address || baseUrl
    return { owner, make: async () => framed(frame(), await apiPage({ ...owner, listing, address: shown })) }
  }
  return undefined
}

interface DocumentContext extends Pick<PagesDeps, 'added'> {
  readonly serverUrl: string
}

function documentOf(
  { api, examples }: LoadedApi,
  slug: string,
  { added, serverUrl }: DocumentContext,
): Page | Promise<Page> {
  const origin = sourceOf(api)
  if (origin) return added.of(origin, { serverUrl, version }).then(jsonOf)
  // the requested listing comes first among the servers
  const first = api.listings.filter((one) => one.slug === slug)
  const listings = [...first, ...api.listings.filter((one) => one.slug !== slug)]
  return json(openApiOf({ ...api, listings }, { serverUrl, examples, version }))
}

/** Returns the document of all APIs with the same key and address. */
async function documentOfAll({ apis, added }: Source, serverUrl: string): Promise<Page> {
  const hosted = apis.filter(({ api }) => api.surface.name === 'hosted')
  const builtIn = await openApiOfAll(
    hosted.filter(({ api }) => sourceOf(api) === undefined),
    { serverUrl, version, pause: createPacer() },
  )
  const sources = hosted.flatMap(({ api }) => sourceOf(api) ?? [])
  if (sources.length === 0) return json(builtIn)
  return jsonOf(await added.withAll(JSON.stringify(builtIn), sources, { serverUrl, version }))
}
const version = '1.0.0'

function indexOf(deps: Source, address: string) {
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
function searchIndexOf(deps: Source) {
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
