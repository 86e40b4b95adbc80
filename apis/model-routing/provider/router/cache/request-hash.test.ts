// Guards that requests have the same hash exactly when they ask for the same answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRequest } from '../../wire/openai/request-reader.ts'
import { noPreferences } from '../routing/preferences.ts'
import { requestHash } from './request-hash.ts'

const hello = [{ role: 'user', content: 'hello' }]
const hashOf = (body: object) => requestHash(readRequest({ model: 'any', messages: hello, ...body }), noPreferences)
const long = 'x'.repeat(300_000)
const said = (content: string) => ({ messages: [{ role: 'user', content }] })

test('the order of members, the user and streaming do not count', async () => {
  const one = await hashOf({ metadata: { a: 1, b: [1, 2] }, seed: 1 })
  assert.equal(await hashOf({ seed: 1, metadata: { b: [1, 2], a: 1 }, user: 'me', stream: true }), one)
})

test('every other difference counts, in short and long requests', async () => {
  const bodies = [
    ...[{}, { seed: 1 }, { seed: 2 }, { metadata: { a: '1' } }, { metadata: { a: 1 } }, { metadata: { a: [1] } }],
    ...[{ metadata: [1, 2] }, { metadata: [2, 1] }, { metadata: ['1,2'] }, { metadata: [[1], 2] }],
    ...[said(long), said(`${long}x`), said(`${long}"`), said(`${long.slice(1)}é`)],
    // the two halves of these pairs are in different slices
    ...[said(`${'x'.repeat(256 * 1024 - 1)}😀${long}`), said(`${'x'.repeat(256 * 1024 - 1)}🙀${long}`)],
  ]
  const hashes = await Promise.all(bodies.map(hashOf))
  assert.equal(new Set(hashes).size, bodies.length)
})
