// Sounds as bytes and back, rhyme parts, and how differently words sound.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pronounce } from './letter-to-sound.ts'
import {
  countSyllables,
  isVowel,
  readArpabet,
  rhymePart,
  soundNames,
  withStress,
  writeArpabet,
  writeIpa,
} from './phonemes.ts'
import { hashOf, skeletonOf } from './sound-classes.ts'
import { createHeard, createSoundDistance, hear } from './sound-distance.ts'

const phoneme = fc
  .tuple(fc.nat({ max: soundNames.length - 1 }), fc.nat({ max: 2 }))
  .map(([sound, stress]) => withStress(sound, isVowel(sound) ? stress : 0))
const spoken = fc.array(phoneme, { minLength: 1, maxLength: 12 }).map((all) => Uint8Array.from(all))
const arpabet = (text: string) => readArpabet(text) ?? new Uint8Array(0)

test('every pronunciation is written and read back', () => {
  fc.assert(fc.property(spoken, (one) => assert.deepEqual(readArpabet(writeArpabet(one)), one)))
  assert.equal(readArpabet('B XX1 T'), undefined)
  assert.equal(readArpabet(''), undefined)
  assert.equal(writeIpa(arpabet('F L AW1 ER0')), 'flˈaʊɚ')
})

test('a rhyme begins with the last stressed vowel, or else with the last vowel', () => {
  const parts: Readonly<Record<string, string>> = {
    'M AE1 N AH0 F EH2 S T': 'EH S T',
    'F ER0 G EH1 T F AH0 L': 'EH T F AH L',
    'AH0 B AH0 V': 'AH V',
    'S T': '',
  }
  for (const [word, part] of Object.entries(parts)) {
    const names = [...rhymePart(arpabet(word))].map((sound) => soundNames[sound])
    assert.equal(names.join(' '), part)
  }
  assert.equal(countSyllables(arpabet('M AE1 N AH0 F EH2 S T')), 3)
})

test('the distance is 0 only between equal sounds, and symmetric', () => {
  const distance = createSoundDistance()
  const points = (a: Uint8Array, b: Uint8Array) => distance(hear(createHeard(), a), hear(createHeard(), b), 1000)
  fc.assert(
    fc.property(spoken, spoken, (a, b) => {
      assert.equal(points(a, a), 0)
      assert.ok(Math.abs(points(a, b) - points(b, a)) < 1e-3)
    }),
  )
  const [home, hum, house] = ['HH OW1 M', 'HH AH1 M', 'HH AW1 S'].map(arpabet)
  assert.ok(home && hum && house && points(home, hum) < points(home, house))
})

test('leaving out a class yields the hash of the skeleton without it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      (skeleton, nth) => {
        const at = nth % skeleton.length
        assert.equal(hashOf(skeleton, at), hashOf(skeleton.toSpliced(at, 1)))
      },
    ),
  )
  assert.deepEqual(skeletonOf(arpabet('S AY0 K AA1 L AH0 JH IY0')), skeletonOf(arpabet('Z IH0 G AH1 L AO0 CH')))
})

test('unknown spellings are spoken by rule: every letter is used, and one vowel is stressed', () => {
  const pronunciations: Readonly<Record<string, string>> = {
    jirraf: 'JH IH1 R AE0 F ',
    fonetik: 'F AA1 N EH0 T IH0 K ',
    kwick: 'K W IH1 K ',
    nashun: 'N AE1 SH AH0 N ',
    knite: 'N AY1 T ',
    phlox: 'F L AA1 K S ',
    r2d2: 'R T UW1 D T UW0 ',
  }
  for (const [spelling, sounds] of Object.entries(pronunciations))
    assert.equal(writeArpabet(pronounce(spelling)), sounds, spelling)
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(letters, (word) => {
      const vowels = [...pronounce(word)].filter(isVowel)
      assert.ok(vowels.length === 0 || vowels.filter((one) => one >> 6 === 1).length === 1)
    }),
  )
  assert.equal(pronounce('!?').length, 0)
})
