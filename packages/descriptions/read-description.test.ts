// What becomes of a document: each rule for servers, ids, parameters, bodies, keys and references.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReadOptions, readDescription } from './mod.ts'

const get = { responses: { 200: { description: 'Fine.' } } }

/** Reads a document of OpenAPI 3.1 with these members. */
function read(members: object, options?: ReadOptions) {
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: { '/pets': { get } }, ...members }
  return readDescription(JSON.stringify(document), options)
}
const refused = (pointer: string, reason: RegExp) => ({ name: 'DescriptionRefused', pointer, reason })

test('the first https server is the base, with the values of its variables', async () => {
  const servers = [
    { url: 'http://plain.test' },
    {
      url: 'https://{region}.pets.test/{version}/',
      variables: { region: { default: 'eu' }, version: { default: 'v2' } },
    },
  ]
  assert.equal((await read({ servers })).base, 'https://eu.pets.test/v2')
  assert.equal((await read({ servers }, { server: { region: 'us' } })).base, 'https://us.pets.test/v2')
  assert.equal((await read({ servers }, { base: 'http://10.0.0.7:8080/' })).base, 'http://10.0.0.7:8080')
  assert.equal((await read({ servers: [{ url: '/v1' }] })).base, undefined)
  assert.equal((await read({ servers: [{ url: 'https://user:pass@pets.test' }] })).base, undefined)
  const { leftOut } = await read({ servers }, { server: { zone: 'a' } })
  assert.deepEqual(
    leftOut.map(({ reason }) => reason),
    ['No server has a variable zone. They have region, version.'],
  )
})

test('operations at another address than the others are left out', async () => {
  const elsewhere = { ...get, servers: [{ url: 'https://files.test/v1' }] }
  const here = { ...get, servers: [{ url: 'http://pets.test' }] }
  const paths = { '/a': { get: here }, '/b': { get: elsewhere }, '/c': { get: here } }
  for (const servers of [undefined, [{ url: 'https://pets.test/' }]]) {
    const { operations, leftOut } = await read({ paths, servers })
    assert.deepEqual(
      operations.map(({ path }) => path),
      ['/a', '/c'],
    )
    assert.match(leftOut[0]?.reason ?? '', /served at https:\/\/files\.test\/v1/)
  }
})

test('an operation keeps its id, and ids that are missing or repeated come from method and path', async () => {
  const { operations } = await read({
    paths: {
      '/a': { get: { ...get, operationId: 'repos/list-for-org' }, post: { ...get, operationId: 'same' } },
      '/b/{id}': { put: { ...get, operationId: 'same' }, delete: get },
      '/c': { get: { ...get, operationId: 'constructor' } },
    },
  })
  const ids = operations.map(({ id }) => id)
  assert.deepEqual(ids, ['repos-list-for-org', 'post-a', 'put-b-id', 'delete-b-id', 'constructor-operation'])
})

test('paths that no request tells apart are left out with the one that serves them', async () => {
  const { operations, leftOut } = await read({
    paths: {
      '/{id}': { get },
      '/{name}/': { get },
      '/#Action=Describe': { get },
      '/x/{a}{b}': { get },
      '/y': { head: get, get },
    },
  })
  assert.deepEqual(
    operations.map(({ path }) => path),
    ['/{id}', '/', '/y'],
  )
  assert.deepEqual(leftOut, [
    { pointer: '/paths/~1{name}~1/get', reason: 'The same requests match /{id}; they are sent on through that one.' },
    {
      pointer: '/paths/~1x~1{a}{b}/get',
      reason: 'Two placeholders of the path follow each other, so no request tells them apart.',
    },
    {
      pointer: '/paths/~1y/head',
      reason: 'The gateway serves GET, POST, PUT, PATCH and DELETE, and answers HEAD wherever it serves GET.',
    },
  ])
})

test('parameters of an operation replace those of its path, and undeclared placeholders are text', async () => {
  const { operations } = await read({
    paths: {
      '/pets/{id}/{part}': {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'string' } },
        ],
        get: {
          ...get,
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer' }, style: 'pipeDelimited' },
            { name: 'session', in: 'cookie', schema: { type: 'string' } },
            { name: 'Authorization', in: 'header', schema: { type: 'string' } },
            { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
          ],
        },
      },
    },
  })
  const shown = operations[0]?.parameters.map((one) => [one.name, one.in, one.style, one.explode, one.schema.type])
  assert.deepEqual(shown, [
    ['id', 'path', 'simple', false, 'string'],
    ['part', 'path', 'simple', false, 'string'],
    ['limit', 'query', 'pipeDelimited', false, 'integer'],
    ['session', 'cookie', 'form', true, 'string'],
    ['filter', 'query', 'form', true, 'object'],
  ])
  assert.equal(operations[0]?.parameters.at(-1)?.content, 'application/json')
})

test('headers and cookies of the connection and of the gateway are no parameters', async () => {
  const names = ['Cookie', 'x-gateway-key', 'Host', 'Transfer-Encoding', 'X-Forwarded-For', 'X-Mine']
  const parameters = names.map((name) => ({ name, in: 'header', schema: {} }))
  const cookie = { name: '__Host-gatehouse-console', in: 'cookie', schema: {} }
  const { operations } = await read({ paths: { '/a': { get: { ...get, parameters: [...parameters, cookie] } } } })
  assert.deepEqual(
    operations[0]?.parameters.map(({ name }) => name),
    ['X-Mine'],
  )
})

test('security is that of the operation, else of the document, and an empty one means none', async () => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    app: { type: 'apiKey', in: 'query', name: 'app' },
    login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: { read: '' } } } },
    digest: { type: 'http', scheme: 'digest' },
  }
  const { operations, keys } = await read({
    components: { securitySchemes },
    security: [{ key: [], app: [] }],
    paths: {
      '/a': { get },
      '/b': { get: { ...get, security: [] } },
      '/c': { get: { ...get, security: [{ login: ['read'] }, {}] } },
    },
  })
  assert.deepEqual(
    operations.map(({ security }) => security),
    [[['key', 'app']], [], [['login'], []]],
  )
  assert.deepEqual(keys.login, {
    kind: 'oauth2',
    flows: [{ flow: 'clientCredentials', tokenUrl: '/token', scopes: ['read'] }],
  })
  assert.deepEqual(keys.digest, { kind: 'unsupported', scheme: 'digest' })
})

test('circular schemas stay references', async () => {
  const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } }
  const { schemas } = await read({
    components: { schemas: { Node: node, Unused: {} } },
    paths: {
      '/a': {
        get: {
          responses: {
            200: {
              description: '',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
            },
          },
        },
      },
    },
  })
  assert.deepEqual(schemas, { Node: node })
})

test('references to other files and hosts are refused with their places', async () => {
  const schema = { $ref: 'common.yaml#/Pet' }
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } }
  const pointer = '/paths/~1a/get/responses/200/content/application~1json/schema'
  await assert.rejects(
    read({ paths: { '/a': { get: { responses } } } }),
    refused(pointer, /Bundle the document.*common\.yaml/s),
  )
})

test('Swagger 2.0 in YAML is read like OpenAPI 3', async () => {
  const text = `
swagger: '2.0'
info: {title: Pets., version: 1.0}
host: pets.test
basePath: /api
consumes: [application/json]
securityDefinitions:
  token: {type: apiKey, in: header, name: X-Token}
security: [{token: []}]
paths:
  /pets:
    post:
      summary: Adds a pet.
      parameters:
        - {name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
      responses:
        201: {description: Made, schema: {$ref: '#/definitions/Pet'}}
  /pets/{id}/picture:
    put:
      consumes: [multipart/form-data]
      parameters:
        - {name: id, in: path, required: true, type: integer}
        - {name: picture, in: formData, type: file, required: true}
      responses: {204: {description: Stored}}
definitions:
  Pet: {type: object, required: [name], properties: {name: {type: string, x-nullable: true}}}
`
  const description = await readDescription(text)
  const [add, put] = description.operations
  assert.equal(description.base, 'https://pets.test/api')
  assert.equal(description.title, 'Pets')
  assert.equal(add?.summary, 'Adds a pet')
  assert.deepEqual(
    add?.body?.types.map(({ type, schema }) => [type, schema]),
    [['application/json', { $ref: '#/components/schemas/Pet' }]],
  )
  assert.deepEqual(add?.security, [['token']])
  assert.deepEqual(put?.body?.types[0]?.schema?.properties, { picture: { type: 'string', format: 'binary' } })
  const { Pet } = description.schemas
  assert.deepEqual(Pet?.required, ['name'])
})

/** Reads a document of Swagger 2.0 with these members, and returns its base and the bodies of its operations. */
async function readSwagger(members: object) {
  const document = { swagger: '2.0', info: { title: 'Pets', version: '1' }, host: 'pets.test', ...members }
  const { base, operations, leftOut } = await readDescription(JSON.stringify(document))
  const bodies = operations.map(({ id, body }) => [id, body?.types.map(({ type, schema }) => [type, schema])])
  return { base, bodies: Object.fromEntries(bodies), leftOut }
}

test('bodies and forms of Swagger 2.0 are taken from where several operations share them', async () => {
  const pet = { in: 'body', name: 'pet', schema: { type: 'integer' } }
  const parameters = { pet, again: { $ref: '#/parameters/pet' }, file: { in: 'formData', name: 'file', type: 'file' } }
  const text = { in: 'formData', name: 'text', type: 'string' }
  const { bodies, leftOut } = await readSwagger({
    parameters,
    paths: {
      '/a': { post: { ...get, parameters: [{ $ref: '#/parameters/again' }] } },
      '/b': { parameters: [{ $ref: '#/parameters/pet' }], put: get },
      '/c': { parameters: [pet], put: { ...get, parameters: [{ ...pet, schema: { type: 'boolean' } }] } },
      '/d': { parameters: [text], post: { ...get, consumes: ['multipart/form-data'] } },
      '/e': { post: { ...get, parameters: [text] } },
      '/f': { post: { ...get, parameters: [text, { $ref: '#/parameters/file' }] } },
    },
  })
  const fields = { text: { type: 'string' } }
  assert.deepEqual(bodies, {
    'post-a': [['application/json', { type: 'integer' }]],
    'put-b': [['application/json', { type: 'integer' }]],
    'put-c': [['application/json', { type: 'boolean' }]],
    'post-d': [['multipart/form-data', { type: 'object', properties: fields }]],
    'post-e': [['application/x-www-form-urlencoded', { type: 'object', properties: fields }]],
    'post-f': [
      [
        'multipart/form-data',
        { type: 'object', properties: { ...fields, file: { type: 'string', format: 'binary' } } },
      ],
    ],
  })
  assert.deepEqual(leftOut, [])
})

test('a host of Swagger 2.0 with a scheme, and a path without a slash, make the address that is meant', async () => {
  const paths = { '/a': { get } }
  const baseOf = async (members: object) => (await readSwagger({ paths, ...members })).base
  assert.equal(await baseOf({ host: 'https://pets.test' }), 'https://pets.test')
  assert.equal(await baseOf({ host: 'pets.test:8443', basePath: 'v1' }), 'https://pets.test:8443/v1')
  assert.equal(await baseOf({ host: 'http://pets.test/' }), undefined)
})

test('keywords of OpenAPI 3.0 become those of JSON Schema', async () => {
  const properties = {
    a: { type: 'string', nullable: true, enum: ['x'] },
    b: { type: 'number', minimum: 1, exclusiveMinimum: true },
    c: { $ref: '#/components/schemas/Other', nullable: true },
    d: { type: 'strange', minLength: -1, required: true, pattern: 7, example: 'e' },
  }
  const { schemas } = await read({
    openapi: '3.0.3',
    components: { schemas: { Pet: { properties }, Other: { type: 'string' } } },
    paths: {
      '/a': {
        get: {
          responses: {
            200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
          },
        },
      },
    },
  })
  assert.deepEqual(schemas.Pet?.properties, {
    a: { type: ['string', 'null'], enum: ['x', null] },
    b: { type: 'number', exclusiveMinimum: 1 },
    c: { anyOf: [{ $ref: '#/components/schemas/Other' }, { type: 'null' }] },
    d: { examples: ['e'] },
  })
})

test('texts hold no HTML', async () => {
  const summary = 'Lists <b>pets</b><script>alert(1)</script> of <owner>.'
  const description = '<p>One</p><img src=x onerror=alert(1)>two <scr<b>ipt>three'
  const { operations } = await read({ paths: { '/a': { get: { ...get, summary, description } } } })
  assert.equal(operations[0]?.summary, 'Lists petsalert(1) of \\<owner>')
  assert.equal(operations[0]?.doc, 'One\ntwo \\<script>three')
})

test('a document that is none is refused with the reason', async () => {
  await assert.rejects(readDescription(''), refused('', /is empty/))
  await assert.rejects(readDescription('{"a":'), refused('', /not valid JSON/))
  await assert.rejects(readDescription('a: [b'), refused('', /not valid YAML/))
  await assert.rejects(readDescription('[]'), refused('', /not an object/))
  await assert.rejects(
    readDescription('{"openapi":"4.0.0"}'),
    refused('/openapi', /version is 4\.0\.0.*3\.0, 3\.1 and 3\.2/),
  )
  await assert.rejects(read({ paths: {} }), refused('/paths', /no operations/))
})

test('YAML maps take over the members of others, unless they have them', async () => {
  const text = `
openapi: 3.1.0
info: {title: Merged, version: '1'}
servers: [{url: 'https://merged.test'}]
x-base: &base {summary: Reads one, responses: {200: {description: Fine}}}
x-more: &more {<<: *base, deprecated: true}
x-tags: &tags {tags: [things], summary: Never}
paths:
  /a: {get: {<<: *base, operationId: a}}
  /b: {get: {<<: *more, summary: Reads another}}
  /c: {get: {<<: [*more, *tags]}}`
  const { operations } = await readDescription(text)
  assert.deepEqual(
    operations.map(({ id, summary, deprecated, tags }) => [id, summary, deprecated, tags]),
    [
      ['a', 'Reads one', undefined, []],
      ['get-b', 'Reads another', true, []],
      ['get-c', 'Reads one', true, ['things']],
    ],
  )
  const { operations: plain } = await readDescription(
    JSON.stringify({ openapi: '3.1.0', paths: { '/a': { '<<': {}, get: { responses: {} } } } }),
  )
  assert.equal(plain.length, 1)
})
