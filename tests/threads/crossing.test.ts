// A provider on its own thread answers exactly as it does on the gateway's thread.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../harness/until.ts'
import { openUpstream } from '../harness/upstream.ts'
import { type HostileCalls, openHostile } from './hostile-calls.ts'

const post = (value: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

for (const runs of ['worker', 'inline'] as const)
  describe(runs === 'worker' ? 'on a thread' : 'on the thread of the gateway', () => {
    let gateway: HostileCalls['gateway']
    let call: HostileCalls['call']
    const closing: (() => unknown)[] = []
    before(async () => {
      ;({ gateway, call } = await openHostile({ after: (close) => void closing.unshift(close) }, { runs }))
    })
    after(async () => {
      for (const close of closing) await close()
    })

    test('an answer keeps status, headers and body', async () => {
      const { status, headers, body } = await call('/echo', post({ value: 'sm\u00f6rg\u00e5s' }))
      assert.deepEqual([status, headers.get('x-echo'), body], [201, 'yes', { value: 'sm\u00f6rg\u00e5s' }])
    })

    test('bytes arrive as a buffer and are returned unchanged', async () => {
      const sent = new Uint8Array([0, 255, 128, 10])
      const response = await gateway.call('/v1/proxy/hostile/bytes', { method: 'POST', body: sent })
      assert.deepEqual([...new Uint8Array(await response.arrayBuffer())], [...sent, 33])
    })

    test('long bytes and long JSON arrive whole, with their length', async () => {
      const sent = Buffer.alloc(3_000_000, 'abcdefg')
      const bytes = await gateway.call('/v1/proxy/hostile/bytes', { method: 'POST', body: sent })
      assert.equal(bytes.headers.get('content-length'), '3000001')
      assert.equal(bytes.headers.get('content-type'), 'application/octet-stream')
      assert.ok(Buffer.from(await bytes.arrayBuffer()).equals(Buffer.concat([sent, Buffer.from('!')])))

      const text = 'ж'.repeat(2_000_000)
      const plain = await call('/long')
      assert.deepEqual(plain.body, { text })
      assert.equal(plain.headers.get('content-length'), String(4_000_000 + '{"text":""}'.length))
      const wrapped = await call('/long', { headers: { 'x-gateway-envelope': 'data' } })
      assert.deepEqual(wrapped.body, { data: { text } })
      assert.equal(wrapped.headers.get('content-length'), String(4_000_000 + '{"data":{"text":""}}'.length))
      const head = await gateway.call('/v1/proxy/hostile/long', { method: 'HEAD' })
      assert.deepEqual([head.headers.get('content-length'), await head.text()], ['4000011', ''])
      assert.deepEqual((await call('/ask?slug=hostile&id=long')).body, { text })
    })

    test('a streamed body is read as it arrives', async () => {
      const headers = { 'content-type': 'application/octet-stream' }
      const { body } = await call('/upload', { method: 'POST', headers, body: new Uint8Array(900_000) })
      assert.deepEqual(body, { size: 900_000 })
    })

    test('files of a form arrive, short and long ones, and a path from a caller opens none', async () => {
      const form = new FormData()
      form.append('name', 'both')
      form.append('files', new Blob([new Uint8Array(900_000)], { type: 'image/png' }), 'long.png')
      form.append('files', new Blob([new Uint8Array(9)], { type: 'image/png' }), 'short.png')
      form.append('one', new Blob([new Uint8Array(120_000)], { type: 'text/plain' }), 'one.txt')
      const { body } = await call('/files', { method: 'POST', body: form })
      assert.deepEqual(body, {
        name: 'both',
        files: [
          ['long.png', 'image/png', 900_000, 900_000],
          ['short.png', 'image/png', 9, 9],
          ['one.txt', 'text/plain', 120_000, 120_000],
        ],
      })
      const fake = { fileName: 'a', contentType: 'text/plain', path: '/etc/hostname', field: 'one', index: 0 }
      const forged = await call('/files', post({ one: fake, files: [fake] }))
      assert.deepEqual(forged.body, { files: [fake, fake] })
    })

    test('the handler sees the call, and no key', async () => {
      const { body } = await call('/call?name=a%20b', { headers: { 'x-seen': 'yes' } })
      assert.deepEqual(body, {
        name: 'a b',
        account: gateway.demoAccountId,
        key: body.key,
        method: 'GET',
        path: '/call',
        query: 'a b',
        accept: 'yes',
        baseUrl: `${gateway.baseUrl}/v1/proxy/hostile`,
      })
      assert.match(body.key, /^key_/)
    })

    test('refusals, failures and bugs keep their kind', async () => {
      const refused = await call('/refuse')
      assert.deepEqual([refused.status, refused.headers.get('x-why')], [409, 'busy'])
      assert.equal(refused.body.message, 'not now')
      const failed = await call('/fail')
      assert.deepEqual(
        [failed.status, failed.body.error],
        [404, { code: 'thing.unknown', message: 'There is no lamp 7.', details: { lamps: ['1', '2'] } }],
      )
      const bug = await call('/bug')
      assert.deepEqual([bug.status, bug.body.error.code], [500, 'internal.bug'])
      assert.ok(gateway.logged.some((line) => line.includes('the lamp is no lamp') && line.includes('provider.ts')))
    })

    test('a stream arrives completely', async () => {
      const { body } = await call('/frames?count=40')
      assert.equal(body.match(/^data: /gm)?.length, 40)
    })

    test('a handler ends when its caller disconnects, and a stream when nobody reads it', async () => {
      const leaving = new AbortController()
      const left = call('/wait', { signal: leaving.signal })
      const seen = async () => (await call('/seen')).body.seen
      await until(async () => (await seen()).includes('waiting'), 'the call')
      leaving.abort()
      await assert.rejects(left)
      await until(async () => (await seen()).includes('aborted'), 'the end of the handler')

      const reading = new AbortController()
      const response = await gateway.call('/v1/proxy/hostile/frames?count=1000000', { signal: reading.signal })
      await response.body?.getReader().read()
      reading.abort()
      await until(async () => (await seen()).includes('ended'), 'the end of the stream')
      const [last] = await seen()
      assert.ok(Number(last.split(' ')[1]) < 1000, last)
    })

    test('the kit calls other providers, stores secrets and makes outbound calls', async (t) => {
      assert.deepEqual((await call('/ask?slug=small&id=thing')).body, { id: 'asked' })
      assert.equal((await call('/ask?slug=none&id=thing')).body.error.code, 'api.unknown')
      const upstream = await openUpstream(t, ({ headers, body }, response) => {
        response.setHeader('content-type', 'text/plain')
        response.end(`${headers.authorization?.length} ${body}`)
      })
      const path = `/kit?url=${encodeURIComponent(upstream.url)}`
      const { body } = await call(path)
      assert.deepEqual(body, {
        names: ['lamp'],
        answer: { status: 200, type: 'text/plain', body: '31 one two' },
        removed: true,
      })
      await gateway.call(`/v1/proxy/hostile${path}`, { headers: { 'x-gateway-hop': 'before' } })
      const [alone, after] = upstream.received.map(({ headers }) => headers['x-gateway-hop'])
      assert.equal(after, `before, ${alone}`)
    })
  })
