// Entries of a feed equal what JSON.parse returns, wherever the chunks are split.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FeedError } from './feed-error.ts'
import { type JsonEntry, jsonEntries } from './json-entries.ts'

async function* pieces(text: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function read(text: string, path: string[] = [], size = 7): Promise<JsonEntry[]> {
  const entries: JsonEntry[] = []
  for await (const entry of jsonEntries(pieces(text, size), { path })) entries.push(entry)
  return entries
}
const refusedAs = (reason: string) => (error: unknown) => error instanceof FeedError && error.reason === reason

test('any list at any path is read completely, however the bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 8 }),
      fc.record({ before: fc.jsonValue(), name: fc.string() }),
      fc.nat(20),
      async (list, extra, size) => {
        const text = JSON.stringify(
          { before: extra.before, note: extra.name, response: { at: 1, items: list, after: 'items' } },
          null,
          size % 3,
        )
        const entries = await read(text, ['response', 'items'], size + 1)
        assert.deepEqual(
          entries.map(({ value }) => value),
          JSON.parse(JSON.stringify(list)),
        )
      },
    ),
  )
})

test('members of an object are read with their names', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.string(), value: fc.jsonValue() })),
      fc.nat(20),
      async (list, size) => {
        const object = Object.fromEntries(list.map(({ name, value }, at) => [`${at}${name}`, value]))
        const entries = await read(JSON.stringify(object), [], size + 1)
        assert.deepEqual(
          entries.map(({ key, value }) => [key, value]),
          Object.entries(JSON.parse(JSON.stringify(object))),
        )
      },
    ),
  )
})

test('a document that is cut off anywhere is an error, not a short list', async () => {
  const text = JSON.stringify({ success: true, items: [{ name: 'a "quoted" [name]' }, { name: 'b\\' }] })
  for (let end = 1; end < text.length; end++)
    await assert.rejects(read(text.slice(0, end), ['items']), FeedError, text.slice(0, end))
})

test('a document without the list, or one that is not JSON, is refused for its shape', async () => {
  const shape = refusedAs('shape')
  await assert.rejects(read('{"success":false,"error":"no"}', ['items']), shape)
  await assert.rejects(read('<html><body>blocked</body></html>', []), FeedError)
  await assert.rejects(read('[1,nope]', []), shape)
  await assert.rejects(read(']', []), shape)
  await assert.rejects(read('['.repeat(100), ['x']), FeedError)
  await assert.rejects(read(''), shape)
})

test('an entry beyond the bound is refused before it is held whole', async () => {
  const endless = async function* () {
    yield Buffer.from('["')
    for (;;) yield Buffer.alloc(10_000, 'a')
  }
  const run = async () => {
    for await (const _ of jsonEntries(endless(), {})) assert.fail('there is no entry')
  }
  await assert.rejects(run(), refusedAs('shape'))
})
