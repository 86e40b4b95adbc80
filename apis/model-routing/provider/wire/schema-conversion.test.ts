// Schemas converted to another wire (SOURCES 10.5 and 10.6): what the vendor accepts of them, and what it has built in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
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

const strict = {
  type: 'object',
  properties: {
    when: { type: 'string', format: 'date-time' },
    pieces: { type: 'array', items: { $ref: '#/$defs/piece' } },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['when', 'pieces', 'note'],
  additionalProperties: false,
  $defs: { piece: { type: 'object', properties: {}, additionalProperties: false } },
}
const nested = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { type: 'array', items: nested(levels - 1) }
const withNote = (note: object) => ({ ...strict, properties: { ...strict.properties, note } })
const loose = {
  'an optional property': { ...strict, required: ['when', 'pieces'] },
  'other properties allowed': { ...strict, additionalProperties: undefined },
  'alternatives at the root': { ...strict, anyOf: [{ type: 'object' }] },
  'a list at the root': { type: 'array', items: strict },
  'an unsupported keyword': withNote({ oneOf: [{ type: 'string' }] }),
  'an unsupported format': withNote({ type: 'string', format: 'uri' }),
  'properties without a type': withNote({ properties: { a: { type: 'string' } } }),
  'a loose definition': { ...strict, $defs: { piece: { type: 'object' } } },
  'eleven levels': withNote(nested(9)),
  'too many values': withNote({ enum: Array.from({ length: 1_001 }, (_, index) => index) }),
  'too many characters': withNote({ const: 'x'.repeat(120_001) }),
}

test('a schema of another wire is strict for chat completions only where the vendor accepts it as strict', () => {
  const strictOf = (schema: object) => {
    const messages = [{ role: 'user', content: 'Hi' }]
    const tools = [{ name: 'x', input_schema: schema, strict: true }]
    const output_config = { format: { type: 'json_schema', schema } }
    const ofMessages = anthropic.readRequest({ model: 'm', max_tokens: 9, messages, tools, output_config })
    const generationConfig = { responseMimeType: 'application/json', responseJsonSchema: schema }
    const ofGemini = gemini.readRequest({ model: 'm', contents: [{ parts: [{ text: 'Hi' }] }], generationConfig })
    const [one, other] = [ofMessages, ofGemini].map((request) => Object(openai.writeRequest(request, 'm')))
    return [
      one.response_format.json_schema.strict,
      one.tools[0].function.strict,
      other.response_format.json_schema.strict,
    ]
  }
  assert.deepEqual(strictOf(strict), [true, true, true])
  assert.deepEqual(strictOf(withNote(nested(8))), [true, true, true])
  for (const [what, schema] of Object.entries(loose))
    assert.deepEqual(strictOf(JSON.parse(JSON.stringify(schema))), [undefined, undefined, undefined], what)
})

test('a caller of chat completions decides for itself what is strict', () => {
  const json_schema = { name: 'x', schema: { type: 'object' }, strict: true }
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    response_format: { type: 'json_schema', json_schema },
  }
  assert.equal(Object(openai.writeRequest(openai.readRequest(body), 'm')).response_format.json_schema.strict, true)
})

test('enumerations of numbers, which Gemini writes as strings, are numbers elsewhere', () => {
  const responseSchema = {
    type: 'OBJECT',
    properties: {
      level: { type: 'NUMBER', format: 'enum', enum: ['7', '0.5'], nullable: true },
      on: { type: 'BOOLEAN', enum: ['true'] },
      size: { type: 'INTEGER', enum: ['1', 'many'] },
      word: { type: 'STRING', enum: ['7'] },
    },
  }
  const generationConfig = { responseMimeType: 'application/json', responseSchema }
  const request = gemini.readRequest({ model: 'm', contents: 'q', generationConfig })
  const written = JSON.parse(JSON.stringify(openai.writeRequest(request, 'm')))
  assert.deepEqual(written.response_format.json_schema.schema.properties, {
    level: { type: ['number', 'null'], enum: [7, 0.5, null] },
    on: { type: 'boolean', enum: [true] },
    size: { type: 'integer', enum: [1, 'many'] },
    word: { type: 'string', enum: ['7'] },
  })
})

const asked = (schema: object) => ({
  ...{ model: 'm', messages: [{ role: 'user', content: 'q' }] },
  response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
})
const toClaude = (schema: object) =>
  JSON.parse(JSON.stringify(anthropic.writeRequest(openai.readRequest(asked(schema)), 'claude-sonnet-4-5')))

test('structured answers of Claude say in words what it takes in no schema', () => {
  const text = { type: 'string' }
  const { output_config: config } = toClaude({
    type: 'object',
    discriminator: { propertyName: 'k' },
    properties: {
      either: { oneOf: [text, { type: 'integer' }], description: 'One.' },
      list: { type: 'array', prefixItems: [text], items: false, contains: text },
      id: { type: 'string', format: 'iban', examples: ['x'] },
      shape: { type: 'object', properties: {}, not: { required: ['a'] } },
      objects: { type: 'object', properties: {}, enum: [{ a: 1 }] },
    },
  })
  assert.deepEqual(config.format.schema, {
    type: 'object',
    description: '(discriminator: {"propertyName":"k"})',
    properties: {
      either: { description: 'One.', anyOf: [text, { type: 'integer' }] },
      list: {
        type: 'array',
        description: '(prefixItems: [{"type":"string"}], items: false, contains: {"type":"string"})',
      },
      id: { type: 'string', description: '(format: "iban", examples: ["x"])' },
      shape: { type: 'object', properties: {}, additionalProperties: false, description: '(not: {"required":["a"]})' },
      objects: { type: 'object', properties: {}, additionalProperties: false, description: '(enum: [{"a":1}])' },
    },
    additionalProperties: false,
  })
})

test('Claude is asked in words for an answer that may be anything somewhere', () => {
  for (const anything of [true, {}, { description: 'd' }, { anyOf: [{ type: 'string' }, {}] }]) {
    const { output_config: config, system } = toClaude({ type: 'object', properties: { any: anything } })
    assert.equal(config, undefined)
    assert.match(system, /JSON Schema/)
  }
})

test('functions keep members of any name for newer models of Gemini, and nobody gets members that are none', () => {
  const parametersFor = (parameters: object, model: string) => {
    const tools = [{ type: 'function', function: { name: 'f', parameters } }]
    const request = openai.readRequest({ model: 'm', messages: [{ role: 'user', content: 'q' }], tools })
    const written = JSON.parse(JSON.stringify(gemini.writeRequest(request, model)))
    const { name: _name, ...declared } = written.tools[0].functionDeclarations[0]
    return declared
  }
  const map = { type: 'object', additionalProperties: { type: 'integer' } }
  assert.deepEqual(parametersFor(map, 'gemini-2.5-pro'), { parametersJsonSchema: map })
  const within = { type: 'object', properties: { rates: map } }
  assert.deepEqual(parametersFor(within, 'gemini-3-flash'), { parametersJsonSchema: within })
  assert.deepEqual(parametersFor(map, 'gemini-2.0-flash'), {})
  for (const bare of [
    { type: 'object' },
    { type: 'object', properties: {} },
    { type: 'object', additionalProperties: false },
  ])
    assert.deepEqual(parametersFor(bare, 'gemini-2.5-pro'), {})
  const never = { type: 'object', properties: { a: true, b: false }, required: ['a', 'b'] }
  assert.deepEqual(parametersFor(never, 'gemini-2.5-pro'), {
    parameters: { type: 'OBJECT', properties: { a: {} }, required: ['a'] },
  })
})
