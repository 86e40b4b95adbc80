// Finds operations by a person's words: `minisearch` ranks the words of an operation (BM25+), with our synonyms as
// data, and operations that match the action of the question (list, show one, create, update, delete) count more.
import MiniSearch from 'minisearch'
import { actionOf, actionsMeant } from './actions.ts'
import { kindsOfValues } from './kinds-of-value.ts'
import type { Operation } from './operations.ts'
import { relatedWords } from './related-words.ts'
import { wordsOf } from './words.ts'

export interface Finder {
  /** Returns the best matches first, or all in declared order for an empty query. Aliases are left out. */
  find(query: string, among: (operation: Operation) => boolean): readonly Operation[]
}

/** The limit of a query's characters that are read. */
const maxQueryLength = 400
/** The lengths of words that are also searched with other endings and typing errors. */
const minInexactLength = 5
const maxInexactLength = 30
/** The weight of a word by the text of the operation it occurs in; parameters are alike everywhere. */
const boost = { asks: 3, words: 4, name: 2.5, summary: 2, api: 1, topics: 1, doc: 0.8, params: 0.1 }
/** The weight of a word that stands for a word of the query, depending on whether the declarations use that one too. */
const relatedWeights = { ofDeclared: 0.2, ofUnknown: 1 }
/** The share by which a query's action can raise the score of an operation. */
const actionWeight = 0.3
/** The number of operations indexed before others get their turn. */
const chunkSize = 20

export async function createFinder(operations: readonly Operation[]): Promise<Finder> {
  const shown = operations.filter(({ endpoint }) => endpoint.alias === undefined)
  const declared = new Set<string>()
  const byName = new Map(shown.map((operation) => [operation.name, operation]))
  const index = new MiniSearch<TextsOfOperation>({
    fields: Object.keys(boost),
    tokenize: wordsOf,
    processTerm: (word) => {
      declared.add(word)
      return word
    },
  })
  await index.addAllAsync(shown.map(textsOf), { chunkSize })
  return {
    find(query, among) {
      const text = query.slice(0, maxQueryLength)
      const words = new Set([...wordsOf(text), ...wordsOf(kindsOfValues(text).join(' '))])
      if (words.size === 0) return shown.filter(among)
      const weights = weightsOf(words, declared)
      const meant = actionsMeant(text)
      const isInexact = (word: string) =>
        !declared.has(word) && word.length >= minInexactLength && word.length <= maxInexactLength && !/\d/.test(word)
      const results = index.search(text, {
        tokenize: () => [...weights.keys()],
        processTerm: (word) => word,
        boost,
        boostTerm: (word) => weights.get(word) ?? 1,
        boostDocument: (name) => {
          const operation = byName.get(name)
          const action = operation && actionOf(operation)
          return 1 + (action === undefined ? 0 : actionWeight * (meant.get(action) ?? 0))
        },
        fuzzy: (word) => (isInexact(word) ? 0.2 : false),
        prefix: isInexact,
      })
      return results.flatMap(({ id }) => byName.get(id) ?? []).filter(among)
    },
  }
}

/** Returns weights of the words of a query and of those that they can stand for. */
function weightsOf(words: ReadonlySet<string>, declared: ReadonlySet<string>): ReadonlyMap<string, number> {
  const weights = new Map<string, number>([...words].map((word) => [word, 1]))
  for (const word of words) {
    const weight = declared.has(word) ? relatedWeights.ofDeclared : relatedWeights.ofUnknown
    for (const other of relatedWords(word)) weights.set(other, Math.max(weights.get(other) ?? 0, weight))
  }
  return weights
}

interface TextsOfOperation extends Readonly<Record<keyof typeof boost, string>> {
  /** The full name of the operation. */
  readonly id: string
}

function textsOf({ name, id, listing, endpoint }: Operation): TextsOfOperation {
  const { api } = listing
  const parameters = Object.entries(endpoint.params).map(([param, { doc = '' }]) => `${apart(param)} ${doc}`)
  return {
    id: name,
    name: apart(id),
    asks: (api.asks?.[id] ?? []).join(' '),
    words: api.words?.[id] ?? '',
    summary: endpoint.summary,
    api: `${listing.slug} ${listing.title} ${api.summary}`,
    topics: api.topics ?? '',
    doc: endpoint.doc ?? '',
    params: [...parameters, ...Object.keys(endpoint.body?.fields ?? {}).map(apart)].join(' '),
  }
}

/** Splits a name in camel case or with underscores into words. */
const apart = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
