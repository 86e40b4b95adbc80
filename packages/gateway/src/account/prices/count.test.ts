// Guards that the number of a call is found wherever the parser would find it, as it is written, in any pieces, and
// that what it makes the call cost is exact.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testSeed } from '../../../../../tests/harness/seed.ts'
import { numberAt, readCount, timesNumber } from './count.ts'
import { NumberFinder } from './number-finder.ts'

function found(text: string | Buffer, path: readonly string[], pieces = 1): string | undefined {
  const bytes = Buffer.from(text)
  let number: string | undefined
  const finder = new NumberFinder(path, (one) => {
    number = one
  })
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  for (let at = 0; at < bytes.length; at += size) finder.push(bytes.subarray(at, at + size))
  finder.end()
  return number
}

test('the number is the one that the parser finds, whatever the document and its pieces', () => {
  const name = fc.constantFrom('a', 'b', '0', '1', 'é"\\', '')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.integer({ min: 0 }), fc.constant('1,2]}"\\'), fc.boolean(), fc.constant(null), fc.constant('7')),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }))
  const path = fc.array(name, { maxLength: 4 })
  fc.assert(
    fc.property(value, path, fc.integer({ min: 1, max: 40 }), fc.boolean(), (document, steps, pieces, isWide) => {
      const text = JSON.stringify(document, null, isWide ? 2 : 0)
      const expected = numberAt(document, steps)
      const text2 = found(text, steps, pieces)
      // a text that is no number has no cost, however it is escaped
      const isNumber = (one: string | undefined) => one !== undefined && timesNumber(1n, one) !== undefined
      assert.equal(isNumber(text2) ? text2 : undefined, isNumber(expected) ? expected : undefined, text)
    }),
    { seed: testSeed, numRuns: 2000 },
  )
})

test('a number is taken as it is written, the last of two with one name, and none of a text that breaks off', () => {
  assert.equal(found('{"n":12345678901234567890.000000000001}', ['n']), '12345678901234567890.000000000001')
  assert.equal(found('{"n":1,"n":2}', ['n']), '2')
  assert.equal(found('{"a":{"n":1},"a":{}}', ['a', 'n']), undefined)
  assert.equal(found('{"n":1', ['n']), undefined)
  assert.equal(found('{"n":1}x"', ['n']), undefined)
  assert.equal(found('', []), undefined)
  assert.equal(found(' 42 ', []), '42')
  assert.equal(found('{"\\u006e":3}', ['n']), '3')
  assert.equal(found(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`, ['0', '0']), undefined)
})

test('a price times a number is exact, rounded up to a unit, and of no other text', () => {
  const cases: [string, bigint | undefined][] = [
    ['0', 0n],
    ['3', 75n],
    ['0.1', 3n],
    ['1e3', 25_000n],
    ['2.5E-1', 7n],
    ['12345678901234567890', 308641972530864197250n],
  ]
  for (const text of ['-1', '', 'NaN', '1,5', '0x10', ' 1', '1.', `1e999`, '9'.repeat(41)])
    cases.push([text, undefined])
  for (const [text, cost] of cases) assert.equal(timesNumber(25n, text), cost, text)
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 10 ** 9 }), (amount, millis) => {
      const text = `${Math.floor(millis / 1000)}.${String(millis % 1000).padStart(3, '0')}`
      assert.equal(timesNumber(amount, text), (amount * BigInt(millis) + 999n) / 1000n)
    }),
    { seed: testSeed },
  )
})

test('a pointer begins with the request or the answer, and is read as RFC 6901 says', () => {
  assert.deepEqual(readCount('/answer'), { of: 'answer', path: [] })
  assert.deepEqual(readCount('/answer/a~1b/~01/0'), { of: 'answer', path: ['a/b', '~1', '0'] })
  assert.deepEqual(readCount('/request/body/n'), { of: 'request', path: ['body', 'n'] })
  for (const none of [
    '',
    '/',
    '/request',
    '/answers/n',
    'answer/n',
    '/answer/~2',
    '/answer/~',
    `/answer${'/a'.repeat(33)}`,
  ])
    assert.equal(readCount(none), undefined, none)
})
