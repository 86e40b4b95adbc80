// Finds operations by what people ask for: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework",
// 2009) over the words of an operation, the likeness to the nearest of its declared questions, to its name and to its
// summary, what its API is about, and what is to be done (list, show one, create, update, delete).
import { mapInSteps, yieldToEventLoop } from '#provider'
import { type Action, actionOf, actionsMeant } from './actions.ts'
import { createApiRelevance } from './api-relevance.ts'
import { kindsOfValues } from './kinds-of-value.ts'
import { createNearWords } from './near-words.ts'
import type { Operation } from './operations.ts'
import { relatedWords } from './related-words.ts'
import { wordsOf } from './words.ts'

export interface Finder {
  /** The best first; all in declared order for an empty query. Aliases are left out. */
  find(query: string, among: (operation: Operation) => boolean): readonly Operation[]
}

/** What else counts in a long query is not read. */
const maxQueryLength = 400
/** Words that fewer operations have count as if so many had: a rare word says less about a question than it seems. */
const leastFrequency = 4
/** How much a word counts by where it stands. */
const fieldWeights = { asks: 1.2, words: 5.5, name: 2.5, summary: 1.5, api: 1, doc: 1.2, params: 0.2 }
const fieldNames = ['asks', 'words', 'name', 'summary', 'api', 'doc', 'params'] as const
/** Those that name the subject of an API; parameters are alike everywhere. */
const subjectFields = ['asks', 'words', 'name', 'summary', 'api'] as const
/** Saturation: how soon a further occurrence of a word counts little. */
const saturation = 2.5
/** How much the length of a text counts against it. */
const lengthShare = 0.5
/** The likeness of a text that has just the words of the query. */
const likenessWeight = 2.5
/** How much it counts that the query is about the API at all. */
const apiWeight = 1.2
/** How much it counts that the query means the kind of action. */
const actionWeight = 1
/** How much a word counts that the query does not have, but that one of its words may stand for. */
const relatedWeights = { ofDeclared: 0.2, ofUnknown: 1, near: 0.6 }

interface Entry {
  readonly operation: Operation
  /** By word: how often it occurs, weighted by field and relative to the length of the field. */
  readonly counts: ReadonlyMap<string, number>
  readonly asks: readonly Ask[]
  readonly action: Action | undefined
}
interface Ask {
  readonly words: ReadonlySet<string>
  readonly norm: number
}
type Fields = Readonly<Record<keyof typeof fieldWeights, readonly string[]>>

/** Prepares the search in steps: with several hundred operations it takes a tenth of a second. */
export async function createFinder(operations: readonly Operation[]): Promise<Finder> {
  const shown = operations.filter(({ endpoint }) => endpoint.alias === undefined)
  const fields = new Map(await mapInSteps(shown, (operation) => [operation, fieldsOf(operation)] as const))
  await yieldToEventLoop()
  const meanLengths = meanLengthsOf([...fields.values()])
  const frequencies = new Map<string, number>()
  await mapInSteps(fields.values(), (of) => {
    for (const word of new Set(fieldNames.flatMap((field) => of[field])))
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  })
  const weightOf = (word: string) => {
    const frequency = Math.max(leastFrequency, frequencies.get(word) ?? 0)
    return Math.log(1 + (shown.length - frequency + 0.5) / (frequency + 0.5))
  }
  const normOf = (words: Iterable<string>) => Math.sqrt([...words].reduce((sum, word) => sum + weightOf(word) ** 2, 0))
  await yieldToEventLoop()
  const entries = await mapInSteps(
    fields,
    ([operation, of]): Entry => ({
      operation,
      action: actionOf(operation),
      counts: countsOf(of, meanLengths),
      asks: [...asksOf(operation), thingOf(operation), operation.endpoint.summary].map((ask) => {
        const words = new Set(wordsOf(ask))
        return { words, norm: normOf(words) }
      }),
    }),
  )
  await yieldToEventLoop()
  const near = createNearWords(frequencies.keys())
  await yieldToEventLoop()
  /** Words that the query may mean, with their weights. Those of a word that no declaration has count most. */
  const relatedOf = (query: ReadonlyMap<string, number>) => {
    const related = new Map<string, number>()
    const relate = (other: string, share: number) => {
      if (!query.has(other)) related.set(other, Math.max(related.get(other) ?? 0, share * weightOf(other)))
    }
    for (const word of query.keys()) {
      const isDeclared = frequencies.has(word)
      const share = isDeclared ? relatedWeights.ofDeclared : relatedWeights.ofUnknown
      for (const other of relatedWords(word)) relate(other, share)
      if (!isDeclared) for (const other of near.of(word)) relate(other, relatedWeights.near)
    }
    return related
  }
  const subjects = await mapInSteps(
    fields,
    ([{ listing }, of]) =>
      [
        listing.api.slug,
        [...subjectFields.flatMap((field) => of[field]), ...wordsOf(listing.api.topics ?? '')],
      ] as const,
  )
  await yieldToEventLoop()
  const relevanceOfApis = createApiRelevance(subjects)
  await yieldToEventLoop()
  return {
    find(query, among) {
      const text = query.slice(0, maxQueryLength)
      const kinds = wordsOf(kindsOfValues(text).join(' '))
      const words = new Map([...wordsOf(text), ...kinds].map((word) => [word, weightOf(word)]))
      const candidates = entries.filter(({ operation }) => among(operation))
      if (words.size === 0) return candidates.map(({ operation }) => operation)
      const related = relatedOf(words)
      const norm = normOf(words.keys())
      const meant = actionsMeant(query)
      const relevance = relevanceOfApis.of(words.keys())
      const bonusOf = ({ listing }: Operation) => apiWeight * (relevance.get(listing.api.slug) ?? 0)
      return candidates
        .map((entry) => ({ entry, score: scoreOf(entry, { words, related, norm }) }))
        .filter(({ score }) => score > 0)
        .map(({ entry: { operation, action }, score }) => ({
          operation,
          score: score + bonusOf(operation) + actionWeight * (action === undefined ? 0 : (meant.get(action) ?? 0)),
        }))
        .sort((a, b) => b.score - a.score)
        .map(({ operation }) => operation)
    },
  }
}

interface Query {
  /** The weight of each word. */
  readonly words: ReadonlyMap<string, number>
  readonly related: ReadonlyMap<string, number>
  /** The length of `words` as a vector. */
  readonly norm: number
}

function scoreOf({ counts, asks }: Entry, { words, related, norm }: Query): number {
  const score = matchOf(counts, words) + matchOf(counts, related)
  return score === 0 ? 0 : score + likenessWeight * likenessOf(asks, words, norm)
}

function matchOf(counts: ReadonlyMap<string, number>, words: ReadonlyMap<string, number>): number {
  let score = 0
  for (const [word, weight] of words) {
    const count = counts.get(word) ?? 0
    score += (weight * count) / (saturation + count)
  }
  return score
}

/** The cosine between the query and the nearest text, 0 to 1. */
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

/** What it is about, where its name says only that besides reading. */
const thingOf = ({ id }: Operation) => apart(id).replace(/^(?:list|get) /, '')

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
