// Finds operations by what people ask for: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework",
// 2009) over the words of an operation, and the likeness to the nearest of its declared questions.
import type { Operation } from './operations.ts'
import { wordsOf } from './words.ts'

export interface Finder {
  /** The best first; all in declared order for an empty query. Aliases are left out. */
  find(query: string, among: (operation: Operation) => boolean): readonly Operation[]
}

/** What else counts in a long query is not read. */
const maxQueryLength = 400
/** How much a word counts by where it stands. */
const fieldWeights = { asks: 2, name: 5, summary: 4, api: 1, doc: 0.8, params: 0.4 }
/** Saturation: how soon a further occurrence of a word counts little. */
const saturation = 3
/** How much the length of a text counts against it. */
const lengthShare = 0.6
/** The likeness of a question that has just the words of the query. */
const likenessWeight = 6

interface Entry {
  readonly operation: Operation
  /** The weighted number of occurrences by word. */
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
  readonly asks: readonly ReadonlySet<string>[]
}

export function createFinder(operations: readonly Operation[]): Finder {
  const entries = operations.filter(({ endpoint }) => endpoint.alias === undefined).map(entryOf)
  const frequencies = new Map<string, number>()
  for (const { counts } of entries)
    for (const word of counts.keys()) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const weightOf = (word: string) => {
    const frequency = frequencies.get(word) ?? 0
    return Math.log(1 + (entries.length - frequency + 0.5) / (frequency + 0.5))
  }
  const meanLength = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length)

  const scoreOf = ({ counts, length, asks }: Entry, query: ReadonlyMap<string, number>): number => {
    let score = 0
    for (const [word, weight] of query) {
      const count = (counts.get(word) ?? 0) / (1 - lengthShare + (lengthShare * length) / meanLength)
      score += (weight * count) / (saturation + count)
    }
    return score === 0 ? 0 : score + likenessWeight * likenessOf(asks, query)
  }
  /** The cosine between the query and the nearest question, 0 to 1. */
  const likenessOf = (asks: readonly ReadonlySet<string>[], query: ReadonlyMap<string, number>): number => {
    let best = 0
    for (const ask of asks) {
      let shared = 0
      for (const [word, weight] of query) if (ask.has(word)) shared += weight * weight
      if (shared > 0) best = Math.max(best, shared / (normOf([...ask], weightOf) * normOf([...query.keys()], weightOf)))
    }
    return best
  }
  return {
    find(query, among) {
      const words = new Map(wordsOf(query.slice(0, maxQueryLength)).map((word) => [word, weightOf(word)]))
      const candidates = entries.filter(({ operation }) => among(operation))
      if (words.size === 0) return candidates.map(({ operation }) => operation)
      return candidates
        .map((entry) => ({ operation: entry.operation, score: scoreOf(entry, words) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .map(({ operation }) => operation)
    },
  }
}

function normOf(words: readonly string[], weightOf: (word: string) => number): number {
  return Math.sqrt(words.reduce((sum, word) => sum + weightOf(word) ** 2, 0))
}

function entryOf(operation: Operation): Entry {
  const { id, listing, endpoint } = operation
  const { api } = listing
  const asks = api.asks?.[id] ?? []
  const fields = {
    asks: asks.join(' '),
    name: id.replace(/([a-z])([A-Z])/g, '$1 $2'),
    summary: endpoint.summary,
    api: `${listing.slug} ${listing.title} ${api.summary}`,
    doc: endpoint.doc ?? '',
    params: Object.keys(endpoint.params).join(' '),
  }
  const counts = new Map<string, number>()
  let length = 0
  for (const [field, weight] of Object.entries(fieldWeights)) {
    const words = wordsOf(fields[field as keyof typeof fields])
    length += words.length
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  return { operation, counts, length, asks: asks.map((ask) => new Set(wordsOf(ask))) }
}
