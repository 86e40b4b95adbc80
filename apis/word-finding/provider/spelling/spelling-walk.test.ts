// The walk through all words compared with the textbook definition of slips, for any words and spellings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { orderByLength } from '../building/vocabulary.ts'
import { letterBits } from './letters.ts'
import { walkSpellings } from './spelling-walk.ts'

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

/** Tables of these words, as the build makes them. */
function tablesOf(texts: readonly string[]) {
  const sorted = [...new Set(texts)].sort()
  const wordAt = Uint32Array.of(0, ...sorted.map((_, at) => sorted.slice(0, at + 1).join('').length))
  const shared = (a: string, b: string): number => {
    let at = 0
    while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++
    return at
  }
  const wordShared = Uint8Array.from(sorted, (text, at) => shared(sorted[at - 1] ?? '', text))
  const byLength = orderByLength(wordAt, Uint32Array.from(sorted, letterBits))
  return { sorted, wordText: Buffer.from(sorted.join('')), wordAt, wordShared, ...byLength }
}
function walk(
  texts: readonly string[],
  spelling: string,
  { limit, beginning = false }: { limit: number; beginning?: boolean },
) {
  const { sorted, ...tables } = tablesOf(texts)
  const matches: [string, number][] = []
  walkSpellings(tables, Buffer.from(spelling), { limit, beginning }, (word, slips) =>
    matches.push([sorted[word] ?? '', slips]),
  )
  return { sorted, matches }
}
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength })
const texts = fc.array(fc.oneof(text(6), text(14), text(40)), { minLength: 1, maxLength: 60 })
const limit = fc.integer({ min: 1, max: 3 })

test('exactly the words within the limit are found, with their slips by optimal string alignment', () => {
  fc.assert(
    fc.property(texts, fc.oneof(text(6), text(14), text(32)), limit, (all, spelling, most) => {
      const { sorted, matches } = walk(all, spelling, { limit: most })
      const expected = sorted.map((word): [string, number] => [word, slipsBetween(spelling, word)])
      assert.deepEqual(
        matches,
        expected.filter(([, slips]) => slips <= most),
      )
    }),
    { numRuns: sampled(1500) },
  )
})

test('compared by beginnings, a word has the slips of its best-matching beginning', () => {
  fc.assert(
    fc.property(texts, fc.oneof(text(6), text(14)), limit, (all, spelling, most) => {
      const { sorted, matches } = walk(all, spelling, { limit: most, beginning: true })
      const least = (word: string) =>
        Math.min(...Array.from({ length: word.length + 1 }, (_, to) => slipsBetween(spelling, word.slice(0, to))))
      const expected = sorted.map((word): [string, number] => [word, least(word)])
      assert.deepEqual(
        matches,
        expected.filter(([, slips]) => slips <= most),
      )
    }),
    { numRuns: sampled(1000) },
  )
})

test('a spelling without letters or of more than 32 bytes is refused', () => {
  assert.throws(() => walk(['a'], '', { limit: 1 }))
  assert.throws(() => walk(['a'], 'a'.repeat(33), { limit: 1 }))
})
