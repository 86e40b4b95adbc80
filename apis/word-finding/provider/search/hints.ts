// Hints that change the order without excluding anything: topics, and the words to the left and right.

import { present } from '#define/present'
import type { Lexicon } from '../lexicon/lexicon.ts'
import type { Remember } from '../match-cache.ts'
import { type Match, matchOf, order, rank } from '../matches.ts'
import type { Company } from '../meaning/company.ts'
import type { Meaning } from '../meaning/meaning.ts'
import type { WordsQuery } from './query.ts'

type HintsOf = Pick<WordsQuery, 'topics' | 'lc' | 'rc'>
export interface Hints {
  /** Reorders the matches by the hints; only the first thousand are moved. */
  bend(matches: readonly Match[], hints: HintsOf): readonly Match[]
  /** Returns the words that the hints alone suggest. */
  alone(hints: HintsOf): readonly Match[]
}
interface HintDeps {
  readonly lexicon: Lexicon
  readonly meaning: Meaning
  readonly company: Company
  readonly remember: Remember
}

const mostMoved = 1000
/** Upper bound on the matches that share one rounded score with the last moved match. */
const mostRounded = 200
/** The number of words that belong to a topic. */
const mostOfTopic = 600
/** Extra words searched for, because phrases that contain the topic itself are dropped. */
const phrases = 100
/** Factor by which a perfectly fitting hint raises a score. */
const strength = { topic: 1.5, neighbour: 3 }
/** Worth of a topic's word in a definition, relative to the word itself. */
const definitionShare = 0.6
const mostSenses = 3

export function createHints({ lexicon, meaning, company, remember }: HintDeps): Hints {
  const { tables } = lexicon
  const near = new Float32Array(lexicon.wordCount)
  let noted: number[] = []

  /** Records the nearness of words to a topic: 1 for the topic itself, less for related words. */
  function approach(topic: string): void {
    const related = remember(`around ${topic}`, () => meaning.around(topic, mostOfTopic))
    const triggered = remember(`beside ${topic}`, () => company.triggered(topic, mostOfTopic + phrases))
    for (const company of [related, triggered])
      for (let at = 0; at < Math.min(mostOfTopic, company.length); at++)
        note(present(company[at]).word, 1 - at / mostOfTopic)
    const own = lexicon.find(topic)
    if (own >= 0) note(own, 1)
  }
  function note(word: number, share: number): void {
    const before = present(near[word])
    if (before === 0) noted.push(word)
    near[word] = before + share
  }
  /** Returns the nearness of a word, by itself or by its definitions. */
  function nearness(word: number): number {
    const { sensesAt, senseSynset, definitionWords, definitionWordsAt } = tables
    const from = present(sensesAt[word])
    const to = Math.min(present(sensesAt[word + 1]), from + mostSenses)
    let defined = 0
    for (let at = from; at < to; at++) {
      const synset = present(senseSynset[at])
      const end = present(definitionWordsAt[synset + 1])
      for (let index = present(definitionWordsAt[synset]); index < end; index++) {
        const share = present(near[present(definitionWords[index])])
        if (share > defined) defined = share
      }
    }
    return Math.max(present(near[word]), definitionShare * defined)
  }
  function bend(matches: readonly Match[], { topics, lc, rc }: HintsOf): readonly Match[] {
    if (matches.length === 0 || (topics.length === 0 && lc === '' && rc === '')) return matches
    for (const topic of topics) approach(topic)
    const sides = [company.shares('after', lc), company.shares('before', rc)].filter(({ size }) => size > 0)
    const moved: Match[] = []
    for (const match of matches.slice(0, mostMoved)) {
      let factor = 1 + (topics.length > 0 ? strength.topic * nearness(match.word) : 0)
      for (const side of sides) factor += strength.neighbour * Math.sqrt(side.get(match.word) ?? 0)
      moved.push(matchOf(match.word, Math.round(Math.max(1, match.score) * factor), match))
    }
    for (const word of noted) near[word] = 0
    noted = []
    return order(moved, lexicon.rankOf)
  }
  function alone({ topics, lc, rc }: HintsOf): readonly Match[] {
    // each topic's words are in order, up to rounding
    const ofTopics = topics.map((topic) =>
      remember(`ml ${topic}`, () => meaning.like(topic)).slice(0, mostMoved + mostRounded),
    )
    if (topics.length > 0) return rank(ofTopics.flat(), lexicon.rankOf)
    if (lc !== '') return company.related('bga', lc)
    return rc === '' ? [] : company.related('bgb', rc)
  }
  return { bend, alone }
}
