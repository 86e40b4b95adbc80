// What an added API may not be: documents, slugs and addresses that are refused, and what stays when one is broken.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createDocumentReader } from '../../packages/gateway/src/api/added/reading.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { createDatabase } from '../harness/services.ts'
import { smallApi } from '../harness/small-api.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { admin, petDocument } from './document.ts'

describe('an API that is added', () => {
  const closers: (() => unknown)[] = []
  const later = { after: (close: () => unknown) => void closers.unshift(close) }
  const opened: { gateway?: OpenGateway } = {}
  const gateway = (): OpenGateway => {
    assert.ok(opened.gateway)
    return opened.gateway
  }
  before(async () => {
    opened.gateway = await openGateway(later, { apis: [smallApi()] })
  })
  after(async () => {
    for (const close of closers) await close()
  })
  const add = (query: string, document: unknown = petDocument()) => admin(gateway(), 'POST', `/apis${query}`, document)
  const countOf = async () => Object((await admin(gateway(), 'GET', '/apis')).json.apis).length

  test('has a slug that is no word of the gateway and no path', async () => {
    for (const slug of ['..', 'a/b', 'A', 'a_b', '-a', 'a--b', 'a'.repeat(41), '__proto__', '%00', 'x%0d%0ay', '%20'])
      assert.equal((await add(`?slug=${slug}`)).status, 400, slug)
    for (const slug of ['small', 'admin', 'me']) assert.equal((await add(`?slug=${slug}`)).status, 409, slug)
    assert.equal((await add('', petDocument({ title: '日本' }))).status, 400)
    assert.equal(await countOf(), 1)
  })

  test('shows a hostile title and texts as text', async () => {
    const title = '<script>alert(1)</script>"&\u202e'
    assert.equal((await add('?slug=hostile', petDocument({ title }))).status, 201)
    const page = await (await gateway().call('/docs/hostile')).text()
    assert.ok(!page.includes('<script>alert'))
    const index = await (await gateway().call('/docs/index.json')).json()
    assert.ok(JSON.stringify(index).includes('hostile'))
    assert.equal((await admin(gateway(), 'DELETE', '/apis/hostile')).status, 204)
  })

  test('is only read in a dry run', async () => {
    const { status, json } = await add('?dryRun=true')
    assert.deepEqual([status, json.slug, json.operations, json.leftOut], [201, 'pet-shop', 4, []])
    assert.deepEqual(json.keys, [{ name: 'shopKey', sent: 'the header x-shop-key' }])
    assert.match(String(json.firstCall), /\/v1\/proxy\/pet-shop\/pets/)
    assert.equal(await countOf(), 1)
  })

  test('is refused with a sentence when its document cannot be read', async () => {
    assert.equal((await add('', '')).status, 400)
    for (const document of ['no', '{', '[]', '{"openapi":"4.0"}', '{"openapi":"3.0.0"}', '\ufffe'])
      assert.deepEqual(
        [(await add('', document)).status, Object((await add('', document)).json.error).code],
        [400, 'document.refused'],
      )
    const latin1 = await fetch(`${gateway().baseUrl}/v1/admin/apis`, {
      method: 'POST',
      headers: { 'x-gateway-admin-key': gateway().adminKey },
      body: Buffer.from('openapi: 3.0.0 # é', 'latin1'),
    })
    assert.match(await latin1.text(), /not UTF-8/)
  })

  test('goes only to public https addresses, unless the operator names another', async () => {
    const servers = [
      'http://pets.example.com',
      'https://localhost/v1',
      'https://api.localhost./v1',
      'https://127.0.0.1/v1',
      'https://[::1]/v1',
      'https://169.254.169.254/latest',
      'https://10.1.2.3:8443',
      'https://0x7f.1/',
      'https://2130706433/',
      '/v1',
    ]
    for (const server of servers) {
      const { status, message } = await add('', petDocument({ server }))
      assert.equal(status, 400, server)
      assert.match(message, /base/, server)
    }
    assert.equal((await add('?base=http://localhost:1/v1&dryRun=true', petDocument({ server: '/v1' }))).status, 201)
    for (const base of ['ftp://pets.example.com', 'pets.example.com', 'https://a:b@pets.example.com', 'https://x?y=1'])
      assert.equal((await add(`?base=${encodeURIComponent(base)}`)).status, 400, base)
  })

  test('sends tokens of its keys only to public https addresses', async () => {
    const document = petDocument()
    const securitySchemes = (tokenUrl: string) => ({
      shopKey: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } },
    })
    const withToken = (url: string) => ({
      ...document,
      components: { ...document.components, securitySchemes: securitySchemes(url) },
    })
    for (const url of ['http://pets.example.com/token', 'https://169.254.169.254/token']) {
      const { status, message } = await add('?dryRun=true', withToken(url))
      assert.deepEqual([status, /tokens/.test(message)], [400, true], message)
    }
    assert.equal((await add('?dryRun=true', withToken('https://pets.example.com/token'))).status, 201)
    const ofOperator = '?dryRun=true&base=http://localhost:1/v1'
    assert.equal((await add(ofOperator, withToken('http://localhost:1/token'))).status, 201)
    assert.equal((await add(ofOperator, withToken('http://localhost:2/token'))).status, 400)
  })

  test('does not reach a private address by a public name', async (t) => {
    const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
    const { port } = new URL(upstream.url)
    // a name that every system resolves to this machine, written so that only its resolution shows that
    const { pools } = gateway().components
    const { pool } = pools.origin(`http://localhost:${port}`, true)
    await assert.rejects(pool.request({ method: 'GET', path: '/' }), /not a public address/)
    assert.equal(upstream.started(), 0)
    assert.equal(
      (await pools.origin(`http://localhost:${port}`).pool.request({ method: 'GET', path: '/' })).statusCode,
      200,
    )
  })

  test('changes in a way that breaks callers only when that is confirmed', async (t) => {
    await add('?slug=changing')
    t.after(() => admin(gateway(), 'DELETE', '/apis/changing'))
    const update = (query: string, document: unknown) => admin(gateway(), 'PUT', `/apis/changing${query}`, document)
    const document = petDocument()
    const same = await update('', document)
    assert.deepEqual([same.status, same.json.changes, same.json.revision], [200, [], 2])
    const { '/pets': pets } = document.paths
    const moved = petDocument({ server: 'https://elsewhere.example.com', paths: { '/pets': pets } })
    const refused = await update('', moved)
    assert.equal(refused.status, 409)
    assert.match(
      refused.message,
      /The base address changes from https:\/\/pets\.example\.com\/v1 to https:\/\/elsewhere/,
    )
    const changes = Object(Object(refused.json.error).details).changes
    assert.ok(changes.some((one: { change: string }) => one.change === 'GET /pets/{petId} is gone.'))
    assert.equal((await update('?dryRun=true', moved)).status, 200)
    assert.equal((await admin(gateway(), 'GET', '/apis/changing')).json.revision, 2)
    assert.deepEqual((await update('?confirm=true', moved)).json.revision, 3)
    assert.equal((await admin(gateway(), 'PUT', '/apis/unknown', document)).status, 404)
  })

  test('leaves a record of who added, changed and removed it', async () => {
    await add('?slug=audited')
    await admin(gateway(), 'PUT', '/apis/audited', petDocument())
    await admin(gateway(), 'DELETE', '/apis/audited')
    assert.equal((await admin(gateway(), 'DELETE', '/apis/audited')).status, 404)
    const { json } = await admin(gateway(), 'GET', '/audit?target=audited')
    assert.deepEqual(
      Object(json.entries).map((one: { action: string }) => one.action),
      ['api.remove', 'api.update', 'api.add'],
    )
  })
})

test('a document that takes too long or too much memory is refused with a sentence', async () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_none, at) => [`/p${at}`, { get: { responses: {} } }]))
  const document = Buffer.from(JSON.stringify({ ...petDocument(), paths: many }))
  const options = { servers: {}, check: 'provider', open: false } as const
  const slow = createDocumentReader({ timeoutMs: 1 })
  await assert.rejects(slow.read({ document, options }), /takes more than 0.001 s/)
  const small = createDocumentReader({ memoryMb: 8 })
  await assert.rejects(
    small.read({ document: Buffer.from(`[${'[],'.repeat(4_000_000)}[]]`), options }),
    /more than 8 MB/,
  )
  await Promise.all([slow.close(), small.close()])
})

test('a stored API that cannot be read is left out, and so is a file; the others are served', async (t) => {
  const database = await createDatabase('sqlite')
  t.after(() => database.drop())
  const { dataDir } = database
  const first = await openGateway(t, { apis: [smallApi()], dataDir })
  for (const slug of ['broken', 'sound']) await admin(first, 'POST', `/apis?slug=${slug}`, petDocument())
  const { db } = first.components.store
  await db
    .updateTable('added_apis')
    .set({ description: Buffer.from('x') })
    .where('slug', '=', 'broken')
    .execute()
  const folder = join(dataDir, 'apis')
  mkdirSync(folder)
  const files = { 'from-file.json': JSON.stringify(petDocument()), 'wrong.yaml': 'no', 'Bad_Name.json': '{}' }
  for (const [name, text] of Object.entries({ ...files, 'small.json': files['from-file.json'] }))
    writeFileSync(join(folder, name), text)
  const second = await openGateway(t, { apis: [smallApi()], dataDir })
  const { json } = await admin(second, 'GET', '/apis')
  assert.deepEqual(
    Object(json.apis).map((one: { slug: string }) => one.slug),
    ['small', 'sound', 'from-file'],
  )
  const reported = second.logged.filter((line) => line.includes('does not become an API'))
  assert.equal(reported.length, 3)
  assert.ok(second.logged.some((line) => line.includes('cannot be served') && line.includes('broken')))
  for (const [method, path] of [
    ['DELETE', '/apis/from-file'],
    ['POST', '/apis?slug=from-file'],
  ] as const)
    assert.match(
      (await admin(second, method, path, method === 'POST' ? petDocument() : undefined)).message,
      /from-file\.json/,
    )
  assert.equal((await admin(second, 'DELETE', '/apis/broken')).status, 204)
})
