// Consonant skeletons: a word's consonants, without its vowels, as classes of sounds that are confused in hearing or
// spelling. Words that sound alike have skeletons that are equal or differ in one class; candidates are found this way.
import { present } from '#define/present'
import { bare, isVowel, soundCount, soundOf } from './phonemes.ts'

const classes: readonly (readonly string[])[] = [
  ['P', 'B'],
  ['T', 'D'],
  ['K', 'G'],
  ['F', 'V'],
  ['TH', 'DH'],
  ['S', 'Z'],
  ['SH', 'ZH', 'CH', 'JH'],
  ['M'],
  ['N', 'NG'],
  ['L'],
  ['R', 'ER'],
  ['W'],
  ['Y'],
  ['HH'],
]
const classOf = new Uint8Array(soundCount)
for (const [at, names] of classes.entries()) for (const name of names) classOf[soundOf(name)] = at + 1
const glide = soundOf('Y')

/** Returns the classes of the consonants in order; the vowel of `her` counts as R, the glide of `cute` is skipped. */
export function skeletonOf(phonemes: Uint8Array): number[] {
  const skeleton: number[] = []
  for (const [at, phoneme] of phonemes.entries()) {
    const sound = bare(phoneme)
    if (sound === glide && at > 0) continue
    const one = present(classOf[sound])
    if (one > 0) skeleton.push(one)
  }
  return skeleton
}

/** Returns a 32-bit hash (FNV-1a), without the class at `left`. Collisions of different skeletons only cost time. */
export function hashOf(skeleton: readonly number[], left = -1): number {
  let hash = 0x811c9dc5
  for (const [at, one] of skeleton.entries()) if (at !== left) hash = Math.imul(hash ^ one, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Returns the consonants themselves, in order; the vowel of `her` as R. */
export function consonantsOf(phonemes: Uint8Array): number[] {
  const classes: number[] = []
  for (const phoneme of phonemes) {
    const sound = bare(phoneme)
    if (sound === soundOf('ER')) classes.push(soundOf('R'))
    else if (!isVowel(phoneme)) classes.push(sound)
  }
  return classes
}
