// Declared functions converted to the third vendor's wire (SOURCES 10): what it accepts of their schemas, and what it
// has built in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'

const toGemini = (body: unknown) => {
  const written = gemini.writeRequest(openai.readRequest(body), 'gemini-2.5-flash')
  return JSON.parse(JSON.stringify(written))
}

test('schemas lose what Gemini refuses but keep their meaning', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'T',
    type: 'object',
    additionalProperties: false,
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, __proto__x: { type: 'string' } } } },
    properties: {
      when: { type: 'string', format: 'date-time' },
      mail: { type: 'string', format: 'email', default: 'a@b' },
      kind: { const: 'a' },
      size: { type: ['integer', 'null'], exclusiveMinimum: 0 },
      either: { oneOf: [{ type: 'string' }, { type: 'number' }] },
      both: { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a', 'ghost'] }] },
      list: { type: 'array' },
      level: { type: 'integer', enum: [1, 2] },
      node: { $ref: '#/$defs/node', description: 'Chain' },
      empty: { type: 'object', properties: {} },
    },
    required: ['when', 'ghost'],
  }
  const tools = [{ type: 'function', function: { name: 'x', parameters: schema } }]
  const written = toGemini({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools })
  const { node, ...others } = written.tools[0].functionDeclarations[0].parameters.properties
  assert.deepEqual(others, {
    when: { type: 'STRING', format: 'date-time' },
    mail: { type: 'STRING' },
    kind: { type: 'STRING', enum: ['a'] },
    size: { type: 'INTEGER', nullable: true },
    either: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] },
    both: { type: 'OBJECT', properties: { a: { type: 'STRING' } }, required: ['a'] },
    list: { type: 'ARRAY', items: { type: 'STRING' } },
    level: { type: 'INTEGER' },
    empty: { type: 'OBJECT' },
  })
  assert.deepEqual([node.type, node.description, node.properties.next.type], ['OBJECT', 'Chain', 'OBJECT'])
  assert.deepEqual(written.tools[0].functionDeclarations[0].parameters.required, ['when'])
})

test('a schema with exponentially many references stays small', () => {
  const properties = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, { $ref: '#' }]))
  const parameters = { type: 'object', properties }
  const tools = [{ type: 'function', function: { name: 'x', parameters } }]
  const written = JSON.stringify(toGemini({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools }))
  assert.ok(written.length < 500_000, `${written.length} characters`)
})

test('functions named after Gemini’s built-in tools enable them', () => {
  const tools = [{ type: 'function', function: { name: 'googleSearch' } }]
  const written = toGemini({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools })
  assert.deepEqual(written.tools, [{ googleSearch: {} }])
})
