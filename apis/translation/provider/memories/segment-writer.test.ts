import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createKeyWriter } from './segment-writer.ts'

type Row = Parameters<ReturnType<typeof createKeyWriter>['add']>[0]

test('every key is written once, and those that begin alike stand together', async () => {
  const keys = fc.array(fc.string({ unit: fc.constantFrom('^', '$', 'a', 'b'), minLength: 1, maxLength: 5 }))
  await fc.assert(
    fc.asyncProperty(keys, async (added) => {
      const written: Row[] = []
      const writer = createKeyWriter({ write: async (rows) => void written.push(...rows) })
      for (const [number, key] of added.entries()) writer.add({ memory_id: 'm', key, number })
      await writer.writeMany()
      assert.equal(written.length, 0, 'so few wait')
      await writer.writeAll()
      await writer.writeAll()
      assert.deepEqual(
        written.map(({ number }) => number).sort((a, b) => a - b),
        [...added.keys()],
      )
      const starts = written.map(({ key }) => key.slice(0, 3))
      assert.deepEqual(starts, starts.toSorted())
    }),
  )
})

test('many keys are written without waiting for the end', async () => {
  let written = 0
  const writer = createKeyWriter({
    async write(rows) {
      written += rows.length
    },
  })
  for (let number = 0; number < 120_000; number += 1) {
    writer.add({ memory_id: 'm', key: `=${number}`, number })
    await writer.writeMany()
  }
  assert.equal(written, 100_000)
})
