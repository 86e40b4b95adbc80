// Guards which strings are accepted as master keys: the program must not start with weak, malformed or ambiguous ones.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { MasterKeyRefused, readKeyring, weakness } from './keyring.ts'

const read = (text: string) => readKeyring(text, 'GATEHOUSE_MASTER_KEY')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const good = () => base64(randomBytes(32))
const refusal = (pattern: RegExp) => (error: unknown) =>
  error instanceof MasterKeyRefused && pattern.test(error.message)

test('a plain key is version 1, and the first of several is the current one', () => {
  assert.equal(read(good()).current, 1)
  assert.equal(read(`${good()}\n`).current, 1)
  const ring = read(`12:${good()}, 9:${good()} ,${good()}`)
  assert.equal(ring.current, 12)
  assert.deepEqual([...ring.keys.keys()], [12, 9, 1])
})

test('random keys are never refused as weak', () => {
  for (let round = 0; round < 2000; round++) assert.equal(weakness(randomBytes(32)), undefined)
})

test('weak keys: wrong length, one byte, text, few bytes, patterns and sequences are refused with advice', () => {
  const random = randomBytes(32)
  const weak: [Uint8Array, RegExp][] = [
    [randomBytes(31), /31 bytes where 32/],
    [randomBytes(33), /33 bytes where 32/],
    [randomBytes(16), /16 bytes/],
    [Buffer.alloc(32), /one byte repeated/],
    [Buffer.alloc(32, 0xff), /one byte repeated/],
    [Buffer.alloc(32, 'changeme'), /is text/],
    [Buffer.from('correct horse battery staple 123'), /is text/],
    [Buffer.from(randomBytes(16).toString('hex')), /is text/],
    [Buffer.from(random.map((byte) => byte % 9)), /too few distinct/],
    [Buffer.concat([random.subarray(0, 16), random.subarray(0, 16)]), /pattern repeated|too few distinct/],
    [Buffer.from(Array.from({ length: 32 }, (_, index) => index)), /plain sequence/],
    [Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - 3 * index)), /plain sequence/],
  ]
  for (const [bytes, pattern] of weak) {
    assert.match(weakness(bytes) ?? 'not weak', pattern)
    assert.throws(() => read(base64(bytes)), refusal(/openssl rand -base64 32/))
  }
})

test('16 distinct bytes repeated are called a pattern', () => {
  const half = Buffer.from([9, 200, 3, 44, 5, 166, 7, 8, 90, 10, 211, 12, 13, 254, 15, 0])
  assert.match(weakness(Buffer.concat([half, half])) ?? '', /pattern/)
})

test('malformed keyrings are refused: bad base64, bad or duplicate versions, a current version that is not the highest', () => {
  const [one, two] = [good(), good()]
  const cases: [string, RegExp][] = [
    ['', /not base64/],
    [`${one},`, /not base64/],
    [`2:${one}!`, /not base64/],
    [`${one.slice(0, 20)} ${one.slice(20)}`, /not base64/],
    [`0:${one}`, /version from 1/],
    [`-1:${one}`, /version from 1/],
    [`99999999999:${one}`, /version from 1/],
    [`:${one}`, /version from 1/],
    [`2:3:${one}`, /not base64/],
    [`2:${one},2:${two}`, /version 2 twice/],
    [`2:${one},1:${one}`, /same key/],
    [`1:${one},2:${two}`, /highest version/],
    [Array.from({ length: 101 }, () => one).join(','), /more than 100/],
  ]
  for (const [text, pattern] of cases) assert.throws(() => read(text), refusal(pattern), pattern.source)
})

test('secret in error: no refusal repeats any part of the key', () => {
  const piece = fc.string({
    unit: fc.constantFrom('Q', 'x', '7', '+', ':', ',', '=', ' '),
    minLength: 8,
    maxLength: 60,
  })
  fc.assert(
    fc.property(piece, (text) => {
      try {
        read(text)
      } catch (error) {
        assert.ok(error instanceof MasterKeyRefused)
        assert.ok(!error.message.includes(text.trim()))
      }
    }),
  )
})
