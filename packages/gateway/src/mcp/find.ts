// Finds operations by what people ask for: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework",
// 2009) over the words of an operation, the likeness to the nearest of its declared questions, and what its API is
// about.
import { createApiRelevance } from './api-relevance.ts'
import type { Operation } from './operations.ts'
import { wordsOf } from './words.ts'

export interface Finder {
  /** The best first; all in declared order for an empty query. Aliases are left out. */
  find(query: string, among: (operation: Operation) => boolean): readonly Operation[]
}

/** What else counts in a long query is not read. */
const maxQueryLength = 400
/** How much a word counts by where it stands. */
const fieldWeights = { asks: 2, words: 3, name: 5, summary: 4, api: 1, doc: 0.8, params: 0.4 }
const fieldNames = ['asks', 'words', 'name', 'summary', 'api', 'doc', 'params'] as const
/** Those that name the subject of an API; parameters are alike everywhere. */
const subjectFields = ['asks', 'words', 'name', 'summary', 'api'] as const
/** Saturation: how soon a further occurrence of a word counts little. */
const saturation = 3
/** How much the length of a text counts against it. */
const lengthShare = 0.6
/** The likeness of a question that has just the words of the query. */
const likenessWeight = 4
/** How much it counts that the query is about the API at all. */
const apiWeight = 0.8

interface Entry {
  readonly operation: Operation
  /** By word: how often it occurs, weighted by field and relative to the length of the field. */
  readonly counts: ReadonlyMap<string, number>
  readonly asks: readonly Ask[]
}
interface Ask {
  readonly words: ReadonlySet<string>
  readonly norm: number
}
type Fields = Readonly<Record<keyof typeof fieldWeights, readonly string[]>>

export function createFinder(operations: readonly Operation[]): Finder {
  const shown = operations.filter(({ endpoint }) => endpoint.alias === undefined)
  const fields = new Map(shown.map((operation) => [operation, fieldsOf(operation)]))
  const meanLengths = meanLengthsOf([...fields.values()])
  const frequencies = new Map<string, number>()
  for (const of of fields.values())
    for (const word of new Set(fieldNames.flatMap((field) => of[field])))
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const weightOf = (word: string) => {
    const frequency = frequencies.get(word) ?? 0
    return Math.log(1 + (shown.length - frequency + 0.5) / (frequency + 0.5))
  }
  const normOf = (words: Iterable<string>) => Math.sqrt([...words].reduce((sum, word) => sum + weightOf(word) ** 2, 0))
  const entries = [...fields].map(
    ([operation, of]): Entry => ({
      operation,
      counts: countsOf(of, meanLengths),
      asks: asksOf(operation).map((ask) => {
        const words = new Set(wordsOf(ask))
        return { words, norm: normOf(words) }
      }),
    }),
  )
  const relevanceOfApis = createApiRelevance(
    [...fields].map(([{ listing }, of]) => [listing.api.slug, subjectFields.flatMap((field) => of[field])]),
  )
  return {
    find(query, among) {
      const words = new Map(wordsOf(query.slice(0, maxQueryLength)).map((word) => [word, weightOf(word)]))
      const candidates = entries.filter(({ operation }) => among(operation))
      if (words.size === 0) return candidates.map(({ operation }) => operation)
      const norm = normOf(words.keys())
      const relevance = relevanceOfApis.of(words.keys())
      const bonusOf = ({ listing }: Operation) => apiWeight * (relevance.get(listing.api.slug) ?? 0)
      return candidates
        .map((entry) => ({ operation: entry.operation, score: scoreOf(entry, words, norm) }))
        .filter(({ score }) => score > 0)
        .map(({ operation, score }) => ({ operation, score: score + bonusOf(operation) }))
        .sort((a, b) => b.score - a.score)
        .map(({ operation }) => operation)
    },
  }
}

/** `query` has the weight of each word; `norm` is its length as a vector. */
function scoreOf({ counts, asks }: Entry, query: ReadonlyMap<string, number>, norm: number): number {
  let score = 0
  for (const [word, weight] of query) {
    const count = counts.get(word) ?? 0
    score += (weight * count) / (saturation + count)
  }
  return score === 0 ? 0 : score + likenessWeight * likenessOf(asks, query, norm)
}

/** The cosine between the query and the nearest question, 0 to 1. */
function likenessOf(asks: readonly Ask[], query: ReadonlyMap<string, number>, norm: number): number {
  let best = 0
  for (const ask of asks) {
    let shared = 0
    for (const [word, weight] of query) if (ask.words.has(word)) shared += weight * weight
    if (shared > 0) best = Math.max(best, shared / (ask.norm * norm))
  }
  return best
}

const asksOf = ({ id, listing }: Operation): readonly string[] => listing.api.asks?.[id] ?? []

function fieldsOf(operation: Operation): Fields {
  const { id, listing, endpoint } = operation
  return {
    asks: wordsOf(asksOf(operation).join(' ')),
    words: wordsOf(listing.api.words?.[id] ?? ''),
    name: wordsOf(apart(id)),
    summary: wordsOf(endpoint.summary),
    api: wordsOf(`${listing.slug} ${listing.title} ${listing.api.summary}`),
    doc: wordsOf(endpoint.doc ?? ''),
    params: wordsOf(parametersOf(operation)),
  }
}

function parametersOf({ endpoint }: Operation): string {
  const documented = Object.entries(endpoint.params).map(([name, { doc = '' }]) => `${apart(name)} ${doc}`)
  return [...documented, ...Object.keys(endpoint.body?.fields ?? {}).map(apart)].join(' ')
}

/** The words of a name in camel case or with underscores. */
const apart = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

function meanLengthsOf(all: readonly Fields[]): Readonly<Record<keyof typeof fieldWeights, number>> {
  const mean = (field: keyof typeof fieldWeights) =>
    all.reduce((sum, of) => sum + of[field].length, 0) / Math.max(1, all.length)
  return {
    ...{ asks: mean('asks'), words: mean('words'), name: mean('name'), summary: mean('summary') },
    ...{ api: mean('api'), doc: mean('doc'), params: mean('params') },
  }
}

function countsOf(of: Fields, meanLengths: Readonly<Record<keyof typeof fieldWeights, number>>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const field of fieldNames) {
    const relative = meanLengths[field] === 0 ? 1 : of[field].length / meanLengths[field]
    const each = fieldWeights[field] / (1 - lengthShare + lengthShare * relative)
    for (const word of of[field]) counts.set(word, (counts.get(word) ?? 0) + each)
  }
  return counts
}
