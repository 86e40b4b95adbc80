// The sounds of American English as the CMU dictionary names them (Arpabet), as bytes: the sound in the low six bits,
// the stress of a vowel (0 none, 1 primary, 2 secondary) above. Knows no words.

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

/** The number of a sound by its Arpabet name. Throws for an unknown name. */
export function soundOf(name: string): number {
  const code = codes.get(name)
  if (code === undefined) throw new Error(`${name} is not a sound`)
  return code
}
/** The sound of a phoneme, without its stress. */
export const bare = (phoneme: number): number => phoneme & 63
/** 0, 1 (primary) or 2 (secondary). */
export const stressOf = (phoneme: number): number => phoneme >> stressShift
export const isVowel = (phoneme: number): boolean => bare(phoneme) < vowels.length
export const withStress = (sound: number, stress: number): number => sound | (stress << stressShift)

/** Phonemes of an Arpabet string such as `B AW1 T`; undefined when a symbol is unknown or there is none. */
export function readArpabet(text: string): Uint8Array | undefined {
  const symbols = text.trim().split(/\s+/)
  const phonemes = new Uint8Array(symbols.length)
  for (const [at, symbol] of symbols.entries()) {
    const stressed = /^([A-Z]+)([0-2])?$/.exec(symbol)
    const code = codes.get(stressed?.[1] ?? '')
    if (code === undefined) return undefined
    phonemes[at] = withStress(code, Number(stressed?.[2] ?? 0))
  }
  return phonemes
}

/** Arpabet with stress; each symbol is followed by a space, as the provider writes it (`B AW1 T `). */
export function writeArpabet(phonemes: Uint8Array, beginning = ''): string {
  let text = beginning
  for (let at = 0; at < phonemes.length; at++) text += arpabet[phonemes[at] ?? 0] ?? ''
  return text
}

/** How each phoneme is written, by its byte. */
const arpabet = Array.from(
  { length: 256 },
  (_, phoneme) => `${soundNames[bare(phoneme)] ?? ''}${isVowel(phoneme) ? stressOf(phoneme) : ''} `,
)

const ipa: Readonly<Record<string, string>> = {
  ...{ AA: 'ɑ', AE: 'æ', AH: 'ʌ', AO: 'ɔ', AW: 'aʊ', AY: 'aɪ', EH: 'ɛ', ER: 'ɝ', EY: 'eɪ', IH: 'ɪ', IY: 'i' },
  ...{ OW: 'oʊ', OY: 'ɔɪ', UH: 'ʊ', UW: 'u', B: 'b', CH: 'tʃ', D: 'd', DH: 'ð', F: 'f', G: 'ɡ', HH: 'h', JH: 'dʒ' },
  ...{ K: 'k', L: 'l', M: 'm', N: 'n', NG: 'ŋ', P: 'p', R: 'r', S: 's', SH: 'ʃ', T: 't', TH: 'θ', V: 'v', W: 'w' },
  ...{ Y: 'j', Z: 'z', ZH: 'ʒ' },
}
const unstressed: Readonly<Record<string, string>> = { AH: 'ə', ER: 'ɚ' }
const marks = ['', 'ˈ', 'ˌ']

/** The phonetic alphabet, the stress mark before the vowel it belongs to (`flˈaʊɚ`). */
export function writeIpa(phonemes: Uint8Array): string {
  let text = ''
  for (const phoneme of phonemes) {
    const name = soundNames[bare(phoneme)] ?? ''
    const stress = stressOf(phoneme)
    text += (marks[stress] ?? '') + ((stress === 0 ? unstressed[name] : undefined) ?? ipa[name] ?? '')
  }
  return text
}

/** A syllable for each vowel; of bytes `from` to `to`. */
export function countSyllables(phonemes: Uint8Array, from = 0, to = phonemes.length): number {
  let count = 0
  for (let at = from; at < to; at++) if (isVowel(phonemes[at] ?? 0)) count++
  return count
}

/**
 * The sounds that decide a rhyme: from the last stressed vowel on, without stress. A secondary stress counts, so that
 * `manifest` rhymes with `test` as at the provider; without any stress it is the last vowel. Empty without a vowel.
 */
export function rhymePart(phonemes: Uint8Array): Uint8Array {
  let from = -1
  for (let at = phonemes.length - 1; at >= 0; at--) {
    const phoneme = phonemes[at] ?? 0
    if (!isVowel(phoneme)) continue
    if (from < 0) from = at
    if (stressOf(phoneme) === 0) continue
    from = at
    break
  }
  return from < 0 ? new Uint8Array(0) : phonemes.subarray(from).map(bare)
}
