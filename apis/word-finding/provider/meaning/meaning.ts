// Words by meaning (`ml`): around a known word along WordNet's relations, and for a description by the definitions it
// resembles.

import { present } from '#define/present'
import type { Lexicon } from '../lexicon/lexicon.ts'
import type { Match } from '../matches.ts'
import type { Board, Tag } from '../score-board.ts'
import { createDefinitionSearch } from './definition-search.ts'
import { membersOf, type Sense, sensesOf, shareOf, takeSteps, wordsNamed } from './graph.ts'
import { type PointerKinds, type PointerSymbol, pointerKinds } from './pointers.ts'
import { createStems, tokensOf } from './terms.ts'

export interface Meaning {
  /** Returns words with a meaning like the query, closest first, on the provider's score scales. */
  like(text: string): Match[]
  /** Returns words related to a known word, closest first, without the slow search in definitions. */
  around(text: string, most: number): Match[]
}

interface Road {
  readonly kinds: PointerKinds
  readonly worth: number
  readonly tag?: 'syn' | 'ant'
  /** A second step from the target of the first. */
  readonly beyond?: { readonly kinds: PointerKinds; readonly worth: number }
}
const road = (worth: number, symbols: readonly PointerSymbol[], more: Pick<Road, 'tag' | 'beyond'> = {}): Road => ({
  kinds: pointerKinds(...symbols),
  worth,
  ...more,
})
/** The weight of a word by the relation that leads to it; words of the same synset have 1. */
const roads: readonly Road[] = [
  road(0.65, ['&'], { tag: 'syn', beyond: { kinds: pointerKinds('&'), worth: 0.45 } }),
  road(0.8, ['$'], { tag: 'syn' }),
  road(0.6, ['@', '@i'], { beyond: { kinds: pointerKinds('~', '~i'), worth: 0.25 } }),
  road(0.5, ['~', '~i']),
  road(0.75, ['^'], { tag: 'syn' }),
  road(0.5, ['+', '\\', '<', '=']),
  road(0.45, ['*', '>']),
  road(0.35, ['!'], { tag: 'ant' }),
  road(0.3, ['%p', '%m', '%s', '#p', '#m', '#s']),
]
/** The highest weight of words found by definitions alone. */
const suggested = 0.3
/**
 * Weight of a sense. Every sense counts somewhat, and the most used ones most, because words of the same synset are
 * worth reporting in any sense.
 */
const senseWorth = (weight: number): number => 0.35 + 0.65 * Math.sqrt(weight)
const synonymWorth = (weight: number): number => 0.55 + 0.45 * Math.sqrt(weight)
/** Factor for a described word that rarely has this meaning while its synset has a more frequent word. */
const rareSense = 0.85
/** Factor for a word related by a rare meaning: somebody happy is glad rather than golden. */
const rareTarget = 0.8
const otherWord = 0.85
/** Factor for a word of the description itself, which is seldom what the user is looking for. */
const ownWord = 0.6
/** Share by which plain words gain over learned ones, for each power of ten of frequency. */
const plainShare = 0.16
/** Factor that ranks frequent words before rare ones of the same relation. */
const frequent = (perMillion: number): number => 1 + 0.07 * Math.log10(0.01 + perMillion)

/** The provider's scores: synonyms about 40 million, everything else about 30 million. */
const scales = { synonym: 40_000_000, other: 30_000_000, spread: 50_000 }
/** The limit of words returned, and of steps from one synset. */
const mostResults = 2000
const mostSteps = 300
const mostSenses = 24

export function createMeaning(lexicon: Lexicon, board: Board): Meaning {
  const describe = createDefinitionSearch(lexicon)
  const stem = createStems()

  function put(word: number, by: number, worth: number, tag?: Tag): void {
    board.put({ word, by, score: worth * frequent(lexicon.frequencyOf(word)), tag })
  }
  function putAll(synset: number, worth: number, tag?: Tag): void {
    const { synsetWords, synsetWordsAt } = lexicon.tables
    const end = present(synsetWordsAt[synset + 1])
    for (let at = present(synsetWordsAt[synset]); at < end; at++) {
      const word = present(synsetWords[at])
      put(word, synset, tag === 'syn' ? worth * usageOf(word, synset, rareTarget) : worth, tag)
    }
  }
  /** Returns a factor from `least` to 1 for the share of this synset in the word's use. */
  function usageOf(word: number, synset: number, least: number): number {
    return least + (1 - least) * Math.sqrt(shareOf(lexicon, word, synset))
  }
  /**
   * Puts the words of a synset on the board: the best-known word first, and words that mostly mean this before those
   * that rarely do.
   */
  function putDescribed(synset: number, score: number, ownTerms: ReadonlySet<number>): void {
    const words = [...membersOf(lexicon, synset)].sort((a, b) => lexicon.rankOf(a) - lexicon.rankOf(b))
    for (const [at, word] of words.entries()) {
      const plainness = 1 + plainShare * Math.log10(0.01 + lexicon.frequencyOf(word))
      const term = present(lexicon.tables.wordTerm[word])
      put(
        word,
        synset,
        score *
          usageOf(word, synset, rareSense) *
          (at === 0 ? 1 : otherWord) *
          plainness *
          (ownTerms.has(term) ? ownWord : 1),
      )
    }
  }
  function putAround(sense: Sense): void {
    const of = senseWorth(sense.weight)
    putAll(sense.synset, synonymWorth(sense.weight), 'syn')
    for (const one of roads) follow(one, sense, of)
  }
  function follow({ kinds, worth, tag, beyond }: Road, sense: Sense, of: number): void {
    let left = mostSteps
    takeSteps(lexicon, { synset: sense.synset, position: sense.position, kinds, most: mostSteps }, (synset, word) => {
      if (left-- <= 0) return
      if (word < 0) putAll(synset, worth * of, tag)
      else put(word, synset, worth * of, tag)
      if (!beyond) return
      left -= takeSteps(lexicon, { synset, position: 0, kinds: beyond.kinds, most: left }, (next) => {
        if (next !== sense.synset) putAll(next, beyond.worth * of)
      })
    })
  }
  function like(text: string): Match[] {
    const named = wordsNamed(lexicon, text)
    const described = describe(text)
    const ownTerms = new Set(tokensOf(text).map((token) => lexicon.findTerm(stem(token))))
    const share = (named.length > 0 ? suggested : 1) / (described[0]?.score ?? 1)
    for (const { synset, score } of described) putDescribed(synset, score * share, ownTerms)
    putNamed(named)
    board.drop(lexicon.find(text))
    return synonymsFirst(board.take('synset', mostResults, onScale))
  }
  function putNamed(named: readonly number[]): void {
    for (const word of named) for (const sense of sensesOf(lexicon, word).slice(0, mostSenses)) putAround(sense)
    for (const word of named) board.drop(word)
  }
  function around(text: string, most: number): Match[] {
    putNamed(wordsNamed(lexicon, text))
    return board.take('synset', most)
  }
  return { like, around }
}

const isSynonym = (tags: readonly string[] | undefined): boolean => tags?.[0] === 'syn'

function onScale(score: number, tags: readonly string[] | undefined): number {
  return Math.round((isSynonym(tags) ? scales.synonym : scales.other) + scales.spread * score)
}

function synonymsFirst(ranked: readonly Match[]): Match[] {
  return [...ranked.filter(({ tags }) => isSynonym(tags)), ...ranked.filter(({ tags }) => !isSynonym(tags))]
}
