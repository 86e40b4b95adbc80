// The OpenAPI document of an API with one of everything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { defineApi, get, hosted, keyless, obj, req, str } from '#define'
import { operator } from '#define/reflect'
import { examples, kitchenSink, marketSink } from './kitchen-sink.ts'
import { openApiOf } from './openapi.ts'

const options = { serverUrl: 'http://127.0.0.1:8787/', version: '1.2.3', examples }
const document = openApiOf(kitchenSink, options)

/** The value at a path of member names. */
function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner ? Reflect.get(inner, name) : undefined),
    value,
  )
}
function operation(path: string, method: string): unknown {
  return at(document, 'paths', path, method) ?? assert.fail(`${method} ${path} is not in the document`)
}
function parameter(path: string, name: string): unknown {
  const all = at(operation(path, 'get'), 'parameters')
  return Array.isArray(all) ? all.find((one) => at(one, 'name') === name) : undefined
}

test('an independent validator finds the documents valid', async () => {
  for (const api of [kitchenSink, marketSink]) {
    const result = await new Validator().validate({ ...openApiOf(api, options) })
    assert.deepEqual(result.valid ? [] : result.errors, [])
  }
})
test('the document is plain JSON and reproducible', () => {
  assert.deepEqual(document, JSON.parse(JSON.stringify(document)))
  assert.equal(JSON.stringify(document), JSON.stringify(openApiOf(kitchenSink, options)))
})
test('servers are the mounts of the listings, and the key is in the header of the surface', () => {
  assert.deepEqual(at(document, 'servers'), [
    { url: 'http://127.0.0.1:8787/v1/proxy/kitchen-sink', description: 'Kitchen sink' },
    { url: 'http://127.0.0.1:8787/v1/proxy/kitchen-sink-two', description: 'Kitchen sink again' },
  ])
  assert.equal(at(document, 'components', 'securitySchemes', 'key', 'name'), 'x-gateway-key')
  assert.equal(at(openApiOf(marketSink, options), 'components', 'securitySchemes', 'key', 'name'), 'x-api-key')
  assert.deepEqual(at(operation('/report', 'get'), 'security'), [])
})
test('every endpoint is an operation under its id', () => {
  const paths = Object.values(at(document, 'paths') ?? {})
  const ids = paths.flatMap((item) => Object.values(item ?? {}).map((one) => at(one, 'operationId')))
  assert.deepEqual(ids.sort(), Object.keys(kitchenSink.endpoints).sort())
})
test('lists are repeated or comma-separated as declared', () => {
  assert.deepEqual(
    [at(parameter('/things', 'ids'), 'style'), at(parameter('/things', 'ids'), 'explode')],
    ['form', true],
  )
  assert.equal(at(parameter('/things', 'fields'), 'explode'), false)
})
test('parameters that the gateway fills are optional and say so', () => {
  const key = parameter('/things', 'api-key')
  assert.equal(at(key, 'required'), undefined)
  assert.match(String(at(key, 'description')), /gateway fills this in/)
})
test('a parameter that carries the provider key is filled although it is declared as required', () => {
  const api = {
    ...kitchenSink,
    endpoints: { one: get('/one', 'One', { params: { key: { ...str() } }, returns: obj({}) }) },
  }
  assert.match(JSON.stringify(openApiOf(api, options)), /gateway fills this in/)
})
test('an optional parameter has an example only where the call of the example has it', () => {
  const params = { near: str({ example: 'Lisbon' }), like: str({ example: 'tea' }), id: req.str({ example: 'x' }) }
  const api = { ...kitchenSink, endpoints: { find: get('/find', 'Finds', { params, returns: obj({}) }) } }
  const documented = openApiOf(api, { ...options, examples: { find: { params: { like: 'rain' }, output: {} } } })
  const examplesOf = (document: object) =>
    [0, 1, 2].map((index) => at(document, 'paths', '/find', 'get', 'parameters', index, 'example'))
  assert.deepEqual(examplesOf(documented), [undefined, 'rain', 'x'])
})
test('secrets have no example anywhere', () => {
  assert.doesNotMatch(JSON.stringify(document), /hush/)
})
test('strings accepted besides the declared type are in the schema', () => {
  assert.deepEqual(at(parameter('/things/{id}.{format}', 'id'), 'schema'), {
    anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^\\d+(,\\d+)*$' }],
  })
})
test('placeholders with other names share one path, and a plain name is kept before a wildcard', () => {
  assert.deepEqual(Object.keys(at(document, 'paths', '/raw/{name}') ?? {}), ['get', 'post'])
  assert.equal(at(operation('/raw/{name}', 'post'), 'parameters', 0, 'name'), 'name')
  assert.match(
    String(at(operation('/raw/{name}', 'post'), 'parameters', 0, 'description')),
    /rest of the path.*Called path/,
  )
  assert.deepEqual(Object.keys(at(document, 'paths', '/things/{number}') ?? {}), ['delete', 'patch'])
  assert.equal(at(document, 'paths', '/things/{id}'), undefined)
})
test('a file is a field of the multipart body only', () => {
  const content = at(operation('/things', 'post'), 'requestBody', 'content')
  assert.deepEqual(Object.keys(content ?? {}), [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])
  const picture = at(content, 'multipart/form-data', 'schema', 'properties', 'picture')
  assert.deepEqual(picture, { type: 'string', format: 'binary', description: 'A picture.' })
  assert.equal(at(content, 'application/json', 'schema', 'properties', 'picture'), undefined)
})
test('responses have their status and content as declared', () => {
  const content = (path: string, method: string, status: string) =>
    Object.keys(at(operation(path, method), 'responses', status, 'content') ?? {})
  assert.deepEqual(content('/things', 'post', '201'), ['application/json'])
  assert.deepEqual(content('/chat', 'post', '200'), ['application/json', 'text/event-stream'])
  assert.deepEqual(content('/raw/{name}', 'get', '200'), ['image/png'])
  assert.deepEqual(content('/report', 'get', '200'), ['text/csv; charset=utf-8'])
  assert.deepEqual(content('/listen', 'get', '200'), ['text/event-stream'])
  assert.deepEqual(content('/things/{id}/picture', 'put', '204'), [])
})
test('results are under data where the API has that envelope', () => {
  const wrapped = at(
    openApiOf(marketSink, options),
    'paths',
    '/chat',
    'post',
    'responses',
    '200',
    'content',
    'application/json',
  )
  assert.deepEqual(at(wrapped, 'schema', 'required'), ['data'])
  assert.equal(at(wrapped, 'example', 'data', 'id'), 'c1')
})
test('repeated schemas occur once under components, and may still be null', () => {
  const schema = at(document, 'components', 'schemas', 'Thing', 'properties')
  assert.deepEqual(at(schema, 'owner'), { $ref: '#/components/schemas/Owner' })
  assert.deepEqual(at(schema, 'heir'), { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] })
  assert.equal(JSON.stringify(document).split('Number of the owner.').length - 1, 1)
})
test('errors are those of the registry that the endpoint can answer with, in one shape', () => {
  const responses = (path: string, method: string) => at(operation(path, method), 'responses')
  assert.deepEqual(Object.keys(responses('/things', 'get') ?? {}), [
    '200',
    '400',
    '401',
    '403',
    '429',
    '500',
    '501',
    '502',
    '503',
    '504',
    'default',
  ])
  assert.ok(Object.keys(responses('/things', 'post') ?? {}).includes('413'))
  assert.match(String(at(responses('/things', 'get'), '403', 'description')), /provider_key\.missing/)
  assert.equal(at(responses('/report', 'get'), '401'), undefined)
  const refs = Object.entries(responses('/things', 'get') ?? {}).filter(([status]) => status !== '200')
  assert.deepEqual([...new Set(refs.map(([, answer]) => at(answer, '$ref')))], ['#/components/responses/GatewayError'])
})
test('the operator API has other errors', () => {
  const endpoints = { one: get('/one', 'One', { returns: obj({}) }) }
  const own = { slug: 'own', title: 'Own', summary: 'Own.', auth: keyless, upstream: null, endpoints }
  const operated = JSON.stringify(openApiOf(defineApi({ ...own, surface: operator }), options))
  assert.match(operated, /admin\.remote/)
  assert.doesNotMatch(operated, /upstream\.|quota\./)
  assert.doesNotMatch(
    JSON.stringify(openApiOf(defineApi({ ...own, surface: hosted }), options)),
    /admin\.|provider_key\./,
  )
})
test('notes of an endpoint are in its description and its extensions', () => {
  assert.equal(at(operation('/things', 'post'), 'x-gatehouse', 'restricted'), 'only for supporters')
  assert.match(String(at(operation('/things', 'post'), 'description')), /only for supporters/)
  assert.equal(at(operation('/things/{number}', 'delete'), 'deprecated'), true)
  assert.equal(at(operation('/things/{number}', 'patch'), 'x-gatehouse', 'unimplemented'), 'answers 501')
  assert.equal(at(parameter('/things', 'exact'), 'x-gatehouse', 'beyond'), true)
})
