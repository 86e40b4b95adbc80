// A word as the provider returns it: parts of speech, definitions, syllables, pronunciation, frequency (SOURCES 1.3).
import { present } from '#define/present'
import { lookUp, partOrders, unpackBase } from '../entries.ts'
import { findNumber, type Lexicon, type PartTag } from '../lexicon/lexicon.ts'
import type { Match } from '../matches.ts'
import { countSyllables, writeArpabet, writeIpa } from '../sound/phonemes.ts'
import { speak } from '../sound/spoken.ts'

/** One result of the response, with the provider's order of members. */
export interface WordItem {
  word: string
  score?: number
  numSyllables?: number
  tags?: string[]
  defs?: string[]
  defHeadword?: string
}
export interface RequestedFields {
  readonly definitions: boolean
  readonly parts: boolean
  readonly syllables: boolean
  readonly pronunciation: boolean
  readonly ipa: boolean
  readonly frequency: boolean
  /** Marks words without a known part of speech. */
  readonly unknown: boolean
}
interface Described {
  readonly text: string
  /** Number of the word; -1 for a string that is not a word. */
  readonly word: number
  readonly score: number
  readonly match?: Match
  /** Tags before and after the parts of speech. */
  readonly before?: readonly string[]
  readonly after?: readonly string[]
}
export type Describe = (described: Described, fields: RequestedFields) => WordItem

/**
 * Data of a string: senses from `from` to `to` with the allowed parts of speech, or with any if `allowed` is undefined.
 */
interface Entry {
  readonly from: number
  readonly to: number
  readonly allowed: ReadonlySet<PartTag> | undefined
  readonly parts: readonly PartTag[]
  readonly headword: string | undefined
}

export function createDescribe(lexicon: Lexicon): Describe {
  const { wordParts, wordBase, senseSynset, guessedWords, guessedSounds, guessedSoundsAt } = lexicon.tables

  /** Returns the matched pronunciation, else the usual one, else a guess by rule. */
  function spokenAs({ text, word, match }: Described): Uint8Array | undefined {
    if (match?.pronunciation !== undefined) return lexicon.phonemesOf(match.pronunciation)
    if (word < 0) return speak(lexicon, text)[0]
    const { from, to } = lexicon.spokenAs(word)
    if (from < to) return lexicon.phonemesOf(from)
    const guess = findNumber(guessedWords, word)
    return guess < 0 ? undefined : guessedSounds.subarray(guessedSoundsAt[guess], guessedSoundsAt[guess + 1])
  }
  function entryOf(word: number, text: string): Entry {
    const unknown = word < 0 ? lookUp(lexicon, word, text) : undefined
    const base = unknown ? unknown.base : unpackBase(present(wordBase[word]))
    const { from, to } = lexicon.sensesOf(base ? base.word : word)
    return {
      from,
      to,
      allowed: base?.allowed,
      parts: unknown?.parts ?? present(partOrders[present(wordParts[word])]),
      headword: base ? lexicon.textOf(base.word) : undefined,
    }
  }
  /** Returns definitions as `n`, a tab and the text, the requested meaning first. */
  function definitionsOf({ from, to, allowed }: Entry, first: number | undefined): string[] {
    const definitions: string[] = []
    for (let at = from; at < to; at++) {
      const synset = present(senseSynset[at])
      if (allowed && !allowed.has(lexicon.partOf(synset))) continue
      const definition = lexicon.taggedDefinitionOf(synset)
      if (synset === first) definitions.unshift(definition)
      else definitions.push(definition)
    }
    return definitions
  }
  function partTags({ parts }: Entry, word: number, markUnknown: boolean): readonly string[] {
    if (parts.length === 0) return markUnknown ? ['u'] : parts
    return word >= 0 && lexicon.isName(word) ? [...parts, 'prop'] : parts
  }
  return (described, fields) => {
    const { text, word, score, match, before = [], after = [] } = described
    const phonemes = fields.syllables || fields.pronunciation ? spokenAs(described) : undefined
    const entry = fields.definitions || fields.parts ? entryOf(word, text) : undefined
    const parts = fields.parts && entry ? partTags(entry, word, fields.unknown) : []
    const spoken = fields.pronunciation && phonemes ? spokenTags(phonemes, fields.ipa) : []
    const often = fields.frequency ? [`f:${(word < 0 ? 0 : lexicon.frequencyOf(word)).toFixed(6)}`] : []
    // pushing one by one would allocate spare capacity
    const tags = [...before, ...parts, ...after, ...spoken, ...often]
    // adding members one by one is far cheaper than spreading, and a response has up to a thousand items
    const item: WordItem = { word: text }
    if (score > 0) item.score = score
    if (fields.syllables && phonemes) item.numSyllables = countSyllables(phonemes)
    if (tags.length > 0) item.tags = tags
    const defs = fields.definitions && entry ? definitionsOf(entry, match?.synset) : []
    if (defs.length > 0) item.defs = defs
    if (defs.length > 0 && entry?.headword !== undefined) item.defHeadword = entry.headword
    return item
  }
}

function spokenTags(phonemes: Uint8Array, ipa: boolean): string[] {
  const arpabet = writeArpabet(phonemes, 'pron:')
  return ipa ? [arpabet, `ipa_pron:${writeIpa(phonemes)}`] : [arpabet]
}
