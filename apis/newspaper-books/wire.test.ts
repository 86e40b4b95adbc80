// What only shows through the gateway: the bytes of answers, JSONP as a script may include it, and the errors of both
// layers.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'

const gateway = await openGateway(
  { after },
  {
    apis: await loadApis(apisFolder, 'newspaper-books'),
    platform: { clock: () => Date.parse('2026-11-02T12:00:00Z') },
  },
)
const base = '/v1/proxy/newspaper-books'
const call = (path: string) => gateway.call(base + path, { headers: { 'x-gateway-provider': 'embedded' } })

/** Requests, each followed by status, content type and body as they must be. */
const golden = readFileSync(new URL('fixtures/answers.golden', import.meta.url), 'utf8')
for (const block of golden.trim().split('\n\n')) {
  const [request = '', ...expected] = block.split('\n')
  test(`${request} answers as recorded`, async () => {
    const answer = await call(request.replace('GET ', ''))
    const { error: _added, ...body } = JSON.parse(await answer.text())
    const got = [`${answer.status} ${answer.headers.get('content-type')}`, JSON.stringify(body)]
    assert.deepEqual(got, expected)
  })
}

test('a jsonp answer is a script that calls the function with what json answers', async () => {
  for (const path of ['/lists', '/lists/names', '/lists/overview', '/lists/full-overview', '/reviews']) {
    const query = path === '/lists' ? 'list=manga' : 'author=Jane+Austen'
    const script = await call(`${path}.jsonp?${query}&callback=received_1`)
    assert.equal(script.headers.get('content-type'), 'application/javascript; charset=utf-8')
    assert.equal(script.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(script.headers.get('x-gateway-sample'), 'true')
    const text = await script.text()
    assert.match(text, /^received_1\(\{.*\}\);$/s)
    let received: unknown
    runInNewContext(text, { received_1: (value: unknown) => (received = value) })
    const json = await call(`${path}.json?${query}&callback=ignored`)
    assert.equal(JSON.stringify(received), await json.text())
  }
})

test('a callback that is more than one plain name is refused, and none of it comes back', async () => {
  for (const callback of [
    '',
    'alert(1)//',
    'a;b',
    'a b',
    'a.b',
    'opener.document.body.firstChild.click',
    'a[0]',
    '1a',
    'a-b',
    '<script>',
    'a\u2028b',
    'ä',
    'a\n',
    "a'",
    'x'.repeat(101),
  ]) {
    const answer = await call(`/lists/names.jsonp?callback=${encodeURIComponent(callback)}`)
    // blanks around a name are not part of it
    if (callback === 'a\n') assert.match(await answer.text(), /^a\(/)
    else {
      assert.equal(answer.status, 400, callback)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
      const text = await answer.text()
      assert.ok(callback === '' || !text.includes(callback), callback)
    }
  }
})

test('a wrong key is an error of the key layer', async () => {
  const answer = await gateway.call(`${base}/lists/names.json`, { key: 'gh_live_nobody' })
  const body = JSON.parse(await answer.text())
  assert.equal(answer.status, 401)
  assert.deepEqual(body.fault, { faultstring: 'Invalid ApiKey', detail: { errorcode: 'oauth.v2.InvalidApiKey' } })
  assert.equal(body.error.code, 'key.invalid')
})

test('a spent quota is an error of the key layer', async () => {
  const { key } = await gateway.account({ perMinute: 1, perDay: 10 })
  await (await gateway.call(`${base}/lists/names.json`, { key })).arrayBuffer()
  const answer = await gateway.call(`${base}/lists/names.json`, { key })
  const { fault } = JSON.parse(await answer.text())
  assert.deepEqual([answer.status, fault.detail.errorcode], [429, 'policies.ratelimit.QuotaViolation'])
})

test('a path that is not there is an error of the API', async () => {
  const answer = await call('/lists/current')
  const { status, errors, results } = JSON.parse(await answer.text())
  assert.deepEqual([answer.status, status, errors, results], [404, 'ERROR', ['Not Found'], []])
})
