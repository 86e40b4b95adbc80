// The documents that the gateway serves: the OpenAPI document of each API, and a page for reading and trying them.
// Cached after first use.
import { openApiOf } from '#derive'
import type { LoadedApi } from '../apis/load.ts'
import { type Page, type StoredPage, storePage } from '../http/stored-page.ts'
import { createConsole } from './console.ts'
import { loadReferenceBundle } from './reference-bundle.ts'

export interface PagesDeps {
  readonly apis: readonly LoadedApi[]
  readonly baseUrl: string
}

/** Returns a function that looks up a page by its path. */
export function createPages(deps: PagesDeps): (path: string) => Promise<StoredPage | undefined> {
  const stored = new Map<string, Promise<StoredPage | undefined>>()
  const consolePage = createConsole()
  const make = async (path: string): Promise<StoredPage | undefined> => {
    const page = (await makePage(path, deps)) ?? consolePage(path)
    return page && storePage(page)
  }
  return (path) => {
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
  if (path === '/docs' || path === '/docs/') return html
  if (path === '/docs/reference.js') return script(await loadReferenceBundle())
  if (path === '/docs/start.js') return script(startOf(deps))
  const slug = /^\/openapi\/([a-z0-9-]+)\.json$/.exec(path)?.[1]
  return slug === undefined ? undefined : documentOf(slug, deps)
}

function documentOf(slug: string, deps: PagesDeps): Page | undefined {
  for (const { api, examples } of deps.apis) {
    const listing = api.listings.find((one) => one.slug === slug)
    if (!listing) continue
    // the requested listing comes first among the servers
    const listings = [listing, ...api.listings.filter((one) => one !== listing)]
    return json(openApiOf({ ...api, listings }, { serverUrl: deps.baseUrl, examples, version: '1.0.0' }))
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

/** The page loads everything from this server and connects to no other. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The reference page: the document of each API, with forms to try its calls. */
const html: Page = {
  status: 200,
  contentType: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': policy },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse reference</title>
</head>
<body>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`,
}

function startOf(deps: PagesDeps): string {
  const sources = deps.apis.flatMap(({ api }) =>
    api.listings.map(({ slug, title }) => ({ slug, title, url: `/openapi/${slug}.json` })),
  )
  const settings = {
    sources,
    telemetry: false,
    hideClientButton: true,
    withDefaultFonts: false,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  }
  return `Scalar.createApiReference('#reference', ${JSON.stringify(settings)})\n`
}
