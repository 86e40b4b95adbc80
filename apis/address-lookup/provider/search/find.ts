// Finds the addresses that a query means, best first. A limited number of matches is ranked; further pages continue in
// the order of the store.

import type { AddressRecord } from '../../model/address-record.ts'
import type { Database } from '../../tables.ts'
import { rowIds } from '../addresses/ids.ts'
import { suggestionText } from '../addresses/view.ts'
import type { Bias } from './filters.ts'
import { conditionsOf, findMatches, selectionOf } from './matches.ts'
import type { Condition, Bounds as PlanBounds } from './plan.ts'
import { normalText, type Query, type Token } from './query.ts'
import { addressesOf, type Box, countMatching, matchingIds, type Selection } from './store.ts'
import type { Vocabulary } from './vocabulary.ts'
import { addressWords } from './words.ts'

/** The limit of ranked matches. */
const mostRanked = 250
/** The limit of matches ranked during typing, when a few letters match almost anything. */
const mostSuggested = 120
/** The limit of rarer matches. */
const mostRarer = 60
/** The limit of matches for each bias. */
const mostBiased = 60
/** The limit of suggestions compared by their whole text. */
const mostCompared = 30
/** The limit up to which totals are counted (SOURCES 5.3). */
const mostCounted = 10_000

interface Search {
  readonly query: Query
  readonly filters: Selection
  readonly bias: Bias
  readonly start: number
  readonly limit: number
}
interface SearchData extends Database {
  readonly words: Vocabulary
}
interface Bounds {
  readonly ranked: number
  /** Number of matches that suffices if there are more. */
  readonly enough: number
  readonly compared: number
}
interface Ranked {
  readonly records: readonly AddressRecord[]
  readonly isAll: boolean
  readonly conditions: readonly Condition[]
}

/** Returns the best matches of partial input. */
export async function suggestAddresses(data: SearchData, search: Search): Promise<readonly AddressRecord[]> {
  const { limit } = search
  const bounds = {
    ranked: Math.max(mostSuggested, limit),
    enough: limit,
    compared: Math.max(mostCompared, limit),
  }
  return (await rankedMatches(data, search, bounds)).records.slice(0, limit)
}

export async function findAddresses(
  data: SearchData,
  search: Search,
): Promise<{ readonly total: number; readonly records: readonly AddressRecord[] }> {
  const { filters, start, limit } = search
  const bounds = { ranked: mostRanked, enough: mostRanked, compared: Number.POSITIVE_INFINITY }
  const { records, isAll, conditions } = await rankedMatches(data, search, bounds)
  const listed = records.slice(start, start + limit)
  if (isAll) return { total: records.length, records: listed }
  const selection = selectionOf({ conditions, filters, vocabulary: data.words })
  const total = await countMatching(data, selection, mostCounted)
  if (listed.length === limit) return { total, records: listed }
  const offset = Math.max(0, start - records.length)
  const except = records.flatMap(({ id }) => rowIds(id))
  const further = await matchingIds(data, selection, { limit: limit - listed.length, offset, except })
  return { total, records: [...listed, ...(await addressesOf(data.db, further))] }
}

/**
 * Returns the addresses with every word or, without any, those with all words but one. Unknown words are ignored if
 * they are fewer than half.
 */
async function rankedMatches(data: SearchData, search: Search, { ranked, enough, compared }: Bounds): Promise<Ranked> {
  const { query, filters } = search
  const nothing: Ranked = { records: [], isAll: true, conditions: [] }
  const unknown = query.tokens.filter(({ meanings }) => meanings.length === 0).length
  if (unknown > query.tokens.length - unknown + (query.postcode ? 1 : 0)) return nothing
  const conditions = conditionsOf(query)
  if (conditions.length === 0 && filters.groups.length === 0 && !filters.box) return nothing
  const find = async (some: readonly Condition[]): Promise<Ranked> => {
    const wanted = { conditions: some, filters, vocabulary: data.words }
    const found = await findMatches(data, wanted, { limit: ranked, enough })
    return { ...found, conditions: some }
  }
  let best = await find(conditions)
  if (conditions.length >= 3)
    for (const left of conditions) {
      if (best.records.length > 0) break
      best = await find(conditions.filter((one) => one !== left))
    }
  if (!best.isAll)
    best = {
      ...best,
      records: [
        ...best.records,
        ...(await rarerMatches(data, search, best, { limit: mostRarer, enough })),
        ...(await biasedMatches(data, search, best.conditions)),
      ],
    }
  const records = [...new Map(best.records.map((record) => [record.id, record])).values()]
  return { ...best, records: inOrder(records, search, compared) }
}

/**
 * Returns rarer matches from too many: those whose last word is exactly as typed, or a less frequent completion of it.
 */
async function rarerMatches(
  data: SearchData,
  { query, filters }: Search,
  { records, conditions }: Ranked,
  bounds: Required<PlanBounds>,
): Promise<AddressRecord[]> {
  const last = query.tokens.at(-1)
  if (!last?.isPrefix) return []
  // the word itself comes first, the others by frequency
  const isExact = last.meanings[0] === last.word
  const [first, ...others] = last.meanings.slice(isExact ? 1 : 0)
  // infrequent words are among the matches already
  const isCrowdedOut = first !== undefined && data.words.uses(first) > sumOf(others, data.words.uses)
  const some = [...(isExact ? [[last.word]] : []), ...(isCrowdedOut ? [others] : [])]
  const known = new Set(records.map(({ id }) => id))
  const found: AddressRecord[] = []
  for (const words of some.filter((one) => one.length > 0)) {
    const narrower = conditions.map((one) => (one.prefix === undefined ? one : { words, isUnfinished: true }))
    const wanted = { conditions: narrower, filters, vocabulary: data.words }
    for (const record of (await findMatches(data, wanted, bounds)).records)
      if (!known.has(record.id)) {
        known.add(record.id)
        found.push(record)
      }
  }
  return found
}

/** Reads the matches that a bias prefers, which the limit can have left unread. */
async function biasedMatches(
  data: SearchData,
  { filters, bias }: Search,
  conditions: readonly Condition[],
): Promise<AddressRecord[]> {
  const found: AddressRecord[] = []
  for (const { groups, box } of bias.selections) {
    const narrower = { groups: [...filters.groups, ...groups], box: intersection(filters.box, box) }
    const wanted = { conditions, filters: narrower, vocabulary: data.words }
    found.push(...(await findMatches(data, wanted, { limit: mostBiased })).records)
  }
  return found
}

function intersection(one: Box | undefined, other: Box | undefined): Box | undefined {
  if (!one || !other) return one ?? other
  const [west, south] = [Math.max(one.west, other.west), Math.max(one.south, other.south)]
  return { west, south, east: Math.min(one.east, other.east), north: Math.min(one.north, other.north) }
}

function sumOf(words: readonly string[], uses: (word: string) => number): number {
  return words.reduce((sum, word) => sum + uses(word), 0)
}

/** Sorts best first. Formatting an address costs most, so only the best are compared by their text. */
function inOrder(records: readonly AddressRecord[], { query, bias }: Search, compared: number): AddressRecord[] {
  const tokens = query.tokens.map((token) => ({ ...token, among: new Set(token.meanings) }))
  const scored = records.map((record) => ({ record, score: scoreOf(record, tokens) + 4 * bias.met(record) }))
  scored.sort((a, b) => b.score - a.score)
  const best = scored.slice(0, compared).map(({ record, score }) => {
    const text = normalText(suggestionText(record))
    return { record, text, score: score + (query.text !== '' && text.startsWith(query.text) ? 6 : 0) }
  })
  best.sort((a, b) => b.score - a.score || natural.compare(a.text, b.text))
  return [...best, ...scored.slice(compared)].map(({ record }) => record)
}

/** Compares digits as whole numbers, so that 2 comes before 10. */
const natural = new Intl.Collator('en', { numeric: true })

interface ScoredToken extends Token {
  /** Its meanings, as a set for lookups. */
  readonly among: ReadonlySet<string>
}

function scoreOf(record: AddressRecord, tokens: readonly ScoredToken[]): number {
  const words = addressWords(record)
  let score = -0.02 * words.length
  for (const token of tokens) score += scoreOfToken(record, words, token)
  return score
}

function scoreOfToken({ building_number = '' }: AddressRecord, words: readonly string[], token: ScoredToken): number {
  if (building_number.toLowerCase() === token.word) return 5
  if (words.includes(token.word)) return 2
  if (words.some((word) => token.among.has(word))) return 1.2
  return token.isPrefix && words.some((word) => word.startsWith(token.word)) ? 1.2 : 0
}
