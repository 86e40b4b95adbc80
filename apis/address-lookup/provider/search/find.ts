// Finds the addresses that a query means, best first. A limited number of matches is ranked; further pages continue in
// the order of the store.
import type { Database } from '../../tables.ts'
import type { AddressRecord } from '../addresses/record.ts'
import { suggestionText } from '../addresses/view.ts'
import type { Bias } from './filters.ts'
import { groupsOf, normalText, type Query, type Token } from './query.ts'
import { addressesOf, countMatching, matchingIds, type Selection } from './store.ts'

/** As many matches are ranked. */
const mostRanked = 250
/** Totals are counted up to here (SOURCES 5.3). */
export const mostCounted = 10_000

export interface Search {
  readonly query: Query
  readonly filters: Selection
  readonly bias: Bias
  readonly start: number
  readonly limit: number
}
export interface Found {
  readonly total: number
  readonly records: readonly AddressRecord[]
}

export async function findAddresses(database: Database, search: Search): Promise<Found> {
  const { query, filters, start, limit } = search
  const selection = await selectionOf(database, query, filters)
  if (!selection) return { total: 0, records: [] }
  const ranked = await rankedMatches(database, selection, search)
  const isAll = ranked.length < mostRanked
  const total = isAll ? ranked.length : await countMatching(database, selection, mostCounted)
  const records = ranked.slice(start, start + limit)
  const from = Math.max(start, mostRanked)
  if (isAll || records.length === limit) return { total, records }
  const ids = await matchingIds(database, selection, { limit: start + limit - from, offset: from })
  return { total, records: [...records, ...(await addressesOf(database.db, ids))] }
}

/**
 * What has every word; without a match, what has all but one of them. Words that no address has do not count, as long
 * as they are less than half.
 */
async function selectionOf(database: Database, query: Query, filters: Selection): Promise<Selection | undefined> {
  const known = query.tokens.filter(({ meanings }) => meanings.length > 0)
  const unknown = query.tokens.length - known.length
  if (unknown > known.length + (query.postcode ? 1 : 0)) return undefined
  const groups = groupsOf({ tokens: known, postcode: query.postcode })
  const withFilters = (some: readonly (readonly string[])[]): Selection => ({
    ...filters,
    groups: [...some, ...filters.groups],
  })
  if (groups.length === 0 && filters.groups.length === 0 && !filters.box) return undefined
  const all = withFilters(groups)
  if (groups.length < 3 || (await hasMatch(database, all))) return all
  for (const left of groups) {
    const fewer = withFilters(groups.filter((group) => group !== left))
    if (await hasMatch(database, fewer)) return fewer
  }
  return all
}

async function hasMatch(database: Database, selection: Selection): Promise<boolean> {
  return (await matchingIds(database, selection, { limit: 1 })).length > 0
}

async function rankedMatches(database: Database, selection: Selection, { query, bias }: Search) {
  const ids = await matchingIds(database, selection, { limit: mostRanked })
  const further = ids.length === mostRanked ? narrowerThan(selection, query) : []
  for (const narrower of further) ids.push(...(await matchingIds(database, narrower, { limit: mostRanked })))
  const records = await addressesOf(database.db, [...new Set(ids)])
  const scored = records.map((record) => {
    const text = normalText(suggestionText(record))
    return { record, text, score: scoreOf(record, text, query) + 4 * bias(record) }
  })
  return scored.sort((a, b) => b.score - a.score || natural.compare(a.text, b.text)).map(({ record }) => record)
}

/**
 * Of too many matches those are worth a second look whose last word is exactly what was typed, or not the most
 * frequent of the words that it may become.
 */
function narrowerThan(selection: Selection, { tokens }: Query): Selection[] {
  const last = tokens.at(-1)
  if (!last?.isPrefix) return []
  // the word itself comes first, the others by how often they are used
  const rarer = last.meanings.slice(last.meanings[0] === last.word ? 2 : 1)
  const isLast = (group: readonly string[]) => group.join() === last.meanings.join()
  const withLast = (words: readonly string[]) => ({
    ...selection,
    groups: selection.groups.map((group) => (isLast(group) ? words : group)),
  })
  const exact = last.meanings.includes(last.word) ? [withLast([last.word])] : []
  return rarer.length > 0 ? [...exact, withLast(rarer)] : exact
}

/** By whole numbers, so that 2 comes before 10. */
const natural = new Intl.Collator('en', { numeric: true })

function scoreOf(record: AddressRecord, text: string, query: Query): number {
  const words = text.split(' ')
  let score = -0.02 * words.length
  for (const token of query.tokens) score += scoreOfToken(record, words, token)
  if (query.text !== '' && text.startsWith(query.text)) score += 6
  return score
}

function scoreOfToken({ building_number = '' }: AddressRecord, words: readonly string[], token: Token): number {
  if (building_number.toLowerCase() === token.word) return 5
  if (words.includes(token.word)) return 2
  return token.meanings.some((meaning) => words.includes(meaning)) ? 1.2 : 0
}
