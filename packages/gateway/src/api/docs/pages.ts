// The documents that the gateway serves: a reference page and the OpenAPI document of each API, the index and the
// document of all. Each is made when it is first requested, from the APIs that are served then.
import type { Api } from '#define'
import { present } from '#define/present'
import { openApiOf, openApiOfAll } from '#derive'
import { createPacer, joinInSteps } from '#provider'
import { type Page, type StoredPage, storePage } from '../../call/http/stored-page.ts'
import type { LoadedApi } from '../../process/load-apis.ts'
import { consolePathOf, createConsole } from '../console/files.ts'
import { type ApiPageSource, apiPage } from './api-page.ts'
import { framed, framePath, type PageParts } from './frame.ts'
import { indexPage } from './index-page.ts'
import { llmsText } from './llms-text.ts'

interface PagesDeps {
  /** Returns the APIs that are served now: the same list, with the same members, until one changes. */
  readonly apis: () => readonly LoadedApi[]
  readonly baseUrl: string
  readonly marketUrl: string
  readonly added: AddedPages
}
/** Makes the pages of added APIs off this thread: one API can have thousands of operations. */
export interface AddedPages {
  isAdded(api: Api): boolean
  /** Makes the OpenAPI document of an API, as JSON. */
  document(api: Api, served: Served): Promise<Buffer>
  /** Adds the APIs to the document of all built-in ones. */
  withAll(builtIn: string, apis: readonly Api[], served: Served): Promise<Buffer>
  /** Makes the reference page of an API, in this frame. */
  reference(api: Api, shown: { readonly frame: string; readonly address: string }): Promise<Buffer>
}
interface Served {
  readonly serverUrl: string
  readonly version: string
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
    '/docs': () => inFrame(source, indexPage(source.apis)),
    '/docs/index.json': () => searchIndexOf(source),
  }
  // one slash at most, so that no page has more than two cached paths
  const name = path.replace(/(.)\/$/, '$1')
  const make = Object.hasOwn(pages, name) ? pages[name] : undefined
  return make && { owner: source.apis, make }
}

/** Finds a page about one API. */
function ofOne(source: Source, path: string, address: string): Found | undefined {
  const { apis, added, baseUrl, marketUrl } = source
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
    return { owner, make: () => referenceOf(source, { ...owner, listing, address: shown }) }
  }
  return undefined
}

async function referenceOf(context: Source, source: ApiPageSource): Promise<Page> {
  const { added, frame } = context
  if (!added.isAdded(source.api)) return inFrame(context, await apiPage(source))
  const page = frame()
  const shown = { frame: String(page.body), address: source.address }
  return { ...page, body: await added.reference(source.api, shown) }
}

function inFrame({ frame }: Source, parts: PageParts): Page {
  const page = frame()
  return { ...page, body: framed(String(page.body), parts) }
}

interface DocumentContext extends Pick<PagesDeps, 'added'> {
  readonly serverUrl: string
}

function documentOf(
  { api, examples }: LoadedApi,
  slug: string,
  { added, serverUrl }: DocumentContext,
): Page | Promise<Page> {
  if (added.isAdded(api)) return added.document(api, { serverUrl, version }).then(jsonOf)
  // the requested listing comes first among the servers
  const first = api.listings.filter((one) => one.slug === slug)
  const listings = [...first, ...api.listings.filter((one) => one.slug !== slug)]
  return json(openApiOf({ ...api, listings }, { serverUrl, examples, version }))
}

/** Returns the document of all APIs with the same key and address. */
async function documentOfAll({ apis, added }: Source, serverUrl: string): Promise<Page> {
  const hosted = apis.filter(({ api }) => api.surface.name === 'hosted')
  const builtIn = await openApiOfAll(
    hosted.filter(({ api }) => !added.isAdded(api)),
    { serverUrl, version, pause: createPacer() },
  )
  const others = hosted.map(({ api }) => api).filter(added.isAdded)
  if (others.length === 0) return json(builtIn)
  return jsonOf(await added.withAll(JSON.stringify(builtIn), others, { serverUrl, version }))
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

/** Returns the index of the reference, for display and search: in steps, because it names every operation. */
async function searchIndexOf({ apis }: Source): Promise<Page> {
  const entries: string[] = []
  for (const { api, provider } of apis) {
    const named = await joinInSteps(
      Object.entries(api.endpoints),
      ([id, { method, path, summary }]) => JSON.stringify({ id, method, path, summary, asks: api.asks?.[id] }),
      ',',
    )
    for (const { slug, title } of api.listings) {
      const facts = {
        slug,
        title,
        summary: api.summary,
        embedded: provider !== undefined,
        live: api.upstream !== null,
        ownKey: api.auth.kind === 'own' && !api.auth.optional,
        sample: api.sample ?? undefined,
      }
      entries.push(`${JSON.stringify(facts).slice(0, -1)},"operations":[${named}]}`)
    }
  }
  return jsonOf(`[${entries.join()}]`)
}

const json = (value: unknown): Page => jsonOf(JSON.stringify(value))

const jsonOf = (body: string | Buffer): Page => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body,
  headers: { 'access-control-allow-origin': '*' },
})

const plain = (body: string): Page => ({ status: 200, contentType: 'text/plain; charset=utf-8', body })
