// The MCP tools of an API with one of everything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api, Schema } from '#define'
import { defineApi, get, hosted, keyless, obj, oneOf, str } from '#define'
import { kitchenSink } from './kitchen-sink.ts'
import { mcpToolsOf } from './mcp.ts'

const tools = mcpToolsOf(kitchenSink)
const tool = (id: string) => tools.find((one) => one.id === id) ?? assert.fail(`no tool for ${id}`)
const properties = (id: string): Record<string, Schema> => Object(tool(id).inputSchema.properties)

function apiWith(slug: string, ids: string[]): Api {
  const endpoints = Object.fromEntries(
    ids.map((id) => [id, get(`/${id}`, 'One', { params: { a: str() }, returns: obj({}) })]),
  )
  return defineApi({ slug, title: 'T', summary: 'S.', surface: hosted, auth: keyless, upstream: null, endpoints })
}

test('there is one tool per endpoint, with a name that MCP allows', () => {
  assert.deepEqual(
    tools.map(({ id }) => id),
    Object.keys(kitchenSink.endpoints),
  )
  assert.equal(tool('listThings').name, 'kitchen-sink_listThings')
  for (const { name } of tools) assert.match(name, /^[A-Za-z0-9_-]{1,47}$/)
})
test('names that are too long are shortened and stay unique', () => {
  const long = 'x'.repeat(70)
  const names = mcpToolsOf(apiWith('long', [`${long}A`, `${long}B`])).map(({ name }) => name)
  for (const name of names) assert.equal(name.length, 47)
  assert.equal(new Set(names).size, 2)
})
test('the input has what a caller sends, not what the gateway fills', () => {
  assert.deepEqual(Object.keys(properties('listThings')), ['ids', 'fields', 'since', 'limit', 'token', 'exact', 'tags'])
  assert.equal(tool('listThings').inputSchema.required, undefined)
  assert.deepEqual(tool('getThing').inputSchema.required, ['id', 'format'])
  assert.deepEqual(tool('addThing').inputSchema.required, ['body'])
  assert.equal(tool('listThings').inputSchema.type, 'object')
})
test('a wire name with other characters is renamed, and the tool keeps the mapping', () => {
  assert.deepEqual(tool('listThings').wireNames, { tags: 'tags[]' })
  for (const one of tools)
    for (const name of Object.keys(properties(one.id))) assert.match(name, /^[A-Za-z0-9_.-]{1,64}$/)
})
test('schemas are those of the declaration, with their documentation', () => {
  assert.deepEqual(properties('listThings').limit, {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'How many.',
  })
  assert.deepEqual(properties('getThing').format, { type: 'string', enum: ['json', 'xml'] })
})
test('files and bytes are base64', () => {
  const body = properties('addThing').body ?? assert.fail('no body')
  const picture: Schema = Object(Object(body.properties).picture)
  assert.deepEqual(picture.required, ['base64'])
  assert.equal(picture.description, 'A picture.')
  assert.deepEqual(properties('sendBytes').body?.required, ['base64'])
  assert.deepEqual(properties('callRaw').body, { description: 'Sent as JSON.' })
})
test('the description names the API and what is special', () => {
  assert.equal(tool('getThing').description, 'Kitchen sink: One thing. Several at once with commas.')
  assert.match(tool('addThing').description, /Restricted: only for supporters/)
})
test('a tool is plain JSON', () => {
  for (const one of tools) assert.deepEqual(one.inputSchema, JSON.parse(JSON.stringify(one.inputSchema)))
  for (const schema of Object.values(properties('listThings')))
    assert.ok(Reflect.ownKeys(Object(schema)).every((key) => typeof key === 'string'))
})

test('the schema of a tool has a limit, beyond which every value is allowed', () => {
  const values = Array.from({ length: 50_000 }, (_, at) => `value ${at}`)
  const members = Object.fromEntries(values.map((name) => [name, str()]))
  const [long] = mcpToolsOf({
    ...apiWith('long', ['one']),
    endpoints: {
      one: get('/one', 'One', {
        params: { few: oneOf(['a', 'b']), many: oneOf(values), wide: obj(members) },
        returns: obj({}),
      }),
    },
  })
  const { few, many } = Object(long?.inputSchema.properties)
  assert.deepEqual([few.enum, many.enum], [['a', 'b'], undefined])
  assert.ok(JSON.stringify(long?.inputSchema).length < 2_000_000)
})
