// Typing errors are counted as in the textbook table: letters changed, added, omitted, or swapped with a neighbour.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { typed } from './typo.ts'

/** Optimal string alignment to the best-matching prefix of `word`, by the full table. */
function byTable(text: string, word: string): number {
  const table = Array.from({ length: text.length + 1 }, (_, row) => [row, ...Array<number>(word.length).fill(0)])
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let column = 1; column <= word.length; column++) {
    for (let row = 0; row <= text.length; row++) {
      const same = text[row - 1] === word[column - 1]
      const swapped = row > 1 && column > 1 && text[row - 1] === word[column - 2] && text[row - 2] === word[column - 1]
      const cost = Math.min(
        row === 0 ? column : at(row - 1, column - 1) + (same ? 0 : 1),
        row === 0 ? column : at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      const line = table[row]
      if (line) line[column] = cost
    }
  }
  return Math.min(...(table[text.length] ?? []))
}

test('errors are counted as by the full dynamic-programming table', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(letters, letters, (text, word) => {
      const [counted, expected] = [typed(text).errorsTo(word, 40), byTable(text, word)]
      // words that are shorter by more than the limit are skipped; here there are none
      assert.equal(counted, expected, `${text} ${word}`)
    }),
    { numRuns: sampled(5000), seed: 1 },
  )
})

test('common typing errors count as one each, and a prefix as none', () => {
  for (const [text, word] of [
    ['redlien', 'redline'],
    ['asimov', 'asiimov'],
    ['karmbit', 'karambit'],
    ['dopler', 'doppler'],
    ['fdae', 'fade'],
    ['xade', 'fade'],
  ] as const)
    assert.equal(typed(text).errorsTo(word, 2), 1, text)
  assert.equal(typed('prints').errorsTo('printstream', 2), 0)
  assert.ok(typed('abcd').errorsTo('wxyz', 2) > 2)
  assert.ok(typed('long').errorsTo('l', 1) > 1)
  assert.ok(typed('').errorsTo('word', 1) > 1)
})

test('words longer than a machine word are compared by their prefix', () => {
  const long = 'abcdefghijklmnopqrstuvwxyz0123456789'
  assert.equal(typed(long).errorsTo(long, 2), 0)
  assert.equal(typed(long.replace('c', 'x')).errorsTo(long, 2), 1)
})
