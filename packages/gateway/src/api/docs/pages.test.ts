// The pages of the reference, one for every API that the gateway has.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { defineApi, get, hosted, keyless, obj, post, str } from '#define'
import { present } from '#define/present'
import { type LoadedApi, loadApis, operatorApis } from '../../process/load-apis.ts'
import { ownApis } from '../../start/mounts.ts'
import { createPages, type FindPage } from './pages.ts'

const loaded = await loadApis()
const apis = [...loaded, ...operatorApis(loaded), ...ownApis()]
const noAdded = () => assert.fail('no API was added')
const urls = {
  baseUrl: 'http://127.0.0.1:8787',
  marketUrl: 'http://127.0.0.1:8788',
  added: { isAdded: () => false, document: noAdded, reference: noAdded, withAll: noAdded },
}
const pages = createPages({ apis: () => apis, ...urls })
const mostBytes = 60_000

async function textOf(path: string, find: FindPage = pages, asked?: string): Promise<string> {
  const page = (await find(path, asked)) ?? assert.fail(`no page ${path}`)
  const { body, encoding } = present(page.forms[0])
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString()
}
const idsIn = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)
const linksIn = (page: string) => [...page.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href)

describe('the page of', () => {
  for (const { api } of apis)
    for (const { slug } of api.listings)
      test(`${slug} is light, shows every operation once, and its headings and links lead somewhere`, async () => {
        const page = (await pages(`/docs/${slug}`, undefined)) ?? assert.fail(slug)
        const sent = present(page.forms[0])
        assert.ok(sent.encoding === 'br' && sent.body.length <= mostBytes, `${sent.encoding} ${sent.body.length}`)
        const text = await textOf(`/docs/${slug}`)
        const ids = idsIn(text)
        assert.equal(new Set(ids).size, ids.length, 'an id occurs twice')
        const operations = Object.keys({ ...api.endpoints, ...api.sockets })
        for (const id of operations) assert.ok(ids.includes(id), `${id} is missing`)
        assert.equal(text.match(/<section class="operation"|<li>(?:<details>|<div id=)/g)?.length, operations.length)
        assertHeadings(text)
        await assertLinks(text, ids)
      })
})

/** Levels rise by one at most. */
function assertHeadings(text: string): void {
  const levels = [...text.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
  assert.equal(levels.filter((level) => level === 1).length, 1)
  levels.reduce((before, level) => {
    assert.ok(level <= before + 1, `h${level} after h${before}`)
    return level
  }, 0)
}

async function assertLinks(text: string, ids: readonly string[]): Promise<void> {
  for (const href of new Set(linksIn(text))) {
    const url = new URL(href.replaceAll('&amp;', '&'), urls.baseUrl)
    assert.equal(url.origin, urls.baseUrl, href)
    if (href.startsWith('#')) assert.ok(ids.includes(href.slice(1)), href)
    else assert.ok(await pages(url.pathname, undefined), href)
    if (url.pathname !== '/console/try') continue
    const tried = apis.find(({ api }) => api.listings.some(({ slug }) => slug === url.searchParams.get('slug')))
    assert.ok(tried?.api.endpoints[url.searchParams.get('operation') ?? ''], href)
  }
}

test('the index names every API and leads to its page', async () => {
  const text = await textOf('/docs')
  const links = linksIn(text)
  for (const { api } of apis) for (const { slug } of api.listings) assert.ok(links.includes(`/docs/${slug}`), slug)
  assertHeadings(text)
  await assertLinks(text, idsIn(text))
})

test('a page names the address at which it was requested, the market that of its own port', async () => {
  const asked = 'http://192.168.1.5:8787'
  assert.ok((await textOf('/docs/randomness', pages, asked)).includes(`<code>${asked}/v1/proxy/randomness</code>`))
  assert.ok((await textOf('/docs/randomness')).includes(`export GATEHOUSE_URL=${urls.baseUrl}\n`))
  assert.ok(
    (await textOf('/docs/item-market', pages, asked)).includes(`export GATEHOUSE_MARKET_URL=${urls.marketUrl}\n`),
  )
})

test('an alias is shown inside the operation that it repeats, with what differs', async () => {
  const text = await textOf('/docs/exchange-rates')
  const section = text.split('<section class="operation"').find((part) => part.includes('<h3 id="latest"')) ?? ''
  for (const id of ['current', 'latestV1', 'currentV1']) assert.ok(section.includes(`<li><div id="${id}">`), id)
  const games = await textOf('/docs/college-football')
  assert.match(games, /<li><details><summary><code><span class="verb">GET<\/span>\/v2\/games<\/code>/)
})

const hostile = `<img src=x onerror="alert('x')"><script>alert(1)</script>`

function apiNamed(title: string): LoadedApi {
  const endpoints = {
    things: get('/things', title, { params: { q: str({ doc: title, example: title }) }, returns: obj({ id: str() }) }),
    add: post('/things', title, { doc: title, restricted: title, returns: obj({ id: str() }) }),
  }
  const api = defineApi({
    ...{ slug: 'odd', title, summary: title, sample: title, surface: hosted, auth: keyless, upstream: null },
    endpoints,
    listings: [{ slug: 'odd', title }],
  })
  const example = { params: { q: title }, output: { id: title } }
  return { api, provider: undefined, live: {}, examples: { things: example, add: { output: { id: title } } } }
}

test('no text of a declaration is markup, on the page and on the index', async () => {
  const find = createPages({ apis: () => [apiNamed(hostile)], ...urls })
  for (const path of ['/docs/odd', '/docs']) {
    const text = await textOf(path, find)
    assert.ok(text.includes('&lt;img src=x'), path)
    assert.ok(!/<img|alert\(1\)<\/script>|<script(?! type="module" src="\/console\/)/.test(text), path)
  }
  assert.match((await textOf('/docs/odd', find)).replaceAll(/<[^>]*>/g, ''), /&lt;img src=x onerror=&quot;/)
})

test('an API that is added, changed or removed while the gateway runs is shown so at once, and others are kept', async () => {
  const [odd, other] = [apiNamed('Odd things'), present(apis[0])]
  const otherPath = `/docs/${other.api.slug}`
  let now: readonly LoadedApi[] = [other]
  const find = createPages({ apis: () => now, ...urls })
  const kept = await find(otherPath, undefined)
  assert.equal(await find('/docs/odd', undefined), undefined)
  assert.ok(!(await textOf('/docs', find)).includes('/docs/odd'))
  now = [other, odd]
  assert.ok((await textOf('/docs', find)).includes('/docs/odd'))
  assert.ok((await textOf('/docs/odd', find)).includes('Odd things'))
  now = [other, apiNamed('Even things')]
  assert.ok((await textOf('/docs/odd', find)).includes('Even things'))
  now = [other]
  for (const path of ['/docs/odd', '/openapi/odd.json']) assert.equal(await find(path, undefined), undefined)
  assert.equal(await find(otherPath, undefined), kept, 'the page of the other API is not made again')
})

test('the page and the document of an added API, which can be long, are not made on this thread', async () => {
  const added = {
    isAdded: () => true,
    reference: async (_api: unknown, { frame }: { frame: string }) => Buffer.from(`${frame.slice(0, 15)} elsewhere`),
    document: async () => Buffer.from('{"made":"elsewhere"}'),
    withAll: async (builtIn: string, all: readonly unknown[]) => Buffer.from(`[${all.length},${builtIn}]`),
  }
  const find = createPages({ apis: () => [apiNamed('Odd things')], ...urls, added })
  assert.equal(await textOf('/docs/odd', find), '<!doctype html> elsewhere')
  assert.equal(await textOf('/openapi/odd.json', find), '{"made":"elsewhere"}')
  const [count, builtIn] = JSON.parse(await textOf('/openapi.json', find))
  assert.deepEqual([count, Object.keys(builtIn.paths)], [1, []])
})

test('a page is made once, however many ask for it at the same time', async () => {
  const [first, second] = await Promise.all([
    pages('/docs/characters', undefined),
    pages('/docs/characters', undefined),
  ])
  assert.equal(first, second)
})

test('paths beside the pages have none', async () => {
  for (const path of ['/docs/nothing', '/docs/randomness.json', '/docs//', '/docs/randomness/', '/console/docs.html'])
    assert.equal(await pages(path, undefined), undefined, path)
  assert.ok(await pages('/docs/', undefined))
})
