// The sounds of American English as the CMU dictionary names them (Arpabet), as bytes: the sound in the low six bits,
// the stress of a vowel (0 none, 1 primary, 2 secondary) above. Independent of words.
import { present } from '#define/present'

const vowels = ['AA', 'AE', 'AH', 'AO', 'AW', 'AY', 'EH', 'ER', 'EY', 'IH', 'IY', 'OW', 'OY', 'UH', 'UW'] as const
const consonants = [
  ...['B', 'CH', 'D', 'DH', 'F', 'G', 'HH', 'JH', 'K', 'L', 'M', 'N'],
  ...['NG', 'P', 'R', 'S', 'SH', 'T', 'TH', 'V', 'W', 'Y', 'Z', 'ZH'],
]
/** Arpabet names by sound; the vowels come first. */
export const soundNames: readonly string[] = [...vowels, ...consonants]
export const soundCount = soundNames.length
const codes = new Map(soundNames.map((name, code) => [name, code]))
const stressShift = 6

/** Returns the number of a sound by its Arpabet name. Throws for an unknown name. */
export function soundOf(name: string): number {
  const code = codes.get(name)
  if (code === undefined) throw new Error(`${name} is not a sound`)
  return code
}
/** Returns the sound of a phoneme, without its stress. */
export const bare = (phoneme: number): number => phoneme & 63
/** Returns the stress: 0, 1 (primary) or 2 (secondary). */
export const stressOf = (phoneme: number): number => phoneme >> stressShift
export const isVowel = (phoneme: number): boolean => bare(phoneme) < vowels.length
export const withStress = (sound: number, stress: number): number => sound | (stress << stressShift)

/** Reads an Arpabet string such as `B AW1 T`; undefined if it is empty or a symbol is unknown. */
export function readArpabet(text: string): Uint8Array | undefined {
  const symbols = text.trim().split(/\s+/)
  const phonemes = new Uint8Array(symbols.length)
  for (const [at, symbol] of symbols.entries()) {
    const [, name = '', stress = '0'] = /^([A-Z]+)([0-2])?$/.exec(symbol) ?? []
    const code = codes.get(name)
    if (code === undefined) return undefined
    phonemes[at] = withStress(code, Number(stress))
  }
  return phonemes
}

/** Writes Arpabet with stress; each symbol is followed by a space, as at the provider (`B AW1 T `). */
export function writeArpabet(phonemes: Uint8Array, beginning = ''): string {
  let text = beginning
  for (const phoneme of phonemes) text += present(arpabet[phoneme])
  return text
}

/** Arpabet symbols by the byte of a phoneme; bytes without a sound are left out. */
const arpabet = Array.from({ length: 256 }, (_, phoneme) => {
  const name = soundNames[bare(phoneme)]
  return name === undefined ? undefined : `${name}${isVowel(phoneme) ? stressOf(phoneme) : ''} `
})

const ipa: Readonly<Record<string, string>> = {
  AA: 'ɑ',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔ',
  AW: 'aʊ',
  AY: 'aɪ',
  EH: 'ɛ',
  ER: 'ɝ',
  EY: 'eɪ',
  IH: 'ɪ',
  IY: 'i',
  OW: 'oʊ',
  OY: 'ɔɪ',
  UH: 'ʊ',
  UW: 'u',
  B: 'b',
  CH: 'tʃ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'dʒ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'r',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
}
const unstressed: Readonly<Record<string, string>> = { AH: 'ə', ER: 'ɚ' }
const marks = ['', 'ˈ', 'ˌ']

/** Writes the phonetic alphabet, with the stress mark before its vowel (`flˈaʊɚ`). */
export function writeIpa(phonemes: Uint8Array): string {
  let text = ''
  for (const phoneme of phonemes) {
    const name = present(soundNames[bare(phoneme)])
    const stress = stressOf(phoneme)
    text += present(marks[stress]) + ((stress === 0 ? unstressed[name] : undefined) ?? present(ipa[name]))
  }
  return text
}

/** Counts the syllables of bytes `from` to `to`, one for each vowel. */
export function countSyllables(phonemes: Uint8Array, from = 0, to = phonemes.length): number {
  let count = 0
  for (let at = from; at < to; at++) if (isVowel(present(phonemes[at]))) count++
  return count
}

/**
 * Returns the sounds that decide a rhyme: from the last stressed vowel on, without stress. A secondary stress counts,
 * so that `manifest` rhymes with `test` as at the provider; without any stress the last vowel counts. The result is
 * empty without a vowel.
 */
export function rhymePart(phonemes: Uint8Array): Uint8Array {
  let from = -1
  for (let at = phonemes.length - 1; at >= 0; at--) {
    const phoneme = present(phonemes[at])
    if (!isVowel(phoneme)) continue
    if (from < 0) from = at
    if (stressOf(phoneme) === 0) continue
    from = at
    break
  }
  return from < 0 ? new Uint8Array(0) : phonemes.subarray(from).map(bare)
}
