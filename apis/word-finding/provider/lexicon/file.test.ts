// A file yields exactly the tables that it was encoded from, and nothing when any part of it was changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { smallTables } from '../../test/small-tables.ts'
import { decodeTables, encodeTables } from './file.ts'
import { tableNames } from './tables.ts'

const breathe = async () => {}

test('tables survive being encoded and decoded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 50 }),
      fc.uint16Array({ maxLength: 50 }),
      fc.uint32Array({ maxLength: 50 }),
      fc.float32Array({ maxLength: 50 }),
      async (phonemes, senseCount, postings, wordFrequency) => {
        const tables = smallTables({ phonemes, senseCount, postings, wordFrequency })
        const read = await decodeTables(encodeTables(tables), breathe)
        assert.ok(read)
        for (const name of tableNames) assert.deepEqual([...read[name]], [...tables[name]], name)
      },
    ),
    { numRuns: 100 },
  )
})

test('a file that was truncated, extended or changed in any byte is rejected', async () => {
  const complete = encodeTables(smallTables({ postings: Uint32Array.from({ length: 300 }, (_, at) => at * 7) }))
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: complete.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = complete.slice()
      changed[at] = (changed[at] ?? 0) ^ change
      assert.equal(await decodeTables(changed, breathe), undefined)
      assert.equal(await decodeTables(complete.slice(0, at), breathe), undefined)
    }),
    { numRuns: sampled(500) },
  )
  const longer = new Uint8Array(complete.length + 8)
  longer.set(complete)
  assert.equal(await decodeTables(longer, breathe), undefined)
  assert.equal(await decodeTables(new Uint8Array(0), breathe), undefined)
})

test('checking a file yields to the event loop', async () => {
  let ticks = 0
  await decodeTables(encodeTables(smallTables({ postings: new Uint32Array(3_000_000) })), async () => void ticks++)
  assert.ok(ticks >= 3)
})
