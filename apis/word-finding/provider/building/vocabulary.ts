// All words of the lexicon in order, with their pronunciations in the dictionary.
import { lengthClass, lengthClasses, letterBits, pairBits } from '../spelling/letters.ts'
import { readSpokenForms, type SpokenForms } from './cmu-file.ts'
import { gather, orderBy, packTexts, startsOf } from './packing.ts'
import { allParts, readLemmas } from './wordnet-files.ts'

export interface Vocabulary {
  readonly texts: readonly string[]
  readonly numberOf: ReadonlyMap<string, number>
  /** Pronunciations of a word in the dictionary, the most common first; none for most phrases. */
  spokenForms(word: number): Uint8Array[]
}
export interface Sources {
  readonly wordnetFolder: string
  /** The module of the CMU dictionary, and the licence of its package. */
  readonly cmuFile: string
  readonly cmuLicence: string
}

/** The lemmas of WordNet and the words of the pronouncing dictionary. */
export function readVocabulary({ wordnetFolder, cmuFile }: Sources): Vocabulary {
  const spoken = readSpokenForms(cmuFile)
  const words = new Set(spoken.words)
  for (const part of allParts) for (const lemma of readLemmas(wordnetFolder, part)) words.add(lemma)
  const texts = [...words].sort()
  const numberOf = new Map(texts.map((text, number) => [text, number]))
  return { texts, numberOf, spokenForms: byWord(spoken, numberOf, texts.length) }
}

function byWord({ words, forms }: SpokenForms, numberOf: ReadonlyMap<string, number>, count: number) {
  const owners = Uint32Array.from(words, (word) => numberOf.get(word) ?? 0)
  const at = startsOf(owners, count)
  const order = orderBy(owners.length, (form) => owners[form] ?? 0)
  return (word: number): Uint8Array[] => {
    const ownForms: Uint8Array[] = []
    for (let entry = at[word] ?? 0; entry < (at[word + 1] ?? 0); entry++) {
      const form = order[entry] ?? 0
      ownForms.push(forms.bytes.subarray(forms.at[form], forms.at[form + 1]))
    }
    return ownForms
  }
}

/** The words, and the bits that patterns are compared with first, in the order of frequency. */
export function buildWords({ texts }: Vocabulary, wordsByFrequency: Uint32Array) {
  const { bytes: wordText, at: wordAt } = packTexts(texts)
  const wordShared = Uint8Array.from(texts, (text, word) => sharedBytes(texts[word - 1] ?? '', text))
  const letters = Uint32Array.from(texts, letterBits)
  const frequentLetters = wordsByFrequency.map((word) => letters[word] ?? 0)
  const frequentPairs = wordsByFrequency.map((word) => pairBits(texts[word] ?? ''))
  return { wordText, wordAt, wordShared, frequentLetters, frequentPairs, ...orderByLength(wordAt, letters) }
}

/** Words by length, and their letters in that order. */
export function orderByLength(wordAt: Uint32Array, letters: Uint32Array) {
  const lengths = letters.map((_, word) => lengthClass((wordAt[word + 1] ?? 0) - (wordAt[word] ?? 0)))
  const { at: lengthAt, values: wordsByLength } = gather(lengths, Uint32Array.from(letters.keys()), lengthClasses)
  return { wordsByLength, lengthAt, lengthLetters: wordsByLength.map((word) => letters[word] ?? 0) }
}

/** How many bytes two words have in common at the beginning, 255 at most. */
function sharedBytes(one: string, two: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(two)]
  let at = 0
  while (at < Math.min(a.length, b.length, 255) && a[at] === b[at]) at++
  return at
}
