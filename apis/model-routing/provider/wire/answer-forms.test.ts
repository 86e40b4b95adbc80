// Structured answers other than objects: the vendor gets an object, the caller what is inside it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withReadForm, withTakenForm } from './answer-forms.ts'
import { batched } from './fixtures/replies.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import { collectReply, textOf } from './reply.ts'
import type { StreamEvent } from './stream-event.ts'

const list = { type: 'ARRAY', items: { type: 'STRING' } }
const choice = { type: 'STRING', enum: ['yes', 'no'] }
const request = (responseSchema: object, responseMimeType = 'application/json') =>
  gemini.readRequest(
    { contents: [{ parts: [{ text: 'x' }] }], generationConfig: { responseMimeType, responseSchema } },
    { model: 'm', stream: false },
  )

/** Returns the text that the caller reads of an answer in pieces. */
async function heard(read: ((text: string) => string) | undefined, pieces: readonly string[]): Promise<string> {
  const events: StreamEvent[] = [
    { kind: 'start', model: 'm' },
    ...pieces.map((text): StreamEvent => ({ kind: 'text', choice: 0, text })),
    { kind: 'finish', choice: 0, reason: 'stop' },
    { kind: 'end' },
  ]
  const all: StreamEvent[] = []
  for await (const batch of read ? withReadForm(batched(events), read) : batched(events)) all.push(...batch)
  return collectReply(all).choices.map(textOf).join()
}

test('a list is asked for in an object and given without it', async () => {
  const { request: formed, read } = withTakenForm(request(list), 'openai')
  const { schema, strict } = Object(openai.writeRequest(formed, 'gpt-5')).response_format.json_schema
  assert.deepEqual(schema, {
    type: 'object',
    properties: { answer: { type: 'array', items: { type: 'string' } } },
    required: ['answer'],
    additionalProperties: false,
  })
  assert.equal(strict, true)
  assert.equal(await heard(read, ['{"ans', 'wer": ["a"', ', "b"]}']), '["a","b"]')
  assert.equal(await heard(read, ['{"answer": ["a"']), '["a"')
})

test('a choice of one text is given without quotation marks where they are not wanted', async () => {
  for (const wire of ['openai', 'anthropic'] as const) {
    const written = wire === 'openai' ? '{"answer":"yes"}' : '"yes"'
    assert.equal(await heard(withTakenForm(request(choice, 'text/x.enum'), wire).read, [written]), 'yes')
    const quoted = withTakenForm(request(choice), wire).read
    assert.equal(await heard(quoted, [written]), '"yes"')
  }
})

test('definitions stay where references find them, and objects stay as they are', () => {
  const schema = { $defs: { a: { type: 'string' } }, anyOf: [{ $ref: '#/$defs/a' }, { type: 'number' }] }
  const form = { kind: 'schema', name: 'x', schema, strict: true } as const
  const { request: formed } = withTakenForm({ ...request(list), responseFormat: form }, 'openai')
  const { responseFormat } = formed
  assert.ok(responseFormat.kind === 'schema')
  assert.deepEqual(responseFormat.schema.$defs, schema.$defs)
  assert.deepEqual(Object(responseFormat.schema.properties).answer, { anyOf: schema.anyOf })
  const object = request({ type: 'OBJECT', properties: {} })
  assert.equal(withTakenForm(object, 'openai').request, object)
})
