// What an embedded provider has besides the database: other APIs, outbound calls with sealed secrets, streamed replies,
// the disconnect signal, endpoints and files of the operator, scheduled jobs.
import assert from 'node:assert/strict'
import { generateKeyPairSync, verify } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { openStore } from '#store'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type OpenOptions, openGateway } from '../harness/open-gateway.ts'
import { eachStore } from '../harness/services.ts'
import { until } from '../harness/until.ts'
import { openUpstream } from '../harness/upstream.ts'
import { kitApi } from './kit-api.ts'

async function open(t: TestContext, options: OpenOptions & Parameters<typeof kitApi>[0] = {}) {
  const { jobs, close } = options
  const api = kitApi({ ...(jobs && { jobs }), ...(close && { close }) })
  const [rates] = await loadApis(undefined, 'exchange-rates')
  const [forwarded] = (await loadApis(undefined, 'translation')).map((loaded) => ({ ...loaded, provider: undefined }))
  assert.ok(rates && forwarded)
  const gateway = await openGateway(t, { ...options, apis: [api, rates, forwarded] })
  const get = async (path: string) => {
    const answer = await gateway.call(`/v1/proxy/kit-api${path}`)
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
  }
  const fetched = (query: Record<string, string>) => get(`/fetch?${new URLSearchParams(query)}`)
  const operate = (path: string, init: RequestInit = {}) =>
    fetch(`${gateway.baseUrl}/v1/admin/apis/kit-api${path}`, {
      ...init,
      headers: { 'x-gateway-admin-key': gateway.adminKey, 'content-type': 'application/json' },
    })
  const keep = (name: string, text: string) =>
    operate(`/secrets/${name}`, { method: 'PUT', body: JSON.stringify({ text }) })
  return { ...gateway, api, get, fetched, operate, keep }
}

test('an API calls another like a caller would: defaults are filled in, and an unknown API or endpoint fails with its code', async (t) => {
  const { get } = await open(t)
  const euro = await get('/ask?slug=exchange-rates&id=latest')
  assert.equal(euro.body.base, 'EUR')
  assert.equal((await get('/ask?slug=exchange-rates&id=latest&base=USD')).body.base, 'USD')
  assert.deepEqual((await get('/ask?slug=kit-api&id=count')).body, { from: 7 })
  assert.equal((await get('/ask?slug=nothing&id=latest')).body.error.code, 'api.unknown')
  assert.equal((await get('/ask?slug=exchange-rates&id=nothing')).body.error.code, 'provider.embedded_missing')
  assert.equal((await get('/ask?slug=translation&id=usage')).body.error.code, 'provider.embedded_missing')
})

test('a handler gets the declared default of an omitted body field, and the value of a present one', async (t) => {
  const gateway = await open(t)
  const headers = { 'content-type': 'application/json' }
  const sent = async (text: string) =>
    (await gateway.call('/v1/proxy/kit-api/count', { method: 'POST', headers, body: text })).json()
  assert.deepEqual(await sent('{"to":9}'), { to: 9, from: 7 })
  assert.deepEqual(await sent('{"from":0}'), { from: 0 })
  assert.deepEqual(await sent('{"from":null,"to":null,"note":null}'), { from: 7, note: null })
})

test('an outbound call carries sealed secrets in header and query, and their echo in headers and body is masked', async (t) => {
  const upstream = await openUpstream(t, (request, response) => {
    response.writeHead(200, { 'x-echo': String(request.headers.authorization) })
    response.end(`you sent ${request.headers.authorization} and ${request.url}`)
  })
  const { fetched, keep } = await open(t)
  assert.equal((await keep('market', 'sealed-text-77')).status, 204)
  const { body } = await fetched({ url: `${upstream.url}/a?b=1`, secret: 'market' })
  assert.equal(upstream.received[0]?.headers.authorization, 'Bearer sealed-text-77')
  assert.equal(upstream.received[0]?.url, '/a?b=1&key=sealed-text-77')
  assert.equal(body.status, 200)
  assert.ok(!JSON.stringify(body).includes('sealed-text-77'), JSON.stringify(body))
  assert.equal(body.headers['x-echo'], `Bearer ${'*'.repeat(14)}`)
})

test('a compressed answer is decoded; too long, inflated beyond the limit, slow and truncated ones are distinguished', async (t) => {
  const upstream = await openUpstream(t, ({ url }, response) => {
    if (url === '/zipped') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain'))
    if (url === '/bomb')
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8_000_000)))
    if (url === '/long') return void response.end('x'.repeat(2000))
    if (url === '/moved') return void response.writeHead(302, { location: '/zipped' }).end()
    if (url === '/slow') return // never answered
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  })
  const { fetched } = await open(t)
  const at = async (path: string) => (await fetched({ url: upstream.url + path, limit: '1000' })).body
  assert.equal((await at('/zipped')).body, 'plain')
  assert.equal((await at('/long')).reason, 'large')
  assert.equal((await fetched({ url: `${upstream.url}/bomb` })).body.reason, 'large')
  assert.equal((await at('/moved')).status, 302)
  assert.equal((await at('/slow')).reason, 'slow')
  assert.equal((await at('/cut')).reason, 'cut')
  assert.equal((await fetched({ url: 'http://127.0.0.1:9/' })).body.reason, 'unreachable')
  assert.equal((await fetched({ url: 'file:///etc/passwd' })).body.reason, 'address')
  assert.equal((await fetched({ url: upstream.url, secret: 'never-stored' })).body.reason, 'secret')
})

test('an answer that is truncated before it is read fails the call, not the process', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  })
  const { fetched } = await open(t)
  assert.equal((await fetched({ url: upstream.url, waitMs: '200' })).body.reason, 'cut')
  assert.equal((await fetched({ url: upstream.url })).body.reason, 'cut')
})

test('a caller that takes nothing of a streamed reply is disconnected after the idle time, and its handler ends', async (t) => {
  const { api, baseUrl, key } = await open(t)
  const { port, hostname } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  t.after(() => socket.destroy())
  socket.on('error', () => undefined).pause()
  socket.write(`GET /v1/proxy/kit-api/flood HTTP/1.1\r\nhost: gateway\r\nx-gateway-key: ${key}\r\n\r\n`)
  await until(() => api.seen.includes('flood ended'), 'the end of the handler')
})

test('a long reply is streamed as JSON, wrapped in the envelope on request', async (t) => {
  const gateway = await open(t)
  assert.deepEqual((await gateway.get('/long')).body, [1, 2, 3])
  const wrapped = await gateway.call('/v1/proxy/kit-api/long', { headers: { 'x-gateway-envelope': 'data' } })
  assert.equal(wrapped.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual(await wrapped.json(), { data: [1, 2, 3] })
})

test('a waiting handler is signalled at once when the caller disconnects, and ends', async (t) => {
  const gateway = await open(t)
  const leaving = new AbortController()
  const answer = await gateway.call('/v1/proxy/kit-api/frames', { signal: leaving.signal })
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const reader = answer.body?.getReader()
  assert.equal(String(Buffer.from((await reader?.read())?.value ?? [])), 'data: {"at":0}\n\n')
  leaving.abort()
  // the handler waits for a minute unless it is signalled
  await until(() => gateway.api.seen.includes('ended'), 'the end of the handler')
  assert.deepEqual(gateway.api.seen, ['aborted', 'ended'])
})

test('a stored private key signs without leaving the gateway; anything else does not sign', async (t) => {
  const { operate, keep, logged } = await open(t)
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  assert.equal((await keep('signing', secret)).status, 204)
  const sign = async (name: string) => {
    const answer = await operate(`/secrets/${name}/signatures`, { method: 'POST', body: JSON.stringify({ text: 'a' }) })
    return { status: answer.status, text: await answer.text() }
  }
  const { signature } = JSON.parse((await sign('signing')).text)
  assert.ok(verify('sha256', Buffer.from('a'), publicKey, Buffer.from(signature, 'base64')))
  assert.deepEqual(JSON.parse((await sign('absent')).text), { signature: null })
  const another = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await keep('signing', another.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'))
  const replaced = JSON.parse((await sign('signing')).text).signature
  assert.ok(verify('sha256', Buffer.from('a'), another.publicKey, Buffer.from(replaced, 'base64')))
  await keep('signing', 'not-a-private-key')
  assert.equal((await sign('signing')).status, 500)
  assert.ok(!logged.join().includes('not-a-private-key'))
})

test('the operator endpoints of an API require the operator key and are documented', async (t) => {
  const { operate, keep, baseUrl, key } = await open(t)
  assert.equal((await keep('one', 'text-of-one')).status, 204)
  assert.deepEqual(await (await operate('/secrets')).json(), { names: ['one'] })
  for (const headers of [{}, { 'x-gateway-admin-key': 'wrong' }, { 'x-gateway-key': key }]) {
    const refused = await fetch(`${baseUrl}/v1/admin/apis/kit-api/secrets`, { headers })
    assert.equal(refused.status, 401)
    await refused.text()
  }
  const document = JSON.parse(await (await fetch(`${baseUrl}/openapi/kit-api-operator.json`)).text())
  assert.ok(document.paths['/secrets/{name}'])
  assert.equal(document.servers[0].url, `${baseUrl}/v1/admin/apis/kit-api`)
})

test('a sealed secret is bound to its API, is in no file in the clear, and its owner is a hidden account', async (t) => {
  const { keep, components, adminKey, baseUrl, dataDir, operate } = await open(t)
  await keep('one', 'text-that-stays-in')
  assert.equal((await keep('No_Name', 'text')).status, 400)
  assert.equal((await keep('two', 'line\nbreak')).status, 400)
  assert.deepEqual(await (await operate('/secrets')).json(), { names: ['one'] })
  for (const file of ['gatehouse.db', 'gatehouse.db-wal'])
    assert.ok(!readFileSync(join(dataDir, file)).includes('text-that-stays-in'), file)
  const list = await fetch(`${baseUrl}/v1/admin/accounts`, { headers: { 'x-gateway-admin-key': adminKey } })
  const { accounts } = JSON.parse(await list.text())
  assert.ok(accounts.every(({ id }: { id: string }) => id !== 'operator'))
  const one = await fetch(`${baseUrl}/v1/admin/accounts/operator`, { headers: { 'x-gateway-admin-key': adminKey } })
  assert.equal(one.status, 404)
  assert.equal(
    (await components.store.db.selectFrom('accounts').selectAll().where('id', '=', 'operator').execute()).length,
    1,
  )
})

await eachStore('sealed secrets of the operator', (database) => {
  test('outlast a restart and a rotation of the master key', async (t) => {
    const upstream = await openUpstream(t, (_request, response) => void response.end('ok'))
    const { url, dataDir } = await database.empty()
    const environment = { ...(url !== undefined && { GATEHOUSE_DATABASE_URL: url }) }
    const first = await open(t, { dataDir, environment })
    await first.keep('lasting', 'lasting-text-1')
    const rotated = await fetch(`${first.baseUrl}/v1/admin/vault/rotation`, {
      method: 'POST',
      headers: { 'x-gateway-admin-key': first.adminKey },
    })
    assert.match(await rotated.text(), /result/)
    await first.stop()
    const second = await open(t, { dataDir, environment })
    const path = `/v1/proxy/kit-api/fetch?${new URLSearchParams({ url: upstream.url, secret: 'lasting' })}`
    await (await second.call(path, { key: first.key })).text()
    assert.equal(upstream.received[0]?.headers.authorization, 'Bearer lasting-text-1')
  })
})

test("the operator's file of an API reaches its kit; one that is not JSON or names no API refuses the start with advice", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(join(dataDir, 'config'))
  const file = join(dataDir, 'config', 'kit-api.json')
  writeFileSync(file, '{"rows":[1]}')
  const gateway = await open(t, { dataDir, environment: { GATEHOUSE_REFRESH: 'false' } })
  const { body } = await gateway.get('/facts')
  assert.deepEqual(body.config, { rows: [1] })
  assert.equal(body.mayCallOut, false)
  assert.match(body.key, /^key_/)
  await gateway.stop()
  writeFileSync(file, '{"rows":')
  await assert.rejects(open(t, { dataDir }), /kit-api\.json is not JSON/)
  rmSync(file)
  writeFileSync(join(dataDir, 'config', 'kit_api.json'), '{}')
  await assert.rejects(open(t, { dataDir }), /is not named after an API/)
  rmSync(join(dataDir, 'config', 'kit_api.json'))
  // of an API that this gateway does not serve
  writeFileSync(join(dataDir, 'config', 'translation.json'), '{}')
  await open(t, { dataDir })
})

test('jobs that call out need permission, others do not; a restart within the period does not repeat a run', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const done: string[] = []
  const jobs = {
    out: { run: async () => void done.push('out') },
    in: { offline: true as const, run: async () => void done.push('in') },
  }
  const environment = { GATEHOUSE_REFRESH: 'false' }
  const first = await open(t, { dataDir, jobs, environment })
  await until(() => done.length > 0, 'the first run of a job')
  await first.stop()
  assert.deepEqual(done, ['in'])
  const second = await open(t, { dataDir, jobs, environment: { GATEHOUSE_REFRESH: 'true' } })
  await until(() => done.includes('out'), 'the run of the job that calls out')
  await second.stop()
  assert.deepEqual(done, ['in', 'out'])
})

test('a job that waits first does not run in a new installation, but once its time has come', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const done: string[] = []
  const jobs = {
    late: { offline: true as const, waitsFirst: true as const, run: async () => void done.push('late') },
    soon: { offline: true as const, run: async () => void done.push('soon') },
  }
  const first = await open(t, { dataDir, jobs })
  await until(() => done.length > 0, 'the first run of a job')
  await first.stop()
  const store = await openStore({ dataDir })
  const { rows } = await sql<{ due_at: number }>`select due_at from job_runs where job = 'late'`.execute(store.db)
  assert.ok((rows[0]?.due_at ?? 0) > Date.now() + 3_000_000)
  await sql`update job_runs set due_at = 0 where job = 'late'`.execute(store.db)
  await store.close()
  assert.deepEqual(done, ['soon'])
  const second = await open(t, { dataDir, jobs })
  await until(() => done.includes('late'), 'the run of the job whose time has come')
  await second.stop()
  assert.deepEqual(done, ['soon', 'late'])
})

test('providers are closed while the database is still open, and one that fails does not keep the others from closing', async (t) => {
  const seen: unknown[] = []
  const gateway = await open(t, {
    close: async (kit) => {
      seen.push(await sql`select 1 as one`.execute(kit.db).then(({ rows }) => rows))
      throw new Error('no room')
    },
  })
  await gateway.get('/facts')
  await gateway.stop()
  assert.deepEqual(seen, [[{ one: 1 }]])
  assert.match(gateway.logged.join(''), /"kit-api".*no room.*a provider could not be closed/)
})

test('a provider that nobody called is never opened, so there is nothing to close', async (t) => {
  const closed: string[] = []
  const gateway = await open(t, { close: async () => void closed.push('closed') })
  await gateway.stop()
  assert.deepEqual(closed, [])
})
