// The `rel_` constraints from running text: what is next to a word, and what occurs in the same definitions. The text
// is small (WordNet's own), so these are thinner than the provider's.

import { findNumber, type Lexicon } from '../lexicon/lexicon.ts'
import { noTerm } from '../lexicon/tables.ts'
import { type Match, order } from '../matches.ts'
import type { Board } from '../score-board.ts'
import { wordsNamed } from './graph.ts'
import { createStems, isSilent, synsetOf, tokensOf } from './terms.ts'

export interface Company {
  /** Words in the relation `jja`, `jjb`, `bga`, `bgb` or `trg` to the text. */
  related(code: string, text: string): Match[]
  /**
   * At most `most` words that occur with the text, strongest first; phrases that contain the text itself are left out.
   */
  triggered(text: string, most: number): Match[]
  /** The share of each word among those after or before the text; empty when none was ever seen there. */
  shares(side: 'after' | 'before', text: string): ReadonlyMap<number, number>
}
export const companyCodes = ['jja', 'jjb', 'bga', 'bgb', 'trg']

interface Neighbours {
  readonly heads: Uint32Array
  readonly at: Uint32Array
  readonly others: Uint32Array
  readonly counts: Uint16Array
}
/** The provider numbers modified nouns and modifying adjectives down from here. */
const firstOfModified = 1001
/** The share of all that follows below which a follower is not reported. */
const leastShare = 0.001
/** Occurrences per million below which a word's rarity counts no further. */
const evenness = 30
/** The highest worth of a word that was counted once. */
const bestOfSingles = Math.fround(1 / Math.sqrt(evenness))
/** The most definitions that are searched. */
const mostDefinitions = 2500
const mostResults = 1000

export function createCompany(lexicon: Lexicon, board: Board): Company {
  const { tables } = lexicon
  const stem = createStems()
  const counts = new Uint16Array(lexicon.wordCount)
  const counted = new Uint32Array(lexicon.wordCount)
  let countedWords = 0
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
      const to = index < 0 ? 0 : (side.at[index + 1] ?? 0)
      for (let at = side.at[index] ?? 0; at < to; at++) {
        const word = side.others[at] ?? 0
        sum += side.counts[at] ?? 0
        counts.set(word, (counts.get(word) ?? 0) + (side.counts[at] ?? 0))
      }
    }
    const matches = Array.from(counts, ([word, score]) => ({ word, score }))
    return order(
      matches.filter(({ score }) => score >= leastShare * sum),
      lexicon.rankOf,
    )
  }
  /** Neighbours that say something: in so little text function words would crowd out the others. */
  function meaningful(side: Neighbours, text: string): Match[] {
    return neighbours(side, [text]).filter(({ word }) => !isSilent(lexicon.textOf(word)))
  }
  /** Neighbours with this part of speech; those more common there than their frequency predicts come first. */
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
  function triggered(text: string, most: number): Match[] {
    const own = new Set(tokensOf(text).map((token) => lexicon.findTerm(stem(token))))
    own.delete(-1)
    for (const term of own) countBeside(term)
    putCounted(own, most)
    const isPhraseOfIt = (word: number) => tables.wordTerm[word] === noTerm && lexicon.textOf(word).includes(text)
    return board.take('nothing', most, (score) => Math.ceil(1000 * score)).filter(({ word }) => !isPhraseOfIt(word))
  }
  /**
   * Puts what was counted on the board, as far as it can be among so many best, but not words of these terms; and
   * forgets it.
   */
  function putCounted(terms: ReadonlySet<number>, most: number): void {
    const [only] = terms
    let better = 0
    let singles = 0
    const put = (word: number, count: number): void => {
      const term = tables.wordTerm[word] ?? noTerm
      if (term !== noTerm && (terms.size === 1 ? term === only : terms.has(term))) return
      const score = count / Math.sqrt(evenness + (tables.wordFrequency[word] ?? 0))
      if (Math.fround(score) > bestOfSingles) better++
      board.put({ word, score })
    }
    for (let at = 0; at < countedWords; at++) {
      const word = counted[at] ?? 0
      const count = counts[word] ?? 0
      counts[word] = 0
      if (count > 1) put(word, count)
      else counted[singles++] = word
    }
    // most words were counted once, which makes no difference when enough others are better than any of them can be
    if (better < most) for (let at = 0; at < singles; at++) put(counted[at] ?? 0, 1)
    countedWords = 0
  }
  /** Counts the words that occur in the same definition as the term, and those that are so defined. */
  function countBeside(term: number): void {
    const from = tables.postingsAt[term] ?? 0
    const to = Math.min(tables.postingsAt[term + 1] ?? 0, from + mostDefinitions)
    for (let at = from; at < to; at++) {
      const synset = synsetOf(tables.postings[at] ?? 0)
      countAll(tables.definitionWords, tables.definitionWordsAt[synset] ?? 0, tables.definitionWordsAt[synset + 1] ?? 0)
      const words = lexicon.wordsOf(synset)
      countAll(tables.synsetWords, words.from, words.to)
    }
  }
  function countAll(words: Uint32Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const word = words[at] ?? 0
      const before = counts[word] ?? 0
      if (before === 0) counted[countedWords++] = word
      counts[word] = before + 1
    }
  }
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

/** Whether the word, or its base form, is used as this part of speech. */
function isOften(lexicon: Lexicon, word: number, part: 'n' | 'adj'): boolean {
  for (const named of wordsNamed(lexicon, lexicon.textOf(word))) {
    const { from, to } = lexicon.sensesOf(named)
    for (let at = from; at < to; at++) if (lexicon.partOf(lexicon.tables.senseSynset[at] ?? 0) === part) return true
  }
  return false
}
