// All words of the lexicon in order, with their pronunciations in the dictionary.
import { present } from '#define/present'
import { lengthClass, lengthClasses, letterBits, pairBits } from '../spelling/letters.ts'
import { readSpokenForms, type SpokenForms } from './cmu-file.ts'
import { gather, orderBy, packTexts, startsOf } from './packing.ts'
import { allParts, readLemmas } from './wordnet-files.ts'

export interface Vocabulary {
  readonly texts: readonly string[]
  readonly numberOf: ReadonlyMap<string, number>
  /** Returns the pronunciations of a word in the dictionary, most common first; empty for most phrases. */
  spokenForms(word: number): Uint8Array[]
}
export interface Sources {
  readonly wordnetFolder: string
  /** The module of the CMU dictionary, and the licence of its package. */
  readonly cmuFile: string
  readonly cmuLicence: string
}

/** Reads the lemmas of WordNet and the words of the pronouncing dictionary. */
export function readVocabulary({ wordnetFolder, cmuFile }: Sources): Vocabulary {
  const spoken = readSpokenForms(cmuFile)
  const words = new Set(spoken.words)
  for (const part of allParts) for (const lemma of readLemmas(wordnetFolder, part)) words.add(lemma)
  const texts = [...words].sort()
  const numberOf = new Map(texts.map((text, number) => [text, number]))
  return { texts, numberOf, spokenForms: byWord(spoken, numberOf, texts.length) }
}

function byWord({ words, forms }: SpokenForms, numberOf: ReadonlyMap<string, number>, count: number) {
  const owners = Uint32Array.from(words, (word) => present(numberOf.get(word)))
  const at = startsOf(owners, count)
  const order = orderBy(owners.length, (form) => present(owners[form]))
  return (word: number): Uint8Array[] => {
    const ownForms: Uint8Array[] = []
    for (let entry = present(at[word]); entry < present(at[word + 1]); entry++) {
      const form = present(order[entry])
      ownForms.push(forms.bytes.subarray(forms.at[form], forms.at[form + 1]))
    }
    return ownForms
  }
}

/** Builds the words, and in the order of frequency the bits that patterns are compared with first. */
export function buildWords({ texts }: Vocabulary, wordsByFrequency: Uint32Array) {
  const { bytes: wordText, at: wordAt } = packTexts(texts)
  const wordShared = Uint8Array.from(texts, (text, word) =>
    word === 0 ? 0 : sharedBytes(present(texts[word - 1]), text),
  )
  const letters = Uint32Array.from(texts, letterBits)
  const frequentLetters = wordsByFrequency.map((word) => present(letters[word]))
  const frequentPairs = wordsByFrequency.map((word) => pairBits(present(texts[word])))
  return { wordText, wordAt, wordShared, frequentLetters, frequentPairs, ...orderByLength(wordAt, letters) }
}

/** Orders words by length, with their letters in that order. */
export function orderByLength(wordAt: Uint32Array, letters: Uint32Array) {
  const lengths = letters.map((_, word) => lengthClass(present(wordAt[word + 1]) - present(wordAt[word])))
  const { at: lengthAt, values: wordsByLength } = gather(lengths, Uint32Array.from(letters.keys()), lengthClasses)
  return { wordsByLength, lengthAt, lengthLetters: wordsByLength.map((word) => present(letters[word])) }
}

/** Returns the number of leading bytes that two words share, at most 255. */
function sharedBytes(one: string, two: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(two)]
  let at = 0
  while (at < Math.min(a.length, b.length, 255) && a[at] === b[at]) at++
  return at
}
