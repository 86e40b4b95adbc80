// The `rel_` constraints from running text: neighbours of a word, and words of the same definitions. The text is small
// (WordNet's own), so the results are thinner than the provider's.

import { present } from '#define/present'
import { findNumber, type Lexicon } from '../lexicon/lexicon.ts'
import { noTerm } from '../lexicon/tables.ts'
import { type Match, order } from '../matches.ts'
import type { Board } from '../score-board.ts'
import { wordsNamed } from './graph.ts'
import { createStems, isSilent, synsetOf, tokensOf } from './terms.ts'

export interface Company {
  /** Returns words in the relation `jja`, `jjb`, `bga`, `bgb` or `trg` to the text. */
  related(code: string, text: string): Match[]
  /**
   * Returns at most `most` words that occur with the text, strongest first, without phrases that contain the text
   * itself.
   */
  triggered(text: string, most: number): Match[]
  /**
   * Returns the share of each word among the neighbours after or before the text; empty if the text has no neighbours
   * there.
   */
  shares(side: 'after' | 'before', text: string): ReadonlyMap<number, number>
}
export const companyCodes = ['jja', 'jjb', 'bga', 'bgb', 'trg']

interface Neighbours {
  readonly heads: Uint32Array
  readonly at: Uint32Array
  readonly others: Uint32Array
  readonly counts: Uint16Array
}
/** First score of modified nouns and modifying adjectives; the provider counts down from here. */
const firstOfModified = 1001
/** Minimum share of a reported word among all followers. */
const leastShare = 0.001
/** Occurrences per million below which a word's rarity makes no further difference. */
const evenness = 30
/** The highest worth of a word that was counted once. */
const bestOfSingles = Math.fround(1 / Math.sqrt(evenness))
/** The limit of definitions searched. */
const mostDefinitions = 2500
const mostResults = 1000

export function createCompany(lexicon: Lexicon, board: Board): Company {
  const { after, before, meaningful, modified } = createNeighbours(lexicon)
  const triggered = createTriggered(lexicon, board)

  function related(code: string, text: string): Match[] {
    if (code === 'trg') return triggered(text, mostResults)
    if (code === 'bga') return meaningful(after, text)
    if (code === 'bgb') return meaningful(before, text)
    return code === 'jja' ? modified(after, text, 'n') : modified(before, text, 'adj')
  }
  function shares(side: 'after' | 'before', text: string): ReadonlyMap<number, number> {
    const matches = text === '' ? [] : meaningful(side === 'after' ? after : before, text)
    const sum = matches.reduce((all, { score }) => all + score, 0)
    return new Map(matches.map(({ word, score }) => [word, score / sum]))
  }
  return { related, triggered, shares }
}

/** Neighbouring words in running text, on either side. */
function createNeighbours(lexicon: Lexicon) {
  const { tables } = lexicon
  const after: Neighbours = {
    heads: tables.followedWords,
    at: tables.followersAt,
    others: tables.followers,
    counts: tables.followerCounts,
  }
  const before: Neighbours = {
    heads: tables.precededWords,
    at: tables.predecessorsAt,
    others: tables.predecessors,
    counts: tables.predecessorCounts,
  }

  function neighbours(side: Neighbours, texts: readonly string[]): Match[] {
    const counts = new Map<number, number>()
    let sum = 0
    for (const text of texts) {
      const index = findNumber(side.heads, lexicon.find(text))
      if (index < 0) continue
      const to = present(side.at[index + 1])
      for (let at = present(side.at[index]); at < to; at++) {
        const word = present(side.others[at])
        sum += present(side.counts[at])
        counts.set(word, (counts.get(word) ?? 0) + present(side.counts[at]))
      }
    }
    const matches = Array.from(counts, ([word, score]) => ({ word, score }))
    return order(
      matches.filter(({ score }) => score >= leastShare * sum),
      lexicon.rankOf,
    )
  }
  /** Returns the meaningful neighbours: in so little text, function words would crowd out the others. */
  function meaningful(side: Neighbours, text: string): Match[] {
    return neighbours(side, [text]).filter(({ word }) => !isSilent(lexicon.textOf(word)))
  }
  /**
   * Returns neighbours with this part of speech, those first that are more common there than their frequency predicts.
   */
  function modified(side: Neighbours, text: string, part: 'n' | 'adj'): Match[] {
    const forms = [text, `${text}s`, `${text}es`]
    const matches = neighbours(side, forms).filter(
      ({ word }) => isOften(lexicon, word, part) && !isSilent(lexicon.textOf(word)),
    )
    const drawn = matches.map(({ word, score }) => ({
      word,
      score: score / Math.log10(10 + lexicon.frequencyOf(word)),
    }))
    return order(drawn, lexicon.rankOf).map(({ word }, at) => ({ word, score: Math.max(1, firstOfModified - at) }))
  }
  return { after, before, meaningful, modified }
}

/** Finds words that occur in the same definitions; keeps its counters between calls, which do not overlap. */
function createTriggered(lexicon: Lexicon, board: Board): Company['triggered'] {
  const { tables } = lexicon
  const stem = createStems()
  const counts = new Uint16Array(lexicon.wordCount)
  const counted = new Uint32Array(lexicon.wordCount)
  let countedWords = 0

  function triggered(text: string, most: number): Match[] {
    const own = new Set(tokensOf(text).map((token) => lexicon.findTerm(stem(token))))
    own.delete(-1)
    for (const term of own) countBeside(term)
    putCounted(own, most)
    const isPhraseOfIt = (word: number) => tables.wordTerm[word] === noTerm && lexicon.textOf(word).includes(text)
    return board.take('nothing', most, (score) => Math.ceil(1000 * score)).filter(({ word }) => !isPhraseOfIt(word))
  }
  /**
   * Puts the counted words that can be among the best `most` on the board, except words of these terms, and clears the
   * counts.
   */
  function putCounted(terms: ReadonlySet<number>, most: number): void {
    const [only] = terms
    let better = 0
    let singles = 0
    const put = (word: number, count: number): void => {
      const term = present(tables.wordTerm[word])
      if (term !== noTerm && (terms.size === 1 ? term === only : terms.has(term))) return
      const score = count / Math.sqrt(evenness + present(tables.wordFrequency[word]))
      if (Math.fround(score) > bestOfSingles) better++
      board.put({ word, score })
    }
    for (let at = 0; at < countedWords; at++) {
      const word = present(counted[at])
      const count = present(counts[word])
      counts[word] = 0
      if (count > 1) put(word, count)
      else counted[singles++] = word
    }
    // most words were counted once: they can be skipped if enough others beat the best of them
    if (better < most) for (let at = 0; at < singles; at++) put(present(counted[at]), 1)
    countedWords = 0
  }
  /** Counts the words that occur in the same definition as the term, and the words whose definitions contain it. */
  function countBeside(term: number): void {
    const from = present(tables.postingsAt[term])
    const to = Math.min(present(tables.postingsAt[term + 1]), from + mostDefinitions)
    for (let at = from; at < to; at++) {
      const synset = synsetOf(present(tables.postings[at]))
      countAll(
        tables.definitionWords,
        present(tables.definitionWordsAt[synset]),
        present(tables.definitionWordsAt[synset + 1]),
      )
      const words = lexicon.wordsOf(synset)
      countAll(tables.synsetWords, words.from, words.to)
    }
  }
  function countAll(words: Uint32Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const word = present(words[at])
      const before = present(counts[word])
      if (before === 0) counted[countedWords++] = word
      counts[word] = before + 1
    }
  }
  return triggered
}

/** True if the word, or its base form, is used as this part of speech. */
function isOften(lexicon: Lexicon, word: number, part: 'n' | 'adj'): boolean {
  for (const named of wordsNamed(lexicon, lexicon.textOf(word))) {
    const { from, to } = lexicon.sensesOf(named)
    for (let at = from; at < to; at++) if (lexicon.partOf(present(lexicon.tables.senseSynset[at])) === part) return true
  }
  return false
}
