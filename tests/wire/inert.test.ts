// Answers of providers come from the origin of the console: whatever is not JSON must do nothing in a browser that is
// led to it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bytes, defineApi, defineProvider, events, get, hosted, keyless, reply } from '#define'
import { openProxy } from '../harness/proxy.ts'
import { openRawUpstream } from '../harness/raw-http.ts'

const page = '<script>alert(1)</script>'
const pagesApi = defineApi({
  slug: 'pages',
  title: 'Pages',
  summary: 'For tests.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints: {
    page: get('/page', 'A page', { returns: bytes() }),
    drawing: get('/drawing', 'SVG', { returns: bytes() }),
    ticks: get('/ticks', 'Events', { returns: events({}) }),
    value: get('/value', 'JSON', { returns: bytes() }),
  },
})
const pages = defineProvider(pagesApi, () => ({
  page: () => reply(Buffer.from(page), { headers: { 'content-type': 'text/html' } }),
  drawing: () => reply(Buffer.from('<svg/>'), { headers: { 'content-type': 'image/svg+xml' } }),
  async *ticks() {
    yield 'data: 1\n\n'
  },
  value: () => reply(Buffer.from('{}'), { headers: { 'content-type': 'application/json' } }),
}))
let fields: readonly string[] = []
const provider = await openRawUpstream({ after }, (_request, socket) => {
  socket.write(['HTTP/1.1 200 OK', ...fields, `content-length: ${page.length}`, '', page].join('\r\n'))
})
const more = () => [{ api: pagesApi, provider: pages, live: {}, examples: {} }]
const proxy = await openProxy({ after }, { base: provider.url, more })

const guards = (headers: Headers) =>
  ['x-content-type-options', 'content-security-policy'].map((name) => headers.get(name))

for (const types of [
  [],
  ['text/html'],
  ['text/html; charset=utf-8'],
  ['image/svg+xml'],
  ['text/plain'],
  ['application/xhtml+xml'],
  ['application/jsonp'],
  ['application/json, text/html'],
  ['application/json', 'text/html'],
  ['text/json'],
])
  test(`an answer of type ${types.join(' and ') || 'nothing'} is neither sniffed nor run`, async () => {
    fields = types.map((type) => `content-type: ${type}`)
    for (const slug of ['plain', 'bearer', 'wrapped']) {
      const response = await proxy.call(`/${slug}/things`)
      assert.deepEqual(guards(response.headers), ['nosniff', 'sandbox'], slug)
      assert.equal(await response.text(), page)
    }
  })

test('JSON, which browsers show as text, has no header more', async () => {
  for (const type of [
    'application/json',
    'application/json;charset=utf-8',
    'Application/Problem+JSON; charset=utf-8',
  ]) {
    fields = [`content-type: ${type}`]
    assert.deepEqual(guards((await proxy.call('/plain/things')).headers), [null, null], type)
  }
})

test("a provider's own policy holds beside the gateway's, and cannot loosen it", async () => {
  fields = [
    "content-security-policy: script-src 'unsafe-inline'; sandbox allow-scripts",
    'x-content-type-options: sniff',
  ]
  const { headers } = await proxy.call('/plain/things')
  assert.match(headers.get('content-security-policy') ?? '', /^sandbox, script-src .*; sandbox allow-scripts$/)
  // of several values the first counts (Fetch standard, "determine nosniff")
  assert.match(headers.get('x-content-type-options') ?? '', /^nosniff, /)
})

test('answers of embedded providers are guarded in the same way', async () => {
  const headers = { 'x-gateway-provider': 'embedded' }
  for (const path of ['page', 'drawing', 'ticks'])
    assert.deepEqual(guards((await proxy.call(`/pages/${path}`, { headers })).headers), ['nosniff', 'sandbox'], path)
  assert.deepEqual(guards((await proxy.call('/pages/value', { headers })).headers), [null, null])
})
