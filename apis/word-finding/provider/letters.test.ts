// Slips and patterns against plain definitions of both, for any texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSlipCounter, fitsPattern, hasMoreBits, letterBits } from './letters.ts'

const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength })
const bytes = (word: string) => Buffer.from(word)

/** The textbook table of optimal string alignment. */
function slipsBetween(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, at) => row || at),
  )
  const cell = (row: number, at: number) => table[row]?.[at] ?? 0
  for (let row = 1; row <= a.length; row++)
    for (let at = 1; at <= b.length; at++) {
      const other = a[row - 1] === b[at - 1] ? 0 : 1
      let least = Math.min(cell(row - 1, at) + 1, cell(row, at - 1) + 1, cell(row - 1, at - 1) + other)
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        least = Math.min(least, cell(row - 2, at - 2) + 1)
      ;(table[row] ?? [])[at] = least
    }
  return cell(a.length, b.length)
}

test('slips are those of optimal string alignment', () => {
  fc.assert(
    fc.property(text(32), text(40), (a, b) => {
      assert.equal(createSlipCounter(bytes(a))(bytes(b), 0, b.length), slipsBetween(a, b))
    }),
    { numRuns: 2000 },
  )
})

test('slips against the beginning are those of the beginning that fits best', () => {
  fc.assert(
    fc.property(text(10), text(16), (a, b) => {
      const beginnings = Array.from({ length: b.length + 1 }, (_, at) => slipsBetween(a, b.slice(0, at)))
      assert.equal(createSlipCounter(bytes(a), true)(bytes(b), 0, b.length), Math.min(...beginnings))
    }),
    { numRuns: 1000 },
  )
})

test('a spelling that has no bit for each letter is refused', () => {
  assert.throws(() => createSlipCounter(bytes('')))
  assert.throws(() => createSlipCounter(bytes('a'.repeat(33))))
})

test('a pattern fits what the same pattern as a regular expression fits', () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
  fc.assert(
    fc.property(
      pattern,
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 10 }),
      (wanted, word) => {
        const expression = new RegExp(`^${wanted.replaceAll('*', '.*').replaceAll('?', '.')}$`)
        const around = bytes(`xx${word}yy`)
        assert.equal(fitsPattern(around, 2, 2 + word.length, bytes(wanted)), expression.test(word))
      },
    ),
    {
      numRuns: 3000,
      examples: [
        ['*ab', 'aab'],
        ['a*b*', 'ab'],
        ['', 'a'],
      ],
    },
  )
})

test('letters are bits, everything else is one bit, and bits are counted', () => {
  assert.equal(letterBits('aza'), 1 | (1 << 25))
  assert.equal(letterBits("-'9"), 1 << 26)
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 33 }), (bits, most) => {
      const count = (bits >>> 0).toString(2).replaceAll('0', '').length
      assert.equal(hasMoreBits(bits, most), count > most)
    }),
  )
})
