// The caller's own text with changed members parses to the value with the same changes, however it is written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { hasRepeatedNames, writeVerbatim } from './verbatim-request.ts'

const name = fc.oneof(
  fc.constantFrom('model', 'models', 'provider', 'stream', 'a"b', '\\', '{', 'é', ':,', '__proto__'),
  fc.string(),
)
const written = (value: unknown, space: string): string => ` ${JSON.stringify(value, null, space)}\n`
const bodies = fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 })
const spaces = fc.constantFrom('', ' ', '\t')
/** Names of a model: the provider's, and one that only the caller uses. */
const models = fc.constantFrom('v', 'm')

test('only the members that must change are changed', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, spaces, fc.boolean(), models, async (members, space, stream, model) => {
      const text = written({ ...members, model, stream }, space)
      const value = JSON.parse(text)
      const sent = await writeVerbatim({ wire: 'openai', bytes: Buffer.from(text), value }, 'v')
      const { models: _models, provider: _provider, ...rest } = value
      const usage = stream ? { stream_options: { include_usage: true } } : {}
      assert.deepEqual(JSON.parse(sent.toString()), { ...rest, model: 'v', ...usage })
      assert.equal(await hasRepeatedNames(Buffer.from(text), value), false)
    }),
    { numRuns: sampled(500) },
  )
})

test('a text in which nothing must change is passed on itself', async () => {
  const bytes = Buffer.from('{"model":"m"}')
  assert.equal(await writeVerbatim({ wire: 'openai', bytes, value: { model: 'm' } }, 'm'), bytes)
})

test('names that are there twice are found at any depth', async () => {
  for (const text of ['{"a":1,"a":2}', '{"b":[{"c":{"a":1,"\\u0061":[]}}]}'])
    assert.equal(await hasRepeatedNames(Buffer.from(text), JSON.parse(text)), true, text)
})
