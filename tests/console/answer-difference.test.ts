// What the console says of the difference of two recorded answers is so, is bounded, and takes linear work.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  bodyDifference,
  brief,
  headerDifferences,
  jsonDifferences,
} from '../../packages/console/src/pages/answer-difference.ts'
import { assertLinear } from '../harness/growth.ts'

const json = (old: unknown, now: unknown) =>
  bodyDifference({ text: JSON.stringify(old) }, { text: JSON.stringify(now) })
const named = (old: unknown, now: unknown) => jsonDifferences(old, now).list.map((one) => [one.name, one.old, one.new])

function firstLine(old: string, now: string) {
  const difference = bodyDifference({ text: old }, { text: now })
  return difference.kind === 'text' ? difference.first : undefined
}

describe('the difference of two answers', () => {
  test('JSON differs at pointers, with both values; what is missing is undefined, and null is a value', () => {
    const old = { rates: { CHF: 0.93, 'a/b~c': 1 }, list: [1, 2, 3], gone: null, same: [{ deep: true }] }
    const now = { rates: { CHF: 0.94, 'a/b~c': 2 }, list: [1, 3], come: null, same: [{ deep: true }] }
    assert.deepEqual(named(old, now), [
      ['/rates/CHF', 0.93, 0.94],
      ['/rates/a~1b~0c', 1, 2],
      ['/list/1', 2, 3],
      ['/list/2', 3, undefined],
      ['/gone', null, undefined],
      ['/come', undefined, null],
    ])
  })

  test('a value of another type differs as a whole, the whole answer too', () => {
    assert.deepEqual(named({ a: [] }, { a: {} }), [['/a', [], {}]])
    assert.deepEqual(named({ a: null }, { a: {} }), [['/a', null, {}]])
    assert.deepEqual(named([1], 'text'), [['', [1], 'text']])
    assert.deepEqual(named(JSON.parse('{"__proto__":1,"toString":2}'), {}), [
      ['/__proto__', 1, undefined],
      ['/toString', 2, undefined],
    ])
    assert.deepEqual(named({}, { toString: 2 }), [['/toString', undefined, 2]])
  })

  test('the same JSON in other words has no differences, and long integers keep their last digits', () => {
    const written = bodyDifference({ text: '{"a":1,"b":[2]}' }, { text: '{ "b": [2], "a": 1 }' })
    assert.deepEqual(written, { kind: 'json', list: [], isCut: false })
    assert.deepEqual(bodyDifference({ text: '{"id":12345678901234567}' }, { text: '{"id":12345678901234568}' }), {
      kind: 'json',
      list: [{ name: '/id', old: 12345678901234567n, new: 12345678901234568n }],
      isCut: false,
    })
    assert.deepEqual(bodyDifference({ text: '[' }, { text: '[' }), { kind: 'same' })
  })

  test('the first 200 differences are listed, and it is said that there are more', () => {
    const numbers = (count: number, first: number) => Array.from({ length: count }, (_none, index) => index + first)
    const all = jsonDifferences(numbers(200, 0), numbers(200, 1))
    assert.deepEqual([all.list.length, all.isCut], [200, false])
    const some = jsonDifferences(numbers(300_000, 0), numbers(300_000, 1))
    assert.deepEqual([some.list.length, some.isCut, some.list.at(-1)?.name], [200, true, '/199'])
  })

  test('below 50 levels a value differs as a whole, however deep it is', () => {
    const nested = (levels: number, inside: unknown) => {
      let value = inside
      for (let level = 0; level < levels; level++) value = [value]
      return value
    }
    const pointer = '/0'.repeat(50)
    assert.deepEqual(named(nested(50, 1), nested(50, 2)), [[pointer, 1, 2]])
    const [deep] = jsonDifferences(nested(100_000, 1), nested(100_000, 2)).list
    assert.equal(deep?.name, pointer)
    assert.equal(brief(deep?.old), '[[[[…]]]]')
    assert.deepEqual(named(nested(100_000, 1), nested(100_000, 1)), [])
  })

  test('the work is linear', async () => {
    const wide = (size: number, end: number) => ({
      ...Object.fromEntries(Array.from({ length: size }, (_none, index) => [`member ${index}`, [index]])),
      end,
    })
    await assertLinear({
      longest: 64_000,
      text: (size) => [wide(size, 1), wide(size, 2)] as const,
      work: ([old, now]) => assert.deepEqual(named(old, now), [['/end', 1, 2]]),
    })
    const lines = (size: number, end: string) => 'line\n'.repeat(size) + end
    await assertLinear({
      longest: 256_000,
      text: (size) => [lines(size, 'a'), lines(size, 'b')] as const,
      work: ([old, now]) => assert.equal(firstLine(old, now)?.new, 'b'),
    })
  })

  test('other text differs by line', () => {
    assert.deepEqual(bodyDifference({ text: 'a\nb\nc' }, { text: 'a\nB' }), {
      kind: 'text',
      oldLines: 3,
      newLines: 2,
      first: { name: '2', old: 'b', new: 'B' },
    })
    assert.deepEqual(firstLine('a', 'a\n'), { name: '2', old: undefined, new: '' })
    assert.deepEqual(firstLine('a\r\nb', 'a\nb'), { name: '1', old: 'a\r', new: 'a' })
    assert.equal(json({}, {}).kind, 'same')
    assert.equal(bodyDifference({ text: '{}' }, { text: 'no JSON' }).kind, 'text')
    assert.equal(bodyDifference({ text: 'text' }, { base64: '/w==' }).kind, 'bytes')
    assert.equal(bodyDifference({ base64: '/w==' }, { base64: '/w==' }).kind, 'same')
  })

  test('headers differ by name, with all values of each', () => {
    const old = [
      ['etag', '"1"'],
      ['vary', 'a'],
      ['vary', 'b'],
      ['date', 'Mon'],
    ]
    const now = [
      ['date', 'Mon'],
      ['etag', '"2"'],
      ['vary', 'a'],
      ['age', '3'],
    ]
    assert.deepEqual(headerDifferences(old, now).list, [
      { name: 'age', old: undefined, new: '3' },
      { name: 'etag', old: '"1"', new: '"2"' },
      { name: 'vary', old: 'a, b', new: 'a' },
    ])
  })

  test('a value is written in short, whatever its size', () => {
    assert.equal(
      brief({ base: 'EUR', symbols: ['CHF', 'USD'], none: null }),
      '{"base": "EUR", "symbols": ["CHF", "USD"], "none": null}',
    )
    assert.equal(brief([[[[1]]]]), '[[[[…]]]]')
    assert.equal(brief([[[[]]]]), '[[[[]]]]')
    assert.equal(brief(Array.from({ length: 99 }, () => 1)), `[${'1, '.repeat(12)}…]`)
    assert.ok(brief('x'.repeat(1_000_000)).length < 210)
    assert.ok(brief({ ['x'.repeat(1_000_000)]: 'x'.repeat(1_000_000) }).length < 210)
  })
})
