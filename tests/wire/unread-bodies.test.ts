// JSON bodies that nobody in the gateway reads: the live provider checks them itself.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { anyObject, body, defineApi, hosted, keyless, post, req } from '#define'
import { openProxy } from '../harness/proxy.ts'
import { sendJson } from '../harness/upstream.ts'

const options = { returns: anyObject(), body: body({ name: req.str() }) }

const proxy = await openProxy(
  { after },
  {
    more: (base) => [
      {
        api: defineApi({
          ...{ slug: 'unread', title: 'Unread', summary: 'Forwards.', surface: hosted, auth: keyless, upstream: base },
          endpoints: {
            lenient: post('/lenient', 'A body', { ...options, invalid: 'provider' }),
            strict: post('/make', 'A body', options),
          },
        }),
        provider: undefined,
        live: {},
        examples: {},
      },
    ],
  },
)
proxy.answer = (request, response) => sendJson(response, { bytes: request.body.length })

const headers = { 'content-type': 'application/json', 'x-gateway-provider': 'live' }
const complex = `{"name":"a","more":${'['.repeat(200)}${']'.repeat(200)}}`
const call = (path: string, text: string) => proxy.call(path, { method: 'POST', headers, body: text })

test('a body that only the live provider checks is forwarded as it is, however complex or wrong', async () => {
  for (const text of [complex, '{"name":', '[]']) {
    const response = await call('/unread/lenient', text)
    assert.deepEqual([response.status, await response.json()], [200, { bytes: text.length }])
    assert.equal(String(proxy.last().body), text)
  }
})

test('a body that the gateway checks is refused for the same, and a key of the gateway in either', async () => {
  assert.equal((await call('/unread/make', complex)).status, 400)
  assert.equal((await call('/unread/make', '{"name":')).status, 400)
  for (const path of ['/unread/make', '/unread/lenient'])
    assert.equal((await call(path, JSON.stringify({ name: proxy.key }))).status, 400)
})
