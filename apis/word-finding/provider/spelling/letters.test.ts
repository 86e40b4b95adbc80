// Patterns compared with regular expressions, and the bits that exclude words early: they never exclude a match.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { fitsPattern, letterBits, mayFit, pairBits, patternBits } from './letters.ts'

const bytes = (word: string) => Buffer.from(word)

test('a pattern matches what the equivalent regular expression matches', () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
  fc.assert(
    fc.property(pattern, fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 10 }), (bits, word) => {
      const expression = new RegExp(`^${bits.replaceAll('*', '.*').replaceAll('?', '.')}$`)
      const around = bytes(`xx${word}yy`)
      assert.equal(fitsPattern(around, 2, 2 + word.length, bytes(bits)), expression.test(word))
    }),
    {
      numRuns: sampled(3000),
      examples: [
        ['*ab', 'aab'],
        ['a*b*', 'ab'],
        ['', 'a'],
      ],
    },
  )
})

test('bits never exclude a word that matches', () => {
  const letter = fc.constantFrom('a', 'b', 'z', '-', ' ', "'", 'é')
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(word, fc.array(fc.constantFrom('keep', '?', '*'), { maxLength: 60 }), (text, changes) => {
      const pattern = [...text].map((one, at) => ((changes[at] ?? 'keep') === 'keep' ? one : changes[at])).join('')
      if (!fitsPattern(bytes(text), 0, bytes(text).length, bytes(pattern))) return
      assert.ok(mayFit(letterBits(text), pairBits(text), patternBits(pattern)), `${text} ${pattern}`)
    }),
    { numRuns: sampled(3000) },
  )
})

test('bits distinguish letters, neighbours, ends and lengths', () => {
  const may = (text: string, pattern: string) => mayFit(letterBits(text), pairBits(text), patternBits(pattern))
  assert.ok(may('sea', '*ea'))
  for (const [text, pattern] of [
    ['sea', '*z*'],
    ['sea', '*ae*'],
    ['sea', '*e'],
    ['sea', 's?'],
    ['sea', '????*'],
  ] as const)
    assert.ok(!may(text, pattern), `${text} ${pattern}`)
})

test('each letter is a bit, everything else shares one, and the length is above them', () => {
  assert.equal(letterBits('aza'), (1 | (1 << 25) | (3 << 27)) >>> 0)
  assert.equal(letterBits("-'9"), ((1 << 26) | (3 << 27)) >>> 0)
  assert.equal(letterBits('a'.repeat(31)), letterBits('a'.repeat(40)))
})
