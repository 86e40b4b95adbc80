// The hash of the provider's clients, by values that were computed with them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { slowHash } from '../../test/world.ts'
import { commonWords } from '../checks/passwords.ts'
import { canonicalHash, createHashOf } from './hash.ts'

const known = {
  'hh5566@gmail.com': '5a81ad7171037b78a03c831f4381baa463a17d08',
  'test@example.com': '9aa28e82c8089eaef3c950d07234b01758dfdf62',
  '455655': '707b8333a507aa3619094d46b7beadf764e40eb4',
}
for (const [text, hash] of Object.entries(known))
  test(`${text} has the hash of the provider's clients`, async () => {
    assert.equal(await createHashOf()(text), canonicalHash(hash))
  })

test('both forms of a hash are one, in either case', () => {
  const sha2 = '5f67747c0a1a7ba9e25ee63f0643e62b57fd27f9f765175207d5bd8c12c9da4e'
  const sha1 = known['hh5566@gmail.com']
  for (const form of [sha1, sha1.toUpperCase(), sha2, sha2.toUpperCase()]) assert.equal(canonicalHash(form), sha2)
  for (const other of ['', sha1.slice(1), `${sha2}0`, 'g'.repeat(40)]) assert.equal(canonicalHash(other), undefined)
})

test('texts of any kind have the hash of the clients, also while others are computed', async () => {
  const hashOf = createHashOf()
  const texts = ['', ' ', 'ß@straße.example', '日本@例え.jp', 'x'.repeat(1000), ' a ', 'A', 'a', '\u{1f600}']
  const hashes = await Promise.all(texts.map(hashOf))
  assert.deepEqual(
    hashes,
    texts.map((text) => canonicalHash(slowHash(text))),
  )
})

test('other calls are answered while hashes are computed', async () => {
  const hashOf = createHashOf()
  let isDone = false
  let turns = 0
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(['a', 'b', 'c'].map(hashOf))
  isDone = true
  assert.ok(turns > 3, `${turns} turns of the event loop`)
})

test('a regular buyer is hashed once', async () => {
  const hashOf = createHashOf()
  const cpu = async (times: number) => {
    const before = process.cpuUsage()
    for (let time = 0; time < times; time++) await hashOf('ada@shop.test')
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const first = await cpu(1)
  assert.ok((await cpu(100)) < first * 2)
})

test('the seed has the hash of each of the most common words', () => {
  const lines = readFileSync(new URL('../../seed/common-words.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  assert.equal(lines.length, commonWords.length)
  for (const at of [0, commonWords.indexOf('123456'), commonWords.length - 1])
    assert.equal(lines[at], canonicalHash(slowHash(commonWords[at] ?? '')))
})
