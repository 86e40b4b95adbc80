import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOf, bytePieces, stringPieces } from './pieces.fixture.ts'
import { cleanString, decodeUtf8, limitBytes, parseJson, peekBytes, sniffJson } from './text.ts'

test('a file may have as many bytes as the limit and not one more', async () => {
  assert.equal(Buffer.concat(await allOf(limitBytes(bytePieces('12345', 2), 5))).toString(), '12345')
  await assert.rejects(allOf(limitBytes(bytePieces('123456', 2), 5)), /the file has more than 5 bytes/)
})

test('UTF-8 is decoded wherever the chunks split, without its byte order mark', async () => {
  for (const size of [1, 2, 3, 100])
    assert.equal((await allOf(decodeUtf8(bytePieces('\ufeffZłoty – 猫 🐈', size)))).join(''), 'Złoty – 猫 🐈')
})

test('what is not UTF-8 is refused, in the middle and at the end', async () => {
  for (const bytes of [[0x61, 0xff, 0x61], [0xc3], [0xed, 0xa0, 0x80]])
    await assert.rejects(allOf(decodeUtf8(bytePieces(Buffer.from(bytes), 1))), /import|not UTF-8 text/)
})

test('an error of the source passes through as it is', async () => {
  const broken = new Error('disconnected')
  async function* source(): AsyncGenerator<Buffer> {
    yield Buffer.from('a')
    throw broken
  }
  await assert.rejects(allOf(decodeUtf8(limitBytes(source(), 10))), (error) => error === broken)
})

test('peeking loses nothing of the file and closes its source', async () => {
  let isClosed = false
  async function* source(): AsyncGenerator<Buffer> {
    try {
      yield* bytePieces('abcdefgh', 3)
    } finally {
      isClosed = true
    }
  }
  const { head, chunks } = await peekBytes(source(), 4)
  assert.equal(head.toString(), 'abcd')
  assert.equal(Buffer.concat(await allOf(chunks)).toString(), 'abcdefgh')
  assert.equal(isClosed, true)
  assert.equal((await peekBytes(bytePieces('ab', 1), 4)).head.toString(), 'ab')
})

test('JSON is recognised by its first non-blank character', async () => {
  for (const [content, isJson] of [
    [' \n\t {"a":1}', true],
    ['[1]', true],
    ['a,b\n{', false],
    ['', false],
    ['   ', false],
  ] as const) {
    const sniffed = await sniffJson(stringPieces(content, 1))
    assert.equal(sniffed.isJson, isJson, content)
    assert.equal((await allOf(sniffed.text)).join(''), content)
  }
})

test('a string that is not JSON has no value', () => {
  assert.deepEqual([parseJson('{"a":[null]}'), parseJson('{a:1}')], [{ a: [null] }, undefined])
})

test('a stored string is well-formed, without NUL and blanks at the ends, and counted in characters', () => {
  assert.equal(cleanString(' a\0b\ud800 ', 10), 'ab\ufffd')
  assert.equal(cleanString('🐈🐈', 2), '🐈🐈')
  assert.equal(cleanString('🐈🐈🐈', 2), undefined)
  assert.equal(cleanString('abc', 2), undefined)
  assert.equal(cleanString(7, 2), undefined)
})
