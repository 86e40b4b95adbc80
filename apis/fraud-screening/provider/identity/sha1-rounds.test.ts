// The rounds in WebAssembly against OpenSSL's, on random digests.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { createSha1Rounds, type Digest } from './sha1-rounds.ts'

function digestOf(bytes: Buffer): Digest {
  const word = (at: number) => bytes.readInt32BE(at * 4)
  return [word(0), word(1), word(2), word(3), word(4)]
}

function hexOf(digest: Digest): string {
  const bytes = Buffer.alloc(20)
  for (const [at, word] of digest.entries()) bytes.writeInt32BE(word, at * 4)
  return bytes.toString('hex')
}

test('a round is the SHA-1 of the prefix and the hex digits, for every length of prefix', () => {
  const random = createSeededRandom(11)
  for (let length = 0; length <= 15; length++) {
    const prefix = 'prefix_of_a_key'.slice(0, length)
    const rounds = createSha1Rounds(prefix)
    for (let time = 0; time < 200; time++) {
      const bytes = random.bytes(20)
      assert.equal(hexOf(rounds(digestOf(bytes), 1)), hash('sha1', prefix + bytes.toString('hex')))
    }
  }
  assert.throws(() => createSha1Rounds('sixteen_bytes_it'), RangeError)
})

test('further rounds are rounds of the result, in any slices', () => {
  const rounds = createSha1Rounds('fraudlabspro_')
  const begin = digestOf(createSeededRandom(12).bytes(20))
  let hex = hexOf(begin)
  for (let round = 0; round < 1000; round++) hex = hash('sha1', `fraudlabspro_${hex}`)
  assert.equal(hexOf(rounds(begin, 1000)), hex)
  assert.equal(hexOf(rounds(rounds(begin, 999), 1)), hex)
})
