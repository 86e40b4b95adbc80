// Stored matches come back unchanged, whatever was stored and released before, and never exceed the room there is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../tests/harness/seed.ts'
import { createMatchStore, type Stored } from './match-store.ts'
import { type Match, matchOf } from './matches.ts'

const tagLists = [undefined, ['syn'], ['ant']]
const match = fc
  .record({
    word: fc.nat({ max: 300_000 }),
    score: fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: 0, max: 2 ** 31 })),
    synset: fc.option(fc.nat(), { nil: undefined }),
    pronunciation: fc.option(fc.nat(), { nil: undefined }),
    tags: fc.constantFrom(...tagLists),
  })
  .map(({ word, score, ...details }): Match => matchOf(word, score, details))
const lists = fc.array(fc.array(match, { maxLength: 50, size: 'max' }), { maxLength: 12, size: 'max' })

test('matches are read as they were added, with lists released in between', () => {
  fc.assert(
    fc.property(lists, fc.infiniteStream(fc.nat({ max: 2 })), (all, choices) => {
      const store = createMatchStore(160)
      const entries: { stored: Stored; matches: readonly Match[] }[] = []
      for (const matches of all) {
        const stored = store.add(matches)
        const blocks = entries.reduce((sum, one) => sum + one.stored.blocks.length, 0)
        assert.equal(stored !== undefined, blocks + Math.max(1, Math.ceil(matches.length / 16)) <= 10)
        if (stored) entries.push({ stored, matches })
        const gone = choices.next().value === 0 ? entries.shift() : undefined
        if (gone) store.remove(gone.stored)
        for (const one of entries) assert.deepEqual(store.read(one.stored), one.matches)
      }
    }),
    { numRuns: sampled(300) },
  )
})
