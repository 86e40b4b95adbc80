import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pieceLength, piecesOf } from './string-pieces.ts'

test('a long string is written in pieces whose bytes are its bytes, wherever they end', () => {
  for (const before of [pieceLength - 2, pieceLength - 1, pieceLength]) {
    const text = `${'x'.repeat(before)}😀${'é'.repeat(pieceLength)}`
    const pieces = [...piecesOf(text)]
    assert.ok(pieces.length >= 2)
    assert.deepEqual(Buffer.concat(pieces.map((piece) => Buffer.from(piece))), Buffer.from(text))
  }
})

test('a short string is one piece, and an empty one none', () => {
  assert.deepEqual([...piecesOf('short')], ['short'])
  assert.deepEqual([...piecesOf('')], [])
})
