// Offline answers of a description: state per account, the document's examples, and values that its schemas allow.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '#define'
import { isReply } from '#define'
import { openWorld } from '#provider/test'
import { apiOf, embeddedOf, readDescription } from '../mod.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (schema: object, more: object = {}) => ({
  description: '',
  content: { 'application/json': { schema, ...more } },
})
const entry = { type: 'object', required: ['at'], properties: { at: { const: 5 } } }
const logs = { 'application/x-ndjson': { schema: { type: 'array', items: entry, minItems: 2 } } }
const feed = { 'text/event-stream': { schema: entry } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.test' }],
  paths: {
    '/pets': {
      get: {
        operationId: 'list',
        parameters: ['limit', 'offset', 'kind'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        responses: {
          200: answer({
            type: 'object',
            required: ['items', 'total'],
            properties: { items: { type: 'array', items: ref('Pet') }, total: { type: 'integer' } },
          }),
        },
      },
      post: {
        operationId: 'add',
        requestBody: { required: true, content: { 'application/json': { schema: ref('Pet') } } },
        responses: { 201: answer(ref('Pet')) },
      },
    },
    '/pets/{petId}': {
      get: { operationId: 'read', responses: { 200: answer(ref('Pet')), 404: answer(ref('Problem')) } },
      put: { operationId: 'replace', requestBody: body(), responses: { 200: answer(ref('Pet')) } },
      patch: { operationId: 'change', requestBody: body(), responses: { 200: answer(ref('Pet')) } },
      delete: { operationId: 'remove', responses: { 204: { description: '' } } },
    },
    '/status': {
      get: {
        operationId: 'status',
        responses: {
          200: answer(ref('Status'), {
            examples: { up: { value: { state: 'up' } }, down: { value: { state: 'down' } } },
          }),
          503: answer(ref('Problem'), { example: { message: 'Down for today' } }),
        },
      },
    },
    '/log': { get: { operationId: 'log', responses: { 200: { description: '', content: logs } } } },
    '/feed': { get: { operationId: 'feed', responses: { 200: { description: '', content: feed } } } },
    '/gone': { delete: { operationId: 'gone', responses: { 204: answer(ref('Status')) } } },
    '/told': { get: { operationId: 'told', responses: { 200: answer(ref('Status'), { example: '{"state":"up"}' }) } } },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', minLength: 2 },
          kind: { enum: ['cat', 'dog'] },
          code: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
          parent: ref('Pet'),
        },
      },
      Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      Status: { type: 'object', required: ['state'], properties: { state: { type: 'string' } } },
    },
  },
}
function body() {
  return { content: { 'application/json': { schema: ref('Pet') }, 'application/json-patch+json': { schema: {} } } }
}

interface Asked {
  readonly path: string
  readonly input?: object
  readonly headers?: Record<string, string>
  readonly account?: string
}

/** Opens the provider and returns a function that calls an operation. */
async function openPets() {
  const description = await readDescription(JSON.stringify(document))
  const world = await openWorld(apiOf(description, { slug: 'pets' }), embeddedOf(description, 'pets'))
  const { handlers } = await world.open()
  return async (id: string, { path, input = {}, headers = {}, account = 'acc_a' }: Asked) => {
    const url = new URL(path, 'http://gateway.test')
    const request = {
      method: '',
      path: url.pathname,
      query: url.searchParams,
      headers,
      baseUrl: 'http://gateway.test/pets',
    }
    const call: Call = { account, key: 'key', request, signal: new AbortController().signal }
    const given = { ...Object.fromEntries(url.searchParams), ...input }
    const result = await handlers[id]?.(given as never, call)
    assert.ok(isReply(result))
    return { status: result.status, body: result.body as Record<string, unknown>, headers: result.headers }
  }
}
const petOf = (petId: string) => ({ path: `/pets/${petId}`, input: { petId } })

test('a resource that was made can be read, changed, listed and removed, by its account only', async () => {
  const ask = await openPets()
  const made = await ask('add', { path: '/pets', input: { body: { name: 'Tom', kind: 'cat' } } })
  assert.equal(made.status, 201)
  assert.equal(made.body.id, 1)
  assert.equal(made.headers.location, 'http://gateway.test/pets/pets/1')
  assert.equal(made.headers['x-gateway-answer'], 'resource')
  await ask('add', { path: '/pets', input: { body: { name: 'Rex', kind: 'dog' } } })
  assert.deepEqual((await ask('read', petOf('1'))).body, made.body)

  const merged = await ask('change', { ...petOf('1'), input: { petId: '1', body: { name: 'Tim' } } })
  assert.deepEqual([merged.body.name, merged.body.kind], ['Tim', 'cat'])
  const operations = [{ op: 'replace', path: '/kind', value: 'dog' }]
  const headers = { 'content-type': 'application/json-patch+json' }
  const patched = await ask('change', { ...petOf('1'), input: { petId: '1', body: operations }, headers })
  assert.deepEqual([patched.body.name, patched.body.kind], ['Tim', 'dog'])

  const list = (await ask('list', { path: '/pets?kind=dog&limit=1&offset=1' })).body
  assert.equal(list.total, 2)
  assert.deepEqual(Array.isArray(list.items) && list.items.map(({ name }) => name), ['Rex'])
  assert.equal((await ask('remove', petOf('1'))).status, 204)
  const gone = await ask('read', petOf('1'))
  assert.deepEqual([gone.status, gone.body], [404, { message: 'There is no 1 in /pets.' }])
  assert.equal((await ask('list', { path: '/pets', account: 'acc_b' })).headers['x-gateway-answer'], 'schema')
})

test('an answer is an example of the document, and a caller may choose it', async () => {
  const ask = await openPets()
  const path = '/status'
  assert.deepEqual((await ask('status', { path })).body, { state: 'up' })
  assert.deepEqual((await ask('status', { path, headers: { prefer: 'example=down' } })).body, { state: 'down' })
  const failed = await ask('status', { path, headers: { prefer: 'code=503' } })
  assert.deepEqual([failed.status, failed.body], [503, { message: 'Down for today' }])
  const made = await ask('status', { path, headers: { prefer: 'dynamic=true' } })
  assert.equal(made.headers['x-gateway-answer'], 'schema')
  assert.equal(made.headers['x-gateway-sample'], 'true')
})

test('a made-up value fits its schema and is the same for the same call', async () => {
  const ask = await openPets()
  const first = await ask('read', petOf('7'))
  assert.deepEqual(await ask('read', petOf('7')), first)
  assert.notDeepEqual((await ask('read', petOf('8'))).body, first.body)
  assert.match(String(first.body.code), /^[A-Z]{3}-\d{4}$/)
  assert.ok(Number.isInteger(first.body.id))
})

test('of adds at the same time each gets an id, and the number of a removed resource is not given again', async () => {
  const ask = await openPets()
  const add = () => ask('add', { path: '/pets', input: { body: { name: 'Tom' } } })
  const made = await Promise.all([add(), add(), add()])
  assert.deepEqual(made.map(({ body: pet }) => pet.id).sort(), [1, 2, 3])
  for (const id of ['3', '2', '1']) assert.equal((await ask('remove', petOf(id))).status, 204)
  assert.deepEqual((await ask('list', { path: '/pets' })).body, { items: [], total: 0 })
  assert.equal((await add()).body.id, 4)
})

test('an account has a limited number of resources, of a limited size, and removing makes room', async () => {
  const ask = await openPets()
  const add = () => ask('add', { path: '/pets', input: { body: { name: 'Tom' } } })
  for (let count = 0; count < 200; count++) assert.equal((await add()).status, 201)
  assert.deepEqual((await add()).status, 409)
  const changed = await ask('change', { ...petOf('7'), input: { petId: '7', body: { name: 'Tim' } } })
  assert.equal(changed.status, 200)
  await ask('remove', petOf('7'))
  assert.equal((await add()).status, 201)
  const long = await ask('add', { path: '/pets', input: { body: { name: 'x'.repeat(40_000) } }, account: 'acc_b' })
  assert.equal(long.status, 409)
})

test('a patch that copies the document into itself is refused before it is long', async () => {
  const ask = await openPets()
  await ask('add', { path: '/pets', input: { body: { name: 'Tom', note: 'x'.repeat(1000) } } })
  const copies = Array.from({ length: 90 }, (_, at) => ({ op: 'copy', from: '', path: `/copy${at}` }))
  const headers = { 'content-type': 'application/json-patch+json' }
  await assert.rejects(
    ask('change', { ...petOf('1'), input: { petId: '1', body: copies }, headers }),
    /refused with 409/,
  )
})

test('values that follow each other are written as their media type has them', async () => {
  const ask = await openPets()
  assert.equal(String((await ask('log', { path: '/log' })).body), '{"at":5}\n{"at":5}\n')
  assert.equal(String((await ask('feed', { path: '/feed' })).body), 'data: {"at":5}\n\n')
})

test('an example that is written as a text is the value that it describes', async () => {
  const ask = await openPets()
  const told = await ask('told', { path: '/told' })
  assert.deepEqual([told.body, told.headers['x-gateway-answer']], [{ state: 'up' }, 'example'])
})

test('a response that has no body has none, whatever the document says', async () => {
  const ask = await openPets()
  const { status, body, headers } = await ask('gone', { path: '/gone' })
  assert.deepEqual([status, body, headers['content-type']], [204, undefined, undefined])
  const chosen = await ask('status', { path: '/status', headers: { prefer: 'code=304' } })
  assert.deepEqual([chosen.status, chosen.body], [304, undefined])
})
