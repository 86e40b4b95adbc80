// Documents as people and programs write them: schemas, methods and YAML that other readers take for something else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDescription } from '../mod.ts'

const get = { responses: { 200: { description: 'Fine.' } } }

function read(members: object) {
  return readDescription(JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, ...members }))
}
const refused = (pointer: string, reason: RegExp) => ({ name: 'DescriptionRefused', pointer, reason })

/** Reads a document with one response of this schema, and returns the schema. */
async function readSchema(schema: object, openapi = '3.1.0') {
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } }
  const Pet = { $id: 'https://pets.test/pet', $anchor: 'pet', type: 'object', required: ['id'] }
  const { operations, leftOut } = await read({
    openapi,
    components: { schemas: { Pet } },
    paths: { '/a': { get: { responses } } },
  })
  assert.deepEqual(leftOut, [])
  return operations[0]?.responses[0]?.types[0]?.schema
}

test('keywords beside a reference count since OpenAPI 3.1', async () => {
  const Ref = '#/components/schemas/Pet'
  const schema = { $ref: Ref, readOnly: true, required: ['name'], properties: { name: { type: 'string' } } }
  assert.deepEqual(await readSchema(schema), schema)
  assert.deepEqual(await readSchema({ ...schema, description: 'One' }, '3.0.3'), { $ref: Ref, description: 'One' })
})

test('a reference may name an anchor or the id of a schema of the document', async () => {
  for (const Ref of ['#pet', 'https://pets.test/pet'])
    assert.deepEqual(await readSchema({ $ref: Ref }), { $ref: '#/components/schemas/Pet' })
})

test('a pattern between slashes is what they hold, and choices of a text that are none are left out', async () => {
  const patternOf = async (pattern: string) => (await readSchema({ type: 'string', pattern }))?.pattern
  assert.equal(await patternOf('/^[a-z]+$/'), '^[a-z]+$')
  assert.equal(await patternOf('/^[a-z]+$/i'), undefined)
  assert.equal(await patternOf('/pets/[0-9]+/toys'), '/pets/[0-9]+/toys')
  assert.equal(await patternOf('^/a/$'), '^/a/$')
  assert.deepEqual(await readSchema({ type: 'string', enum: ['a', 1] }), { type: 'string' })
  const mixed = { type: ['string', 'integer'], enum: ['a', 1] }
  assert.deepEqual(await readSchema(mixed), mixed)
})

test('a mistake in YAML is told with its line; a key that is repeated is one', async () => {
  const head = '\nopenapi: 3.1.0\npaths:\n  /a:\n'
  const refuses = (text: string, reason: RegExp) => assert.rejects(readDescription(head + text), refused('', reason))
  await refuses('\tget: {}', /Tabs are not allowed as indentation, on line 5\.$/)
  await refuses("    get: {}\n    'get': {}", /the key get is repeated, on line 6\.$/)
  await refuses("    get: {responses: {200: {}, '200': {}}}", /the key 200 is repeated, on line 5\.$/)
  await refuses('    get: {}\n---\na: b', /holds several documents/)
})

test('methods are read in any case, and no operation makes its client awaitable', async () => {
  const { operations } = await read({ paths: { '/a': { GET: get, Post: { ...get, operationId: 'then' } } } })
  assert.deepEqual(
    operations.map(({ id, method }) => [id, method]),
    [
      ['get-a', 'GET'],
      ['then-operation', 'POST'],
    ],
  )
})

test('headers of parts are told to be left out', async () => {
  const headers = { 'Content-ID': { schema: { type: 'string' } }, 'Content-Type': {} }
  const encoding = { file: { contentType: 'image/png', headers }, text: { headers: { 'content-type': {} } } }
  const content = { 'multipart/form-data': { schema: { type: 'object' }, encoding } }
  const { operations, leftOut } = await read({ paths: { '/a': { post: { ...get, requestBody: { content } } } } })
  assert.deepEqual(operations[0]?.body?.types[0]?.encoding, { file: { contentType: 'image/png' }, text: {} })
  assert.deepEqual(
    leftOut.map(({ pointer }) => pointer),
    ['/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/file/headers'],
  )
})
