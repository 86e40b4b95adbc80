// Hints that change the order without excluding anything: topics, and the words just left and right.

import type { Lexicon } from '../lexicon/lexicon.ts'
import type { Remember } from '../match-cache.ts'
import { type Match, matchOf, order, rank } from '../matches.ts'
import type { Company } from '../meaning/company.ts'
import type { Meaning } from '../meaning/meaning.ts'
import type { WordsQuery } from './query.ts'

type HintsOf = Pick<WordsQuery, 'topics' | 'lc' | 'rc'>
export interface Hints {
  /** The matches in the order that the hints suggest; only the first thousand are moved. */
  bend(matches: readonly Match[], hints: HintsOf): readonly Match[]
  /** What the hints alone suggest. */
  alone(hints: HintsOf): readonly Match[]
}
export interface HintDeps {
  readonly lexicon: Lexicon
  readonly meaning: Meaning
  readonly company: Company
  readonly remember: Remember
}

const mostMoved = 1000
/** More than share one rounded score with the last match that is moved. */
const mostRounded = 200
/** The number of words that belong to a topic. */
const mostOfTopic = 600
/** How many more are searched for, because phrases that contain the topic itself are dropped. */
const phrases = 100
/** How much a hint that fits perfectly raises a score. */
const strength = { topic: 1.5, neighbour: 3 }
/** The worth of a topic's word that occurs in a definition rather than being the word itself. */
const definitionShare = 0.6
const mostSenses = 3

export function createHints({ lexicon, meaning, company, remember }: HintDeps): Hints {
  const { tables } = lexicon
  const near = new Float32Array(lexicon.wordCount)
  let noted: number[] = []

  /** Notes how near words are to a topic: 1 for the topic itself, less for what has to do with it. */
  function approach(topic: string): void {
    const related = remember(`around ${topic}`, () => meaning.around(topic, mostOfTopic))
    const triggered = remember(`beside ${topic}`, () => company.triggered(topic, mostOfTopic + phrases))
    for (const company of [related, triggered])
      for (let at = 0; at < Math.min(mostOfTopic, company.length); at++)
        note(company[at]?.word ?? 0, 1 - at / mostOfTopic)
    const own = lexicon.find(topic)
    if (own >= 0) note(own, 1)
  }
  function note(word: number, share: number): void {
    const before = near[word] ?? 0
    if (before === 0) noted.push(word)
    near[word] = before + share
  }
  /** How near the word is, by itself or by its definitions. */
  function nearness(word: number): number {
    const { sensesAt, senseSynset, definitionWords, definitionWordsAt } = tables
    const from = sensesAt[word] ?? 0
    const to = Math.min(sensesAt[word + 1] ?? 0, from + mostSenses)
    let defined = 0
    for (let at = from; at < to; at++) {
      const synset = senseSynset[at] ?? 0
      const end = definitionWordsAt[synset + 1] ?? 0
      for (let index = definitionWordsAt[synset] ?? 0; index < end; index++) {
        const share = near[definitionWords[index] ?? 0] ?? 0
        if (share > defined) defined = share
      }
    }
    return Math.max(near[word] ?? 0, definitionShare * defined)
  }
  function bend(matches: readonly Match[], { topics, lc, rc }: HintsOf): readonly Match[] {
    if (matches.length === 0 || (topics.length === 0 && lc === '' && rc === '')) return matches
    for (const topic of topics) approach(topic)
    const sides = [company.shares('after', lc), company.shares('before', rc)].filter(({ size }) => size > 0)
    const moved: Match[] = []
    for (let at = 0; at < Math.min(mostMoved, matches.length); at++) {
      const match = matches[at]
      if (!match) break
      let factor = 1 + (topics.length > 0 ? strength.topic * nearness(match.word) : 0)
      for (const side of sides) factor += strength.neighbour * Math.sqrt(side.get(match.word) ?? 0)
      moved.push(matchOf(match.word, Math.round(Math.max(1, match.score) * factor), match))
    }
    for (const word of noted) near[word] = 0
    noted = []
    return order(moved, lexicon.rankOf)
  }
  function alone({ topics, lc, rc }: HintsOf): readonly Match[] {
    // each topic's words come in order, up to rounding
    const ofTopics = topics.map((topic) =>
      remember(`ml ${topic}`, () => meaning.like(topic)).slice(0, mostMoved + mostRounded),
    )
    if (topics.length > 0) return rank(ofTopics.flat(), lexicon.rankOf)
    if (lc !== '') return company.related('bga', lc)
    return rc === '' ? [] : company.related('bgb', rc)
  }
  return { bend, alone }
}
