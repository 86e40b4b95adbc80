// How texts are split for the search index: every part of a text is found, and nothing else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { searchTextKey, suffixesOf, suffixLength, suffixRange, wordPieces } from './suffixes.ts'

/** Letters that repeat often, and those where code points, UTF-16 and UTF-8 differ. */
const letters = ['a', 'b', 'é', '%', '_', '\\', '\ud7ff', '\ue000', '\uffff', '🍕', '🍖', '\u{10ffff}', '\ud83c']
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 80, size: 'max' })
const text = fc
  .array(word, { maxLength: 4 })
  .chain((words) =>
    fc
      .array(fc.constantFrom(' ', '\n', '\u00a0', '\t '), { minLength: words.length, maxLength: words.length })
      .map((gaps) => words.map((one, index) => one + gaps[index]).join('')),
  )

/** What the databases do: a range of suffixes in byte order. */
function finds(text: string, word: string): boolean {
  const { first, after } = suffixRange(word)
  const [from, to] = [Buffer.from(first), Buffer.from(after)]
  return wordPieces(text).some((piece) =>
    suffixesOf(piece).some((ending) => {
      const bytes = Buffer.from(ending)
      return Buffer.compare(bytes, from) >= 0 && Buffer.compare(bytes, to) < 0
    }),
  )
}

describe('suffixes of words', () => {
  test('find a word of any length exactly when the text contains it', () => {
    const short = word.map((one) => [...one.toWellFormed()].slice(0, suffixLength).join(''))
    fc.assert(
      fc.property(text, short, (whole, part) => {
        assert.equal(finds(whole, part), whole.toWellFormed().includes(part))
        assert.equal(suffixRange(part).whole, true)
      }),
      { numRuns: 400 },
    )
  })

  test('find every part of every word, however long', () => {
    const wholeAndPart = word.chain((whole) => {
      const characters = [...whole.toWellFormed()]
      return fc
        .tuple(fc.nat(characters.length - 1), fc.integer({ min: 1, max: characters.length }))
        .map(([at, length]) => ({ whole, part: characters.slice(at, at + length).join('') }))
    })
    fc.assert(
      fc.property(wholeAndPart, ({ whole, part }) => assert.ok(finds(`x ${whole} y`, part))),
      { numRuns: 400 },
    )
  })

  test('fit an index of PostgreSQL, and are no more than there are letters', () => {
    const pieces = wordPieces('🍕'.repeat(1000))
    for (const piece of pieces) {
      assert.ok(Buffer.byteLength(piece) <= 8 * suffixLength)
      for (const ending of suffixesOf(piece)) assert.ok(Buffer.byteLength(ending) <= 4 * suffixLength)
    }
    const varied = Array.from({ length: 5000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
    assert.ok(wordPieces(varied).flatMap(suffixesOf).length <= 2 * 5000 + 2 * suffixLength)
  })

  test('a text has one key, even with half a character in it, and different texts have different keys', () => {
    assert.equal(searchTextKey('a\ud83c'), searchTextKey('a\ufffd'))
    assert.notEqual(searchTextKey('a\nb'), searchTextKey('a b'))
  })
})
