// The hash of the provider's clients, by values that were computed with them.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commonWords } from '../checks/passwords.ts'
import { canonicalHash, createHashText, slowHash } from './hash.ts'

const known = {
  'hh5566@gmail.com': '5a81ad7171037b78a03c831f4381baa463a17d08',
  'test@example.com': '9aa28e82c8089eaef3c950d07234b01758dfdf62',
  '455655': '707b8333a507aa3619094d46b7beadf764e40eb4',
}
for (const [text, hash] of Object.entries(known))
  test(`${text} has the hash of the provider's clients`, async () => assert.equal(await slowHash(text), hash))

test('both forms of a hash are one, in either case', () => {
  const sha2 = '5f67747c0a1a7ba9e25ee63f0643e62b57fd27f9f765175207d5bd8c12c9da4e'
  const sha1 = known['hh5566@gmail.com']
  for (const form of [sha1, sha1.toUpperCase(), sha2, sha2.toUpperCase()]) assert.equal(canonicalHash(form), sha2)
  for (const other of ['', sha1.slice(1), `${sha2}0`, 'g'.repeat(40)]) assert.equal(canonicalHash(other), undefined)
})

test('other work goes on while a hash is computed', async () => {
  let ticks = 0
  let isDone = false
  const tick = () => {
    ticks += 1
    if (!isDone) setImmediate(tick)
  }
  setImmediate(tick)
  await slowHash('x')
  isDone = true
  assert.ok(ticks >= 7, `${ticks} ticks`)
})

test('equal texts at the same time are computed once', async () => {
  const hashText = createHashText()
  const [first, second] = [hashText('a'), hashText('a')]
  assert.equal(first, second)
  assert.equal(
    await first,
    createHash('sha256')
      .update(await slowHash('a'))
      .digest('hex'),
  )
})

test('the seed has the hash of each of the most common words', async () => {
  const lines = readFileSync(new URL('../../seed/common-words.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  assert.equal(lines.length, commonWords.length)
  for (const at of [0, commonWords.indexOf('123456'), commonWords.length - 1])
    assert.equal(lines[at], canonicalHash(await slowHash(commonWords[at] ?? '')))
})
