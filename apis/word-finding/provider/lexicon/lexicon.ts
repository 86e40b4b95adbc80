// Reads the tables: words by spelling, and the data of a word, a pronunciation, a synset. Searches are built on it
// elsewhere.
import type { Tables } from './tables.ts'

/** Numbers from `from` up to, but not including, `to`. */
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
  /** UTF-8 bytes of the word; a view. */
  bytesOf(word: number): Uint8Array
  /** The word with exactly this spelling, or -1. */
  find(text: string): number
  /** Words that begin with the string. */
  beginningWith(text: string): Span
  frequencyOf(word: number): number
  /** The rank of a word by frequency, 0 for the most frequent; equally frequent words in their order. */
  rankOf(word: number): number
  isName(word: number): boolean
  /** Pronunciations of a word, the most common first. */
  spokenAs(word: number): Span
  /** Phonemes of a pronunciation; a view. */
  phonemesOf(pronunciation: number): Uint8Array
  /** Indexes of the senses of a word in `senseSynset` and `senseCount`. */
  sensesOf(word: number): Span
  /** Indexes of the words of a synset in `synsetWords`. */
  wordsOf(synset: number): Span
  partOf(synset: number): PartTag
  definitionOf(synset: number): string
  /** The definition in plain words, or undefined. */
  plainDefinitionOf(synset: number): string | undefined
  /** The part of speech, a tab and the definition; stored as one string, because adding a prefix would copy it. */
  taggedDefinitionOf(synset: number): string
  /** The term with exactly this spelling, or -1. */
  findTerm(text: string): number
}

/** By number, as in the tables. */
export const partTags = ['n', 'v', 'adj', 'adv'] as const satisfies readonly PartTag[]
export const tagDefinition = (part: PartTag, definition: string): string => `${part}\t${definition}`

export function createLexicon(tables: Tables): Lexicon {
  const { wordAt, definitionAt, partAt, phonemes, phonemesAt, wordText } = tables
  const words = bufferOf(wordText)
  const definitions = bufferOf(tables.definitionText)
  const plainDefinitions = bufferOf(tables.plainText)
  const wordCount = wordAt.length - 1
  const span = (at: Uint32Array, owner: number): Span => ({ from: at[owner] ?? 0, to: at[owner + 1] ?? 0 })
  function partOf(synset: number): PartTag {
    let part = 0
    while (part < 3 && synset >= (partAt[part + 1] ?? 0)) part++
    return partTags[part] ?? 'n'
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
    frequencyOf: (word) => tables.wordFrequency[word] ?? 0,
    rankOf: (word) => tables.wordRank[word] ?? 0,
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
  return compare(table, index, target) === 0 ? index : -1
}

/**
 * The first string that does not sort before `target`, or, with `past`, the first that neither does nor begins
 * with it.
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

/** -1 before, 0 equal, 1 longer with the same beginning, 2 after. */
function compare({ text, at }: SortedTexts, number: number, target: Uint8Array): -1 | 0 | 1 | 2 {
  const from = at[number] ?? 0
  const length = (at[number + 1] ?? from) - from
  for (let offset = 0; offset < target.length; offset++) {
    if (offset >= length) return -1
    const difference = (text[from + offset] ?? 0) - (target[offset] ?? 0)
    if (difference !== 0) return difference < 0 ? -1 : 2
  }
  return length === target.length ? 0 : 1
}

/** The index of a number in a sorted table, or -1. */
export function findNumber(sorted: Uint32Array, target: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < target) low = middle + 1
    else high = middle
  }
  return sorted[low] === target ? low : -1
}
