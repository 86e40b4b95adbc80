// Guards whose memory is freed after sending, and whose never is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseBuffer } from './release-buffer.ts'

const memory = () => new ArrayBuffer(1000)

test('a chunk that fills its memory, or is the last and larger part of it, is freed', () => {
  for (const chunk of [Buffer.from(memory()), Buffer.from(memory(), 499)]) {
    releaseBuffer(chunk)
    assert.equal(chunk.buffer.byteLength, 0)
    assert.equal(chunk.length, 0)
  }
})

test('memory that may hold unread data, or that a chunk may share, is kept', () => {
  const pooled = [1, 100, (Buffer.poolSize >>> 1) - 1].map((length) => Buffer.allocUnsafe(length).fill('p'))
  const shared = Buffer.from(new SharedArrayBuffer(1000))
  for (const chunk of [Buffer.from(memory(), 0, 999), Buffer.from(memory(), 500), ...pooled, shared]) {
    const { length } = chunk
    releaseBuffer(chunk)
    assert.equal(chunk.length, length)
  }
})

test('however the buffer pool is divided, its last part is kept as well', () => {
  for (let count = 0; count < 10 * Buffer.poolSize; count += 24) {
    const chunk = Buffer.allocUnsafe(24)
    releaseBuffer(chunk)
    assert.equal(chunk.length, 24)
  }
})

test('releasing a chunk twice, or an empty one, is harmless', () => {
  const chunk = Buffer.from(memory())
  releaseBuffer(chunk)
  assert.doesNotThrow(() => releaseBuffer(chunk))
  assert.doesNotThrow(() => releaseBuffer(Buffer.alloc(0)))
  assert.equal(chunk.length, 0)
})
