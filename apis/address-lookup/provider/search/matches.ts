// Finds the addresses with certain words without querying for all of them: the database is asked for the rarest words,
// enough to select few addresses, and the rest is compared here. Frequent words (`street`, a country, a single typed
// letter) cost the index most and select least.

import type { AddressRecord } from '../../model/address-record.ts'
import type { Database } from '../../tables.ts'
import { type Bounds, type Condition, expectedOf, planOf, withPairs } from './plan.ts'
import type { Query, Token } from './query.ts'
import { type Selection, sampledMatching, someMatching } from './store.ts'
import type { Vocabulary } from './vocabulary.ts'
import { addressKeys, addressWords, keyWord } from './words.ts'

interface Matches {
  readonly records: readonly AddressRecord[]
  /** True if these are all matches. */
  readonly isAll: boolean
}

/** Number of matches above which sampling pages is cheaper on PostgreSQL. */
const leastSampled = 2500
/** Factor of oversampling, because some pages have fewer matches. */
const sampledPerWanted = 4
/** The limit of words for sampling; each is compared with each sampled address. */
const mostSampled = 15

/** Returns the conditions of a query: its postcode, and each of its known words. */
export function conditionsOf({ tokens, postcode }: Pick<Query, 'tokens' | 'postcode'>): Condition[] {
  const words = tokens.filter(({ meanings }) => meanings.length > 0).map(conditionOf)
  return postcode ? [{ words: [keyWord('postcode', postcode)] }, ...words] : words
}

function conditionOf({ word, meanings, isPrefix }: Token): Condition {
  return { words: meanings, prefix: isPrefix ? word : undefined, isUnfinished: isPrefix }
}

interface Conditions {
  readonly conditions: readonly Condition[]
  readonly filters: Selection
  readonly vocabulary: Vocabulary
}
/** Returns everything that one database query can select by. */
export function selectionOf({ conditions, filters, vocabulary }: Conditions): Selection {
  const paired = withPairs(conditions, vocabulary)
  return { ...filters, groups: [...paired.conditions.map(({ words }) => words), ...filters.groups] }
}

/** Returns the addresses that meet all conditions and filters: all of them, or about `limit`. */
export async function findMatches(database: Database, wanted: Conditions, bounds: Bounds): Promise<Matches> {
  const { vocabulary, filters } = wanted
  const { limit, enough = limit } = bounds
  const all = [...wanted.conditions, ...filters.groups.map((words) => ({ words }))]
  const isSomeEnough = enough < limit
  if (isSomeEnough) {
    const sampled = await sampleOf(database, { all, filters, vocabulary }, { limit, enough })
    if (sampled) return { records: sampled, isAll: false }
  }
  const { conditions, isExact } = withPairs(all, vocabulary, isSomeEnough)
  const search = { database, all, filters, vocabulary, limit, enough }
  const found = await matchesOf(search, conditions, isExact)
  if (isExact || found.records.length >= enough) return { ...found, isAll: isExact && found.isAll }
  return matchesOf(search, withPairs(all, vocabulary).conditions, true)
}

interface PlannedSearch extends Required<Bounds> {
  readonly database: Database
  readonly all: readonly Condition[]
  readonly filters: Selection
  readonly vocabulary: Vocabulary
}

async function matchesOf(
  { database, all, filters: { box }, vocabulary, limit, enough }: PlannedSearch,
  conditions: readonly Condition[],
  mustBeAll: boolean,
): Promise<Matches> {
  const { dialect } = database
  const { asked, isWhole, most } = planOf(conditions, { limit, enough, dialect }, vocabulary)
  const found = await someMatching(database, { groups: asked.map(({ words }) => words), box }, most)
  const isAll = found.length < most
  if (isWhole) return { records: found, isAll }
  const kept = found.filter(meets(all))
  if (isAll || kept.length >= enough || !mustBeAll) return { records: kept, isAll }
  const records = await someMatching(database, { groups: conditions.map(({ words }) => words), box }, limit)
  return { records, isAll: records.length < limit }
}

/** Samples from very many matches on PostgreSQL; undefined if the index is cheaper, or nothing was found. */
async function sampleOf(
  database: Database,
  { all, filters, vocabulary }: Pick<PlannedSearch, 'all' | 'filters' | 'vocabulary'>,
  { limit, enough }: Required<Bounds>,
): Promise<readonly AddressRecord[] | undefined> {
  const expected = expectedOf(all, vocabulary)
  const words = all.reduce((sum, one) => sum + one.words.length, 0)
  if (database.dialect === 'sqlite' || expected < leastSampled || words > mostSampled || filters.box) return undefined
  const percent = (100 * sampledPerWanted * enough) / expected
  // groups with few words are compared first
  const groups = all.map((one) => one.words).sort((a, b) => a.length - b.length)
  const sampled = await sampledMatching(database, { groups }, { percent, limit })
  return sampled.length >= enough ? sampled : undefined
}

function meets(conditions: readonly Condition[]): (record: AddressRecord) => boolean {
  const compared = conditions.map(({ words, prefix }) => ({ words: new Set(words), prefix }))
  const keyWords = conditions.flatMap(({ words }) => words.filter((word) => word.charAt(1) === '_'))
  const letters = new Set(keyWords.map((word) => word.charAt(0)))
  return (record) => {
    const own = addressWords(record)
    const known = letters.size > 0 ? [...own, ...addressKeys(record, letters)] : own
    return compared.every(
      ({ words, prefix }) =>
        known.some((word) => words.has(word)) || (prefix !== undefined && own.some((word) => word.startsWith(prefix))),
    )
  }
}
