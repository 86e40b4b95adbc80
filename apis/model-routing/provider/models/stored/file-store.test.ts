// Guards how the bytes of files are stored: as sent, whatever the size of their chunks, and without gathering them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { openStoreWorld } from '../../../test/world.ts'
import { contentOf, saveFile } from './file-store.ts'

await eachStore('files', (database) => {
  const chunksOf = (content: Buffer, length: number) =>
    Array.from({ length: Math.ceil(content.length / length) }, (_, at) => {
      const piece = content.subarray(at * length, (at + 1) * length)
      const chunk = Buffer.from(new ArrayBuffer(piece.length))
      chunk.set(piece)
      return chunk
    })

  test('a file is stored as it was sent, and each of its chunks is freed before the next is read', async () => {
    const { kit } = await openStoreWorld(database.store)
    const content = Buffer.from(Array.from({ length: 2_500_001 }, (_, at) => (at * 7) % 251))
    for (const length of [65_536, 1_000_003, 2_500_001]) {
      const chunks = chunksOf(content, length)
      async function* read() {
        for (const [at, chunk] of chunks.entries()) {
          yield chunk
          assert.equal(chunks[at]?.length, 0)
        }
      }
      const facts = { account: 'acc_a', filename: 'a.bin', purpose: 'user_data', size: content.length }
      const file = await saveFile(kit, { ...facts, content: read() })
      assert.ok(file)
      const stored: Buffer[] = []
      for await (const part of contentOf(kit.db, file)) stored.push(part)
      assert.ok(Buffer.concat(stored).equals(content), `${length}`)
    }
  })
})
