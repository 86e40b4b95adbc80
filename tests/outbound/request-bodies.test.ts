// Outbound rule 3 for bodies: a key of the gateway never reaches a provider in one.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Failure } from '#define'
import { withoutOwnKey } from '../../packages/gateway/src/upstream/own-key-guard.ts'
import { codeIn, openProxy } from '../harness/proxy.ts'

const proxy = await openProxy({ after })
const form = 'application/x-www-form-urlencoded'

beforeEach(() => {
  proxy.upstream.received.length = 0
})

const post = (path: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  proxy.call(path, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  })

for (const [what, path, type, write] of [
  ['a JSON body', '/bearer/things', 'application/json', (key: string) => JSON.stringify({ name: 'a', auth_key: key })],
  [
    'a member of a JSON body',
    '/plain/things',
    'application/json',
    (key: string) => `{"name":"a","b":[{"c":"x${key}"}]}`,
  ],
  ['a form', '/plain/form', form, (key: string) => `auth_key=${key}&name=a`],
  ['a multipart form', '/bearer/upload', 'multipart/form-data; boundary=b', (key: string) => multipart(key)],
  ['an undeclared body', '/bearer/upload', 'text/plain', (key: string) => `the key ${key} of the gateway`],
] as const)
  test(`a gateway key in ${what} is refused, and no whole body reaches the provider`, async () => {
    for (const key of [proxy.key, proxy.gateway.adminKey]) {
      const response = await post(path, type, write(key))
      const text = await response.text()
      assert.deepEqual([response.status, codeIn(text)], [400, 'input.invalid'], text)
      assert.match(text, /body must not hold a key of the gateway; send that in x-gateway-key only/)
      assert.ok(!text.includes(key))
    }
    assert.equal(proxy.upstream.received.length, 0)
    const other = await post(path, type, write(`gh_live_${'a'.repeat(30)}_bbbbbb`))
    assert.equal(other.status, 200, 'what only resembles a key passes')
    assert.equal(proxy.upstream.received.length, 1)
  })

test('a gateway key in a compressed JSON body is refused', async () => {
  const body = gzipSync(JSON.stringify({ name: 'a', auth_key: proxy.key }))
  const response = await post('/plain/things', 'application/json', body, { 'content-encoding': 'gzip' })
  assert.equal(response.status, 400)
  assert.equal(proxy.upstream.received.length, 0)
})

test('however a streamed body is cut, no part of a gateway key passes, and a body without one is unchanged', async () => {
  const text = fc.string({ unit: fc.constantFrom('g', 'h', '_', 'l', 'live', 'x'), maxLength: 80 })
  await fc.assert(
    fc.asyncProperty(text, text, fc.boolean(), fc.array(fc.nat({ max: 300 })), async (before, behind, holds, cuts) => {
      const body = `${before}\n${holds ? proxy.key : ''}\n${behind}`
      const offsets = [0, ...cuts.map((cut) => Math.min(cut, body.length)).sort((a, b) => a - b), body.length]
      const chunks = offsets.slice(1).map((end, index) => Buffer.from(body.slice(offsets[index], end)))
      let passed = ''
      const read = async () => {
        for await (const chunk of withoutOwnKey(asStream(chunks))) passed += chunk
      }
      if (!holds) {
        await read()
        assert.equal(passed, body)
        return
      }
      await assert.rejects(read, (error) => error instanceof Failure && error.code === 'input.invalid')
      assert.equal(passed, body.slice(0, passed.length))
      assert.ok(passed.length <= before.length + 1, 'nothing of the key has passed')
    }),
  )
})

async function* asStream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}

function multipart(key: string): string {
  return ['--b', 'Content-Disposition: form-data; name="auth_key"', '', key, '--b--', ''].join('\r\n')
}
