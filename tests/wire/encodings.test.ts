// Content encodings (RFC 9110, section 8.4) of requests and answers: none, unknown ones, and names that every object
// inherits.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { codeIn, errorOf, openProxy } from '../harness/proxy.ts'
import { headerIn, openRawUpstream } from '../harness/raw-http.ts'

const json = '{"name":"x"}'
let answerHead: readonly string[] = []
let answerBody: string | Buffer = json
const provider = await openRawUpstream({ after }, (_request, socket) => {
  socket.write(['HTTP/1.1 200 OK', ...answerHead, `content-length: ${answerBody.length}`, '', ''].join('\r\n'))
  socket.write(answerBody)
})
const proxy = await openProxy({ after }, { base: provider.url })

const inherited = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty']

for (const encoding of [...inherited, 'compress', 'gzip, gzip', 'gzip;q=1'])
  test(`a request body in the encoding ${encoding} is refused before it reaches the provider`, async () => {
    const before = provider.requests.length
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const { status, code, message } = await errorOf(
      await proxy.call('/plain/things', { method: 'POST', headers, body: json }),
    )
    assert.deepEqual([status, code], [415, 'body.encoding'])
    assert.match(String(message), /gzip, x-gzip, deflate, br, zstd/)
    assert.equal(provider.requests.length, before)
  })

test('an empty encoding and identity, in any casing, are none', async () => {
  answerHead = ['content-type: application/json']
  answerBody = json
  for (const encoding of ['', 'identity', 'Identity', 'GZIP']) {
    const body = encoding === 'GZIP' ? gzipSync(json) : json
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const response = await proxy.call('/plain/things', { method: 'POST', headers, body })
    assert.equal(response.status, 200, encoding)
  }
})

for (const encoding of ['', 'identity', 'Identity'])
  test(`an answer whose encoding is "${encoding}" is read as it is`, async (t) => {
    answerHead = ['content-type: application/json', `content-encoding: ${encoding}`]
    answerBody = json
    for (const [slug, body] of [
      ['plain', json],
      ['bearer', json],
      ['wrapped', `{"data":${json}}`],
    ] as const) {
      const answer = await proxy.raw(t, proxy.head('GET', `/${slug}/things`), '\r\n\r\n')
      assert.deepEqual([answer.status, String(answer.body)], [200, body], slug)
    }
  })

for (const encoding of [...inherited, 'compress'])
  test(`an answer in the encoding ${encoding} is invalid where it has to be read, and passes where it has not`, async (t) => {
    answerHead = ['content-type: application/json', `content-encoding: ${encoding}`]
    answerBody = json
    const read = await proxy.raw(t, proxy.head('GET', '/bearer/things'), '\r\n\r\n')
    assert.deepEqual([read.status, codeIn(read.body)], [502, 'upstream.invalid'])
    const passed = await proxy.raw(t, proxy.head('GET', '/plain/things'), '\r\n\r\n')
    assert.deepEqual([passed.status, headerIn(passed, 'content-encoding')], [200, encoding])
  })

test('an answer with two encodings is invalid where it has to be read', async (t) => {
  answerHead = ['content-encoding: gzip', 'content-encoding: br']
  const read = await proxy.raw(t, proxy.head('GET', '/bearer/things'), '\r\n\r\n')
  assert.deepEqual([read.status, codeIn(read.body)], [502, 'upstream.invalid'])
})

test('a header of a provider may have a name that every object inherits', async (t) => {
  answerBody = json
  for (const name of inherited) {
    answerHead = [`${name}: x`, `${name}: y`]
    const answer = await proxy.raw(t, proxy.head('GET', '/bearer/things'), '\r\n\r\n')
    assert.deepEqual([answer.status, String(answer.body)], [200, json], name)
  }
})

test('a query parameter that every object inherits is not renamed', async () => {
  answerHead = []
  const query = inherited.map((name) => `${name}=1`).join('&')
  assert.equal((await proxy.call(`/plain/mapped/a/b?${query}&limit=3`)).status, 200)
  assert.equal(provider.requests.at(-1)?.start, `GET /v2/b/of/a?${query}&per_page=3 HTTP/1.1`)
})
