// Schemas of older drafts and other dialects on each wire: as the current draft says them, without another meaning.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import { standardSchema } from './standard-schema.ts'

const mended: Readonly<Record<string, readonly [given: object, standard: object]>> = {
  'a name required twice': [{ required: ['a', 'b', 'a'] }, { required: ['a', 'b'] }],
  'a property that says itself that it is required': [
    { properties: { a: { type: 'string', required: true }, b: { required: false } }, required: ['b'] },
    { properties: { a: { type: 'string' }, b: {} }, required: ['b', 'a'] },
  ],
  'bounds that were flags': [
    { minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    { exclusiveMinimum: 0, maximum: 9 },
  ],
  'bounds of today': [
    { minimum: 0, exclusiveMaximum: 9 },
    { minimum: 0, exclusiveMaximum: 9 },
  ],
  'a tuple of former drafts': [
    { type: 'array', items: [{ type: 'str' }, true], additionalItems: false },
    { type: 'array', prefixItems: [{ type: 'string' }, true], items: false },
  ],
  'types of programming languages': [
    { anyOf: [{ type: 'int' }, { type: 'FLOAT' }, { type: ['bool', 'None'] }, { type: 'dict' }] },
    { anyOf: [{ type: 'integer' }, { type: 'number' }, { type: ['boolean', 'null'] }, { type: 'object' }] },
  ],
  'an unknown type': [{ type: 'any', items: { type: ['string', 'thing'] } }, { items: {} }],
  'members with the names of keywords': [
    { properties: { type: { type: 'text' }, required: { type: 'string' }, items: true } },
    { properties: { type: { type: 'string' }, required: { type: 'string' }, items: true } },
  ],
  'values, which are no schemas': [
    { default: { type: 'any' }, enum: [{ required: true }], const: { items: [] } },
    { default: { type: 'any' }, enum: [{ required: true }], const: { items: [] } },
  ],
}
for (const [what, [given, standard]] of Object.entries(mended))
  test(`${what}: the current draft has a form for it`, () =>
    assert.deepEqual(standardSchema(JSON.parse(JSON.stringify(given))), standard))

const asked = (name: string, schema: object) => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  tools: [{ type: 'function', function: { name, parameters: { type: 'object', properties: { it: schema } } } }],
})
const forGemini: Readonly<Record<string, readonly [given: object, written: object]>> = {
  'a tuple of two types': [
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] },
    { type: 'ARRAY', items: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] } },
  ],
  'a tuple of one type': [
    { type: 'array', items: [{ type: 'number' }, { type: 'number' }] },
    { type: 'ARRAY', items: { type: 'NUMBER' } },
  ],
  'items without a type beside them': [{ items: { type: 'string' } }, { type: 'ARRAY', items: { type: 'STRING' } }],
  'several types': [
    { type: ['string', 'array', 'null'], description: 'd', items: { type: 'string' }, minLength: 2, format: 'uri' },
    {
      description: 'd',
      nullable: true,
      anyOf: [
        { type: 'STRING', minLength: 2 },
        { type: 'ARRAY', items: { type: 'STRING' } },
      ],
    },
  ],
  'numbers or null': [{ enum: [1, 2, null] }, { type: 'INTEGER', nullable: true }],
  'a format of another type': [{ type: 'integer', format: 'uint8' }, { type: 'INTEGER' }],
  'a format that it knows': [
    { type: 'integer', format: 'int64' },
    { type: 'INTEGER', format: 'int64' },
  ],
}
for (const [what, [given, written]] of Object.entries(forGemini))
  test(`${what}: Gemini has a form for it`, () => {
    const { tools } = Object(gemini.writeRequest(openai.readRequest(asked('f', given)), 'gemini-2.5-pro'))
    assert.deepEqual(JSON.parse(JSON.stringify(tools[0].functionDeclarations[0].parameters.properties.it)), written)
  })

test('lists say for chat completions that they hold anything', () => {
  const input_schema = { type: 'object', properties: { it: { type: 'array' }, other: { items: { type: 'list' } } } }
  const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'q' }] }
  const request = anthropic.readRequest({ ...body, tools: [{ name: 'f', input_schema }] })
  const { tools } = Object(openai.writeRequest(request, 'm'))
  assert.deepEqual(tools[0].function.parameters.properties, {
    it: { type: 'array', items: {} },
    other: { items: { type: 'array', items: {} } },
  })
})

test('what may be null for Gemini may be null for others', () => {
  const properties = {
    kind: { type: 'STRING', format: 'enum', enum: ['a'], nullable: true },
    either: { any_of: [{ type: 'STRING' }, { type: 'INTEGER' }], nullable: true },
  }
  const parameters = { type: 'OBJECT', properties }
  const tools = [{ functionDeclarations: [{ name: 'f', parameters }] }]
  const request = gemini.readRequest({ model: 'm', contents: [{ parts: [{ text: 'q' }] }], tools })
  assert.deepEqual(Object(openai.writeRequest(request, 'm')).tools[0].function.parameters.properties, {
    kind: { type: ['string', 'null'], enum: ['a', null] },
    either: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
  })
})

const node = { type: 'object', properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } } }
const unheld: Readonly<Record<string, object>> = {
  'members of any name': {
    type: 'object',
    properties: { by: { type: 'object', additionalProperties: { type: 'number' } } },
  },
  'an object of anything': { type: 'object', properties: { it: { type: 'object' } } },
  'a schema within itself': { $ref: '#/$defs/node', $defs: { node } },
  'a schema within its root': { type: 'object', properties: { all: { type: 'array', items: { $ref: '#' } } } },
}
const formed = (schema: object) =>
  openai.readRequest({
    model: 'm',
    messages: [{ role: 'user', content: 'q' }],
    response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
  })
for (const [what, schema] of Object.entries(unheld))
  test(`${what}: Claude, which closes objects and refuses recursion, is told the schema in words`, () => {
    const written = Object(anthropic.writeRequest(formed(schema), 'claude-sonnet-4-5'))
    assert.equal(written.output_config, undefined)
    assert.ok(written.system.includes(JSON.stringify(schema)))
  })

test('a schema that is used twice is no recursion', () => {
  const point = { type: 'object', properties: { x: { type: 'number' } } }
  const schema = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/p' }, b: { $ref: '#/$defs/p' } },
    $defs: { p: point },
  }
  const { output_config } = Object(anthropic.writeRequest(formed(schema), 'claude-sonnet-4-5'))
  assert.equal(output_config.format.schema.$defs.p.additionalProperties, false)
})

test('members of any name reach Gemini where it takes whole schemas', () => {
  const schema = { type: 'object', properties: { by: { type: 'object', additionalProperties: { type: 'number' } } } }
  const configFor = (model: string, given: object) => Object(gemini.writeRequest(formed(given), model)).generationConfig
  assert.deepEqual(configFor('gemini-2.5-pro', schema).responseJsonSchema, schema)
  assert.deepEqual(configFor('gemini-2.0-flash', schema).responseSchema.properties, { by: { type: 'OBJECT' } })
  assert.equal(configFor('gemini-2.5-pro', {}).responseSchema, undefined)
})
