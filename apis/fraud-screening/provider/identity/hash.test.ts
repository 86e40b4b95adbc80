// The hash of the provider's clients, by values that were computed with them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { slowHash } from '../../test/world.ts'
import { commonWords } from '../checks/passwords.ts'
import { canonicalHash, firstRound } from './hash.ts'
import { createHashes } from './hashes.ts'

const known = {
  'hh5566@gmail.com': '5a81ad7171037b78a03c831f4381baa463a17d08',
  'test@example.com': '9aa28e82c8089eaef3c950d07234b01758dfdf62',
  '455655': '707b8333a507aa3619094d46b7beadf764e40eb4',
}
for (const [text, hash] of Object.entries(known))
  test(`${text} has the hash of the provider's clients`, () => assert.equal(slowHash(text), hash))

test('both forms of a hash are one, in either case', () => {
  const sha2 = '5f67747c0a1a7ba9e25ee63f0643e62b57fd27f9f765175207d5bd8c12c9da4e'
  const sha1 = known['hh5566@gmail.com']
  for (const form of [sha1, sha1.toUpperCase(), sha2, sha2.toUpperCase()]) assert.equal(canonicalHash(form), sha2)
  for (const other of ['', sha1.slice(1), `${sha2}0`, 'g'.repeat(40)]) assert.equal(canonicalHash(other), undefined)
})

test('hashes are computed beside the event loop, which goes on', async (t) => {
  const hashes = createHashes()
  t.after(hashes.close)
  const [before, ownBefore] = [process.cpuUsage(), process.threadCpuUsage()]
  const texts = Array.from({ length: 100 }, (_, at) => `text ${at}`)
  const computed = await Promise.all(texts.map((text, at) => hashes.of(firstRound(text), at % 2 ? 'now' : 'later')))
  const [all, own] = [process.cpuUsage(before), process.threadCpuUsage(ownBefore)]
  assert.ok(own.user + own.system < (all.user + all.system) / 2)
  assert.deepEqual(
    computed,
    texts.map((text) => canonicalHash(slowHash(text))),
  )
})

test('equal texts at the same time are computed once, unless the second is waited for and the first is not', async (t) => {
  const hashes = createHashes()
  t.after(hashes.close)
  const first = firstRound('a')
  assert.equal(hashes.of(first, 'later'), hashes.of(first, 'later'))
  const later = hashes.of(first, 'later')
  const now = hashes.of(first, 'now')
  assert.notEqual(later, now)
  assert.equal(now, hashes.of(first, 'later'))
  assert.equal(await later, await now)
})

test('what waits for a hash is told when hashes are no longer computed', async () => {
  const hashes = createHashes()
  const waiting = Array.from({ length: 5 }, (_, at) => hashes.of(firstRound(`${at}`), 'now'))
  const ended = Promise.allSettled(waiting)
  await hashes.close()
  assert.ok((await ended).some(({ status }) => status === 'rejected'))
  await assert.rejects(hashes.of(firstRound('x'), 'now'))
})

test('the seed has the hash of each of the most common words', () => {
  const lines = readFileSync(new URL('../../seed/common-words.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  assert.equal(lines.length, commonWords.length)
  for (const at of [0, commonWords.indexOf('123456'), commonWords.length - 1])
    assert.equal(lines[at], canonicalHash(slowHash(commonWords[at] ?? '')))
})
