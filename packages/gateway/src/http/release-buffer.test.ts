// Of which chunks the memory is given back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveBack } from './release-buffer.ts'

const memory = () => new ArrayBuffer(1000)

test('all memory of a chunk, and most of it where something stood before the chunk', () => {
  for (const chunk of [Buffer.from(memory()), Buffer.from(memory(), 499)]) {
    giveBack(chunk)
    assert.equal(chunk.buffer.byteLength, 0)
    assert.equal(chunk.length, 0)
  }
})

test('no memory behind which something may wait, and none that a chunk may share', () => {
  const pooled = [1, 100, (Buffer.poolSize >>> 1) - 1].map((length) => Buffer.allocUnsafe(length).fill('p'))
  const shared = Buffer.from(new SharedArrayBuffer(1000))
  for (const chunk of [Buffer.from(memory(), 0, 999), Buffer.from(memory(), 500), ...pooled, shared]) {
    const { length } = chunk
    giveBack(chunk)
    assert.equal(chunk.length, length)
  }
})

test('however the shared memory is divided, its last part stays as well', () => {
  for (let count = 0; count < 10 * Buffer.poolSize; count += 24) {
    const chunk = Buffer.allocUnsafe(24)
    giveBack(chunk)
    assert.equal(chunk.length, 24)
  }
})

test('a chunk twice, and an empty one, do no harm', () => {
  const chunk = Buffer.from(memory())
  giveBack(chunk)
  giveBack(chunk)
  giveBack(Buffer.alloc(0))
})
