// The declaration that a description becomes: keys, checks, and what is derived from it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '#define/present'
import { keyPartsOf } from '#define/reflect'
import {
  clientSourceOf,
  compileReader,
  compileRoutes,
  mcpToolsOf,
  openApiOf,
  type QueryPair,
  readForm,
  readPairs,
} from '#derive'
import { apiOf, type DeclareOptions, readDescription } from '../mod.ts'

const ok = { 200: { description: 'Fine.' } }
const pet = {
  type: 'object',
  required: ['name', 'id'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', pattern: '^[a-z]+$' },
    parent: { $ref: '#/components/schemas/Pet' },
  },
}
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } }
const securitySchemes = {
  api: { type: 'apiKey', in: 'header', name: 'DD-API-KEY' },
  app: { type: 'apiKey', in: 'header', name: 'DD-APPLICATION-KEY' },
  login: { type: 'http', scheme: 'basic' },
  token: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: {} } } },
}

async function declare(members: object, options: Partial<DeclareOptions> = {}) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://pets.test' }],
    paths: { '/a': { get: { responses: ok } } },
    ...members,
    components: { schemas: { Pet: pet }, securitySchemes },
  }
  return apiOf(await readDescription(JSON.stringify(document)), { slug: 'pets', ...options })
}

test('two schemes at once make a key of two parts, of which an operation may need one', async () => {
  const api = await declare({
    security: [{ api: [], app: [] }],
    paths: {
      '/a': { get: { responses: ok } },
      '/b': { get: { responses: ok, security: [{ api: [] }] } },
      '/c': { get: { responses: ok, security: [] } },
      '/d': { get: { responses: ok, security: [{ login: [] }] } },
      '/e': { get: { responses: ok } },
    },
  })
  assert.ok(api.auth.kind === 'own')
  assert.deepEqual(keyPartsOf(api.auth), ['DD-API-KEY', 'DD-APPLICATION-KEY'])
  const auths = Object.values(api.endpoints).map(({ auth }) => auth?.kind === 'own' && keyPartsOf(auth))
  assert.deepEqual(auths, [false, ['DD-API-KEY'], false, false, false])
  assert.equal(api.endpoints['get-c']?.auth?.kind, 'keyless')
  assert.match(api.endpoints['get-d']?.restricted ?? '', /does not keep: login/)
})

test('client credentials take tokens from the address of the document, and another scheme can be chosen', async () => {
  const api = await declare({ security: [{ token: [] }] })
  assert.ok(api.auth.kind === 'own')
  assert.equal(api.auth.token?.url, 'https://pets.test/oauth/token')
  const chosen = await declare({ security: [{ token: [] }, { login: [] }] }, { keys: ['login'] })
  assert.ok(chosen.auth.kind === 'own' && chosen.auth.places[0]?.basic)
  await assert.rejects(declare({}, { keys: ['none'] }), /There is no key none. It may be api, app, login, token/)
})

const parameter = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more })
const styles = [
  parameter(
    'tags',
    { type: 'array', items: { type: 'integer' } },
    { style: 'pipeDelimited', explode: false, required: true },
  ),
  parameter(
    'filter',
    { type: 'object', properties: { size: { type: 'integer', minimum: 2 } } },
    { style: 'deepObject' },
  ),
  parameter('where', { type: 'object' }, { content: { 'application/json': { schema: { type: 'object' } } } }),
  { name: 'session', in: 'cookie', schema: { type: 'string' } },
]

async function readerOf(check: 'provider' | 'gateway') {
  const api = await declare({ paths: { '/a/{id}': { get: { parameters: styles, responses: ok } } } }, { check })
  const result = compileRoutes(api).match('GET', '/a/;id=5')
  assert.ok(result.kind === 'found')
  const reader = compileReader(result.match.route, api.checkerOf)
  return (query: string) =>
    reader({
      pathValues: result.match.values,
      query: present<QueryPair[] | undefined>(readPairs(query, 100)),
      header: (name) => (name === 'cookie' ? 'a=b; session=s1' : undefined),
      hasStoredKey: false,
    })
}

test('the gateway checks parameters in every style, all problems at once', async () => {
  const read = await readerOf('gateway')
  assert.deepEqual(read('tags=1|2&filter[size]=3&where=%7B%22a%22:1%7D'), {
    values: { id: ';id=5', tags: [1, 2], filter: { size: 3 }, where: { a: 1 }, session: 's1' },
    problems: [],
  })
  assert.deepEqual(read('filter[size]=1').problems, [
    { name: 'tags', problem: 'is required' },
    { name: 'filter.size', problem: 'must be at least 2' },
  ])
})

/** Reads the only parameter `a` of a query, a header or a path with the gateway's checks. */
async function readA(declared: object, sent: { readonly query?: string; readonly header?: string }) {
  const parameters = [{ name: 'a', in: 'query', ...declared }]
  const api = await declare({ paths: { '/a': { get: { parameters, responses: ok } } } }, { check: 'gateway' })
  const result = compileRoutes(api).match('GET', '/a')
  assert.ok(result.kind === 'found')
  const { values, problems } = compileReader(
    result.match.route,
    api.checkerOf,
  )({
    pathValues: result.match.values,
    query: present<QueryPair[] | undefined>(readPairs(sent.query ?? '', 100)),
    header: () => sent.header,
    hasStoredKey: false,
  })
  return problems.length > 0 ? problems : values.a
}

test('a text becomes the value that an alternative, a part or a listed value of its schema allows', async () => {
  const integer = { type: 'integer' }
  const cases: readonly (readonly [schema: object, query: string, value: unknown])[] = [
    [{ anyOf: [integer, { type: 'null' }] }, 'a=3', 3],
    [{ oneOf: [integer, { type: 'string', enum: ['all'] }] }, 'a=all', 'all'],
    [{ anyOf: [{ type: 'array', items: integer }, { type: 'null' }] }, 'a=1&a=2', [1, 2]],
    [{ type: 'array', items: { anyOf: [integer, { type: 'null' }] } }, 'a=1&a=2', [1, 2]],
    [{ allOf: [integer, { minimum: 2 }] }, 'a=5', 5],
    [{ allOf: [{ $ref: '#/components/schemas/Pet/properties/id' }] }, 'a=5', 5],
    [{ enum: [1, 2] }, 'a=2', 2],
    [{ const: true }, 'a=true', true],
  ]
  for (const [schema, query, value] of cases) assert.deepEqual(await readA({ schema }, { query }), value, query)
  assert.deepEqual(await readA({ schema: { anyOf: [integer, { type: 'null' }] } }, { query: 'a=x' }), [
    { name: 'a', problem: 'fits none of its allowed forms' },
  ])
})

test('a list in the style of objects has a repeated name, empty brackets or numbers', async () => {
  const list = { type: 'array', items: { type: 'integer' } }
  const pairs = { type: 'array', items: { type: 'object', properties: { x: { type: 'integer' } } } }
  const within = { type: 'object', properties: { ids: list } }
  const deep = (schema: object) => ({ schema, style: 'deepObject', explode: true })
  for (const query of ['a=1&a=2', 'a[]=1&a[]=2', 'a[0]=1&a[1]=2', 'a%5B%5D=1&a%5B%5D=2'])
    assert.deepEqual(await readA(deep(list), { query }), [1, 2], query)
  for (const query of ['a[ids]=1&a[ids]=2', 'a[ids][]=1&a[ids][]=2', 'a[ids][0]=1&a[ids][1]=2'])
    assert.deepEqual(await readA(deep(within), { query }), { ids: [1, 2] }, query)
  assert.deepEqual(await readA(deep(pairs), { query: 'a[0][x]=1&a[1][x]=2' }), [{ x: 1 }, { x: 2 }])
})

test('blanks around the items of a header, an empty text and parameters of a media type are taken as meant', async () => {
  const schema = { type: 'array', items: { type: 'integer' } }
  assert.deepEqual(await readA({ in: 'header', schema }, { header: '1, 2 ,3' }), [1, 2, 3])
  assert.equal(await readA({ schema: { type: 'boolean' }, allowEmptyValue: true }, { query: 'a=' }), '')
  assert.deepEqual(await readA({ schema: { type: 'boolean' } }, { query: 'a=' }), [
    { name: 'a', problem: 'must be a boolean' },
  ])
  const content = { 'application/json; charset=utf-8': { schema: { type: 'object' } } }
  assert.deepEqual(await readA({ content }, { query: 'a=%7B%22b%22:1%7D' }), { b: 1 })
})

test('the fields of a form are those of all parts of its schema', async () => {
  const base = { type: 'object', properties: { age: { anyOf: [{ type: 'integer' }, { type: 'null' }] } } }
  const schema = { allOf: [base, { properties: { tags: { type: ['array', 'null'], items: { type: 'integer' } } } }] }
  const form = { 'application/x-www-form-urlencoded': { schema } }
  const api = await declare({ paths: { '/a': { post: { requestBody: { content: form }, responses: ok } } } })
  const endpoint = present(api.endpoints['post-a'])
  assert.deepEqual(readForm(present<QueryPair[] | undefined>(readPairs('age=4&tags=1&tags=2', 100)), endpoint), {
    age: 4,
    tags: [1, 2],
  })
})

test('the provider checks everything but method and path by default', async () => {
  const read = await readerOf('provider')
  assert.deepEqual(read('filter[size]=1&unknown=x').problems, [])
})

test('a body is checked against circular schemas and linear patterns', async () => {
  const paths = {
    '/pets': { post: { requestBody: { content, required: true }, responses: { 201: { description: '', content } } } },
  }
  const api = await declare({ paths }, { check: 'gateway' })
  const { body } = present(api.endpoints['post-pets'])
  const check = api.checkerOf?.(present(body?.schema), 'body')
  assert.deepEqual(check?.({ name: 'tom', parent: { name: 'rex' } }), [])
  assert.deepEqual(check?.({ name: 'Tom', parent: {} }), [
    { name: 'name', problem: 'must match ^[a-z]+$' },
    { name: 'parent.name', problem: 'is required' },
  ])
})

test('document, tools and client refer to named schemas', async () => {
  const paths = { '/pets': { post: { requestBody: { content }, responses: { 201: { description: '', content } } } } }
  const api = await declare({ paths })
  const document = openApiOf(api, { serverUrl: 'http://g', version: '1' })
  assert.deepEqual(Object(document).components.schemas.Pet, pet)
  const [tool] = mcpToolsOf(api)
  const { $defs, properties } = Object(tool?.inputSchema)
  assert.deepEqual(properties.body, { $ref: '#/$defs/Pet' })
  assert.deepEqual($defs.Pet.properties.parent, { $ref: '#/$defs/Pet' })
  const source = clientSourceOf(api)
  assert.match(source, /export interface Pet \{[^}]*parent\?: Pet/)
  assert.match(source, /export type PostPetsOutput = Pet/)
})

test('an open listing has a route for every other path', async () => {
  const table = compileRoutes(await declare({}, { open: true }))
  const result = table.match('PATCH', '/else/where')
  assert.equal(result.kind === 'found' && result.match.route.id, 'any-path-patch')
})
