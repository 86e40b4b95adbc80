// Scores the match of a work or author with the words of a query (SOURCES 1.3): title and author count forty times,
// phrases in them fifty times; popularity multiplies. A single word is more likely a title than a name. The index
// selects, this file orders.

import { storedWordsOf } from '../words.ts'
import type { QueryNode } from './query-language.ts'

/** Returns the words to match, without excluded ones; a prefix ends with `*`. */
export function wantedWords(node: QueryNode): string[] {
  switch (node.kind) {
    case 'words':
    case 'phrase':
      if (node.field.by !== 'text') return []
      return node.kind === 'words' && node.prefix
        ? [...node.words.slice(0, -1), `${node.words.at(-1)}*`]
        : [...node.words]
    case 'and':
    case 'or':
      return node.parts.flatMap(wantedWords)
    default:
      return []
  }
}

/** A column of a candidate: its words, and the weight of a match in it, for one word and for a phrase of all words. */
interface Weighted {
  readonly text: readonly string[]
  readonly weight: number
  readonly phrase: number
}

/** Sums the best column of each word, and the phrases. A word in none of these counts as in a column of weight 1. */
export function scoreOf(query: readonly string[], columns: readonly Weighted[]): number {
  let score = 0
  const shares = columns.map(
    (column) => new Map<string, number>(column.text.map((word) => [word, lengthShare(column)])),
  )
  for (const word of query) {
    let best = 1
    for (const [at, column] of columns.entries()) best = Math.max(best, column.weight * shareOf(shares[at], word))
    score += best
  }
  if (query.length > 1) for (const column of columns) if (holdsPhrase(column.text, query)) score += column.phrase
  return score
}

/** Returns the length factor: a word weighs more in a short text (the length part of BM25, average length 4). */
function lengthShare(column: Weighted): number {
  return 2.2 / (1 + 1.2 * (0.25 + (0.75 * column.text.length) / 4))
}

function shareOf(shares: ReadonlyMap<string, number> | undefined, word: string): number {
  if (!word.endsWith('*')) return shares?.get(word) ?? 0
  const start = word.slice(0, -1)
  for (const [one, share] of shares ?? []) if (one.startsWith(start)) return share
  return 0
}

function holdsPhrase(text: readonly string[], phrase: readonly string[]): boolean {
  const last = text.length - phrase.length
  for (let start = 0; start <= last; start++) if (phrase.every((word, at) => text[start + at] === word)) return true
  return false
}

/** Weight of the author's name in a query of one word: less than that of any title of up to ten words. */
const authorAlone = 15

/** Returns the score of a work with this title and these authors. */
export function workScore(query: readonly string[], work: { title: string; authors: readonly string[] }): number {
  return scoreOf(query, [
    { text: storedWordsOf(work.title), weight: 40, phrase: 50 },
    { text: work.authors.flatMap(storedWordsOf), weight: query.length === 1 ? authorAlone : 40, phrase: 50 },
  ])
}
