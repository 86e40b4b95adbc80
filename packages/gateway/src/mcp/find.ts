// Finds operations by words: the rarer a word that an operation shares with the question, the more it counts.
import type { Operation } from './operations.ts'

export interface Finder {
  /** The best first; all in declared order for an empty query. */
  find(query: string, among: (operation: Operation) => boolean): readonly Operation[]
}

export function createFinder(operations: readonly Operation[]): Finder {
  const words = new Map(operations.map((operation) => [operation, wordsOf(textOf(operation))]))
  const counts = new Map<string, number>()
  for (const set of words.values()) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weightOf = (word: string) => Math.log(1 + operations.length / (counts.get(word) ?? operations.length))
  return {
    find(query, among) {
      const asked = wordsOf(query.slice(0, 400))
      const candidates = operations.filter(among)
      if (asked.size === 0) return candidates
      return candidates
        .map((operation) => {
          const own = words.get(operation) ?? new Set()
          let score = 0
          for (const word of asked) if (own.has(word)) score += weightOf(word)
          return { operation, score: score / Math.sqrt(10 + own.size) }
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .map(({ operation }) => operation)
    },
  }
}

function textOf({ id, listing, endpoint }: Operation): string {
  const name = id.replace(/([a-z])([A-Z])/g, '$1 $2')
  return [name, listing.slug, listing.title, endpoint.summary, endpoint.doc, ...Object.keys(endpoint.params)].join(' ')
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return new Set(words.map((word) => word.replace(/(?:es|s)$/, '')))
}
