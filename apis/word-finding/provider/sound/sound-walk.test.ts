// The walk gives the same points as comparing two pronunciations alone, whatever came before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { isVowel, soundNames, withStress } from './phonemes.ts'
import { createHeard, createSoundDistance, hear } from './sound-distance.ts'
import { createSoundWalk } from './sound-walk.ts'

const anyPhoneme = fc
  .tuple(fc.nat({ max: soundNames.length - 1 }), fc.nat({ max: 2 }))
  .map(([sound, stress]) => withStress(sound, isVowel(sound) ? stress : 0))
/** Few of them, so that many begin alike and have doubled consonants and the vowel of `her`. */
const fewPhonemes = fc.constantFrom(...['AH', 'ER', 'T', 'S', 'R'].map((name) => soundNames.indexOf(name)))
const spoken = fc
  .oneof(fc.array(anyPhoneme, { maxLength: 9 }), fc.array(fewPhonemes, { maxLength: 9 }))
  .map((all) => Uint8Array.from(all))
const points = fc.oneof(fc.constantFrom(9.5, 12, 25), fc.integer({ min: 1, max: 60 }))

test('the points equal those of the comparison alone, in any order and for one target after another', () => {
  const walk = createSoundWalk()
  const distance = createSoundDistance()
  fc.assert(
    fc.property(spoken, fc.array(spoken, { maxLength: 30 }), points, fc.boolean(), (target, others, limit, inOrder) => {
      if (inOrder) others.sort(Buffer.compare)
      walk.begin(target, limit)
      for (const other of others) {
        const expected = distance(hear(createHeard(), target), hear(createHeard(), other), limit)
        assert.equal(walk.pointsTo(Uint8Array.of(7, ...other, 9), 1, 1 + other.length), expected)
      }
    }),
    { numRuns: sampled(1500) },
  )
})

test('a pronunciation too long to compare is cut the same way', () => {
  const walk = createSoundWalk()
  const distance = createSoundDistance()
  const sounds = Uint8Array.from({ length: 150 }, (_, at) => at % soundNames.length)
  walk.begin(sounds, 900)
  for (const length of [150, 149, 61, 60, 59, 90])
    assert.equal(
      walk.pointsTo(sounds, 0, length),
      distance(hear(createHeard(), sounds), hear(createHeard(), sounds, 0, length), 900),
    )
})
