// Reads the tables: words by spelling, and the data of a word, a pronunciation, a synset. The searches are built on it.
import { present } from '#define/present'
import type { Tables } from './tables.ts'

/** Numbers from `from` up to, but excluding, `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}
export type PartTag = 'n' | 'v' | 'adj' | 'adv'

export interface Lexicon {
  readonly tables: Tables
  readonly wordCount: number
  readonly synsetCount: number
  textOf(word: number): string
  /** Returns a view of the UTF-8 bytes of the word. */
  bytesOf(word: number): Uint8Array
  /** Returns the word with exactly this spelling, or -1. */
  find(text: string): number
  /** Returns the words that begin with the string. */
  beginningWith(text: string): Span
  frequencyOf(word: number): number
  /** Returns the rank of a word by frequency, 0 for the most frequent; equally frequent words keep their order. */
  rankOf(word: number): number
  isName(word: number): boolean
  /** Returns the pronunciations of a word, the most common first. */
  spokenAs(word: number): Span
  /** Returns a view of the phonemes of a pronunciation. */
  phonemesOf(pronunciation: number): Uint8Array
  /** Returns the indexes of the senses of a word in `senseSynset` and `senseCount`. */
  sensesOf(word: number): Span
  /** Returns the indexes of the words of a synset in `synsetWords`. */
  wordsOf(synset: number): Span
  partOf(synset: number): PartTag
  definitionOf(synset: number): string
  /** Returns the definition in plain words, or undefined. */
  plainDefinitionOf(synset: number): string | undefined
  /**
   * Returns the part of speech, a tab and the definition; stored as one string, because adding a prefix would copy it.
   */
  taggedDefinitionOf(synset: number): string
  /** Returns the term with exactly this spelling, or -1. */
  findTerm(text: string): number
}

/** Parts of speech by their number in the tables. */
export const partTags = ['n', 'v', 'adj', 'adv'] as const satisfies readonly PartTag[]
export const tagDefinition = (part: PartTag, definition: string): string => `${part}\t${definition}`

export function createLexicon(tables: Tables): Lexicon {
  const { wordAt, definitionAt, partAt, phonemes, phonemesAt, wordText } = tables
  const words = bufferOf(wordText)
  const definitions = bufferOf(tables.definitionText)
  const plainDefinitions = bufferOf(tables.plainText)
  const wordCount = wordAt.length - 1
  /** Empty for -1, which denotes a string that is not a word. */
  const span = (at: Uint32Array, owner: number): Span =>
    owner < 0 ? { from: 0, to: 0 } : { from: present(at[owner]), to: present(at[owner + 1]) }
  function partOf(synset: number): PartTag {
    let part = 0
    while (part < 3 && synset >= present(partAt[part + 1])) part++
    return present(partTags[part])
  }
  const slice = (at: Uint32Array, text: Buffer, one: number): string => text.toString('utf8', at[one], at[one + 1])
  return {
    tables,
    wordCount,
    synsetCount: definitionAt.length - 1,
    textOf: (word) => slice(wordAt, words, word),
    bytesOf: (word) => wordText.subarray(wordAt[word], wordAt[word + 1]),
    find: (text) => findText({ text: wordText, at: wordAt }, text),
    beginningWith(text) {
      const prefix = Buffer.from(text)
      const table = { text: wordText, at: wordAt }
      return { from: lowerBound(table, prefix, false), to: lowerBound(table, prefix, true) }
    },
    frequencyOf: (word) => present(tables.wordFrequency[word]),
    rankOf: (word) => present(tables.wordRank[word]),
    isName: (word) => tables.wordFlags[word] === 1,
    spokenAs: (word) => span(tables.pronunciationAt, word),
    phonemesOf: (one) => phonemes.subarray(phonemesAt[one], phonemesAt[one + 1]),
    sensesOf: (word) => span(tables.sensesAt, word),
    wordsOf: (synset) => span(tables.synsetWordsAt, synset),
    partOf,
    definitionOf: (synset) => slice(definitionAt, definitions, synset).slice(tagDefinition(partOf(synset), '').length),
    plainDefinitionOf(synset) {
      const index = findNumber(tables.plainSynsets, synset)
      return index < 0 ? undefined : slice(tables.plainTextAt, plainDefinitions, index)
    },
    taggedDefinitionOf: (synset) => slice(definitionAt, definitions, synset),
    findTerm: (text) => findText({ text: tables.termText, at: tables.termAt }, text),
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

interface SortedTexts {
  readonly text: Uint8Array
  readonly at: Uint32Array
}

function findText(table: SortedTexts, text: string): number {
  const target = Buffer.from(text)
  const index = lowerBound(table, target, false)
  return index < table.at.length - 1 && compare(table, index, target) === 0 ? index : -1
}

/**
 * Returns the first string that does not sort before `target`; with `past`, also skips strings that begin with
 * `target`.
 */
function lowerBound(table: SortedTexts, target: Uint8Array, past: boolean): number {
  let low = 0
  let high = table.at.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compare(table, middle, target)
    if (order < 0 || (past && order < 2)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns -1 if the string sorts before the target, 0 if equal, 1 if it extends the target, 2 if it sorts after. */
function compare({ text, at }: SortedTexts, number: number, target: Uint8Array): -1 | 0 | 1 | 2 {
  const from = present(at[number])
  const length = present(at[number + 1]) - from
  for (let offset = 0; offset < target.length; offset++) {
    if (offset >= length) return -1
    const difference = present(text[from + offset]) - present(target[offset])
    if (difference !== 0) return difference < 0 ? -1 : 2
  }
  return length === target.length ? 0 : 1
}

/** Returns the index of a number in a sorted table, or -1. */
export function findNumber(sorted: Uint32Array, target: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (present(sorted[middle]) < target) low = middle + 1
    else high = middle
  }
  return sorted[low] === target ? low : -1
}
