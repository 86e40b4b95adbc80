// A word as the provider tells it: parts of speech, definitions, syllables, pronunciation, frequency.
import { basesOf, isPlainInflection } from './lemmas.ts'
import type { Lexicon, PartTag } from './lexicon/lexicon.ts'
import type { Match } from './matches.ts'
import { countSyllables, writeArpabet, writeIpa } from './phonemes.ts'
import { speak } from './spoken.ts'

/** One result on the wire, in the provider's order of members. */
export interface WordItem {
  word: string
  score?: number
  numSyllables?: number
  tags?: string[]
  defs?: string[]
  defHeadword?: string
}
export interface Wanted {
  readonly definitions: boolean
  readonly parts: boolean
  readonly syllables: boolean
  readonly pronunciation: boolean
  readonly ipa: boolean
  readonly frequency: boolean
  /** Words without a known part of speech are told as such. */
  readonly unknown: boolean
}
export interface Described {
  readonly text: string
  /** -1 for a text that is no word. */
  readonly word: number
  readonly score: number
  readonly match?: Match
  /** Tags before and after the parts of speech. */
  readonly before?: readonly string[]
  readonly after?: readonly string[]
}
export type Describe = (described: Described, wanted: Wanted) => WordItem

interface Entry {
  /** Senses of the word, or of its base form. */
  readonly synsets: readonly number[]
  readonly parts: readonly PartTag[]
  readonly headword: string | undefined
}

export function createDescribe(lexicon: Lexicon): Describe {
  return ({ text, word, score, match, before = [], after = [] }, wanted) => {
    const phonemes = wanted.syllables || wanted.pronunciation ? spokenAs(lexicon, { text, word, match }) : undefined
    const entry = wanted.definitions || wanted.parts ? entryOf(lexicon, word, text, match?.synset) : undefined
    const tags = [...before]
    if (wanted.parts && entry) tags.push(...partsToTell(entry, lexicon, word, wanted.unknown))
    tags.push(...after)
    if (wanted.pronunciation && phonemes) {
      tags.push(`pron:${writeArpabet(phonemes)}`)
      if (wanted.ipa) tags.push(`ipa_pron:${writeIpa(phonemes)}`)
    }
    if (wanted.frequency) tags.push(`f:${(word < 0 ? 0 : lexicon.frequencyOf(word)).toFixed(6)}`)
    const defs = wanted.definitions && entry ? definitionsOf(lexicon, entry) : []
    return {
      word: text,
      ...(score > 0 ? { score } : {}),
      ...(wanted.syllables && phonemes ? { numSyllables: countSyllables(phonemes) } : {}),
      ...(tags.length > 0 ? { tags } : {}),
      ...(defs.length > 0 ? { defs } : {}),
      ...(defs.length > 0 && entry?.headword !== undefined ? { defHeadword: entry.headword } : {}),
    }
  }
}

/** The pronunciation that was found, or the usual one, or a guess by rule. */
function spokenAs(lexicon: Lexicon, { text, word, match }: SpokenOf): Uint8Array | undefined {
  if (match?.pronunciation !== undefined) return lexicon.phonemesOf(match.pronunciation)
  const { from, to } = word < 0 ? { from: 0, to: 0 } : lexicon.spokenAs(word)
  return from < to ? lexicon.phonemesOf(from) : speak(lexicon, text)[0]
}
interface SpokenOf {
  readonly text: string
  readonly word: number
  readonly match: Match | undefined
}

function partsToTell({ parts }: Entry, lexicon: Lexicon, word: number, tellUnknown: boolean): string[] {
  if (parts.length === 0) return tellUnknown ? ['u'] : []
  return word >= 0 && lexicon.isName(word) ? [...parts, 'prop'] : [...parts]
}

/** `n`, a tabulator, and the definition. */
function definitionsOf(lexicon: Lexicon, { synsets }: Entry): string[] {
  return synsets.map((synset) => `${lexicon.partOf(synset)}\t${lexicon.definitionOf(synset)}`)
}

const letterParts: Readonly<Record<string, PartTag>> = { n: 'n', v: 'v', a: 'adj', r: 'adv' }

function entryOf(lexicon: Lexicon, word: number, text: string, first: number | undefined): Entry {
  const own = word < 0 ? [] : synsetsOf(lexicon, word)
  if (own.length === 0) {
    const base = baseOf(lexicon, text)
    if (!base) return { synsets: [], parts: [], headword: undefined }
    const parts = partsOf(lexicon, base.lemma, base.synsets)
    return { synsets: sorted(base.synsets, first), parts, headword: base.text }
  }
  const parts = partsOf(lexicon, word)
  // `made` is an adjective of its own and a form of a verb
  const base = isPlainInflection(text) ? baseOf(lexicon, text) : undefined
  const further = base ? partsOf(lexicon, base.lemma, base.synsets) : []
  return { synsets: sorted(own, first), parts: [...new Set([...parts, ...further])], headword: undefined }
}

/** The likeliest word that the text is an inflected form of, with the senses that the inflection allows. */
function baseOf(lexicon: Lexicon, text: string): { text: string; lemma: number; synsets: number[] } | undefined {
  for (const { base, parts } of basesOf(text)) {
    const lemma = lexicon.find(base)
    if (lemma < 0) continue
    const allowed = new Set([...parts].map((letter) => letterParts[letter]))
    const synsets = synsetsOf(lexicon, lemma).filter((synset) => allowed.has(lexicon.partOf(synset)))
    if (synsets.length > 0) return { text: base, lemma, synsets }
  }
  return undefined
}

function synsetsOf(lexicon: Lexicon, word: number): number[] {
  const { from, to } = lexicon.sensesOf(word)
  return [...lexicon.tables.senseSynset.subarray(from, to)]
}

/** The meaning that was asked for before the others. */
function sorted(synsets: readonly number[], first: number | undefined): readonly number[] {
  if (first === undefined || !synsets.includes(first)) return synsets
  return [first, ...synsets.filter((synset) => synset !== first)]
}

/** Parts of speech of all senses or of some, the most used first. */
function partsOf(lexicon: Lexicon, word: number, synsets?: readonly number[]): PartTag[] {
  const used = new Map<PartTag, number>()
  const { from, to } = lexicon.sensesOf(word)
  for (let at = from; at < to; at++) {
    const synset = lexicon.tables.senseSynset[at] ?? 0
    if (synsets && !synsets.includes(synset)) continue
    const part = lexicon.partOf(synset)
    used.set(part, (used.get(part) ?? 0) + (lexicon.tables.senseCount[at] ?? 0))
  }
  return [...used].sort(([, a], [, b]) => b - a).map(([part]) => part)
}
