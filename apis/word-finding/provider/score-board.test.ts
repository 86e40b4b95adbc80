// The board against a naive model: the best finding of each word, in order, and nothing left for the next search.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../tests/harness/seed.ts'
import { smallTables } from '../test/small-tables.ts'
import { createLexicon } from './lexicon/lexicon.ts'
import { createBoard } from './score-board.ts'

const wordCount = 50

function emptyBoard(frequencies: readonly number[]) {
  const wordFrequency = Float32Array.from(
    { length: wordCount },
    (_, word) => frequencies[word % frequencies.length] ?? 0,
  )
  const words = {
    wordText: new Uint8Array(wordCount),
    wordAt: Uint32Array.from({ length: wordCount + 1 }, (_, at) => at),
  }
  return { board: createBoard(createLexicon(smallTables({ ...words, wordFrequency }))), wordFrequency }
}
const finding = fc.record({
  word: fc.nat({ max: wordCount - 1 }),
  score: fc.integer({ min: 1, max: 12 }).map((score) => Math.fround(score / 3)),
  by: fc.nat({ max: 9 }),
})

test('the best findings are taken in order: by score, by frequency, by word', () => {
  const frequencies = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(
      fc.array(finding, { maxLength: 80 }),
      frequencies,
      fc.integer({ min: 1, max: 40 }),
      (all, often, most) => {
        const { board, wordFrequency } = emptyBoard(often)
        const best = new Map<number, { word: number; score: number; synset: number }>()
        for (const { word, score, by } of all) {
          board.put({ word, score, by })
          if (score > (best.get(word)?.score ?? 0)) best.set(word, { word, score, synset: by })
        }
        const expected = [...best.values()].sort(
          (a, b) => b.score - a.score || (wordFrequency[b.word] ?? 0) - (wordFrequency[a.word] ?? 0) || a.word - b.word,
        )
        assert.deepEqual(board.take('synset', most), expected.slice(0, most))
        assert.deepEqual(board.take('synset'), [])
      },
    ),
    { numRuns: sampled(500) },
  )
})

test('a dropped word is not taken, and may be found again', () => {
  const { board } = emptyBoard([1])
  board.put({ word: 3, score: 5, tag: 'syn' })
  board.put({ word: 4, score: 1 })
  board.drop(3)
  board.drop(7)
  board.drop(-1)
  assert.deepEqual(board.take('nothing'), [{ word: 4, score: 1 }])
  board.put({ word: 3, score: 2, by: 8, tag: 'ant' })
  assert.deepEqual(board.take('pronunciation'), [{ word: 3, score: 2, pronunciation: 8, tags: ['ant'] }])
})
