// Candidates for a written address: those of its postcode, and those that share its rarest words.
import type { AddressRecord } from '../../model/address-record.ts'
import type { SearchDeps } from '../lookups/search.ts'
import { conditionsOf, findMatches } from '../search/matches.ts'
import type { Token } from '../search/query.ts'
import { addressesOfPostcode } from '../search/store.ts'
import type { Vocabulary } from '../search/vocabulary.ts'
import type { Written } from './written.ts'

const mostOfQuery = 40
const mostCandidates = 200

/** Yields candidates in batches, the likeliest first; a caller with a match can stop early. */
export async function* candidatesFor(
  deps: SearchDeps,
  written: Written,
  vocabulary: Vocabulary,
): AsyncGenerator<AddressRecord[]> {
  const known = new Set<string>()
  const unknown = (records: readonly AddressRecord[]) => {
    const added = records.filter(({ id }) => !known.has(id)).slice(0, mostCandidates - known.size)
    for (const { id } of added) known.add(id)
    return added
  }
  if (written.postcode) yield unknown(await addressesOfPostcode(deps.db, written.postcode))
  const asked = new Set<string>()
  for (const tokens of combinationsOf(written)) {
    const conditions = conditionsOf({ tokens, postcode: '' })
    const key = JSON.stringify(conditions)
    if (conditions.length === 0 || asked.has(key) || known.size >= mostCandidates) continue
    asked.add(key)
    const wanted = { conditions, filters: { groups: [] }, vocabulary }
    yield unknown((await findMatches(deps, wanted, { limit: mostOfQuery })).records)
  }
}

/** Returns the combinations of words to search for: all; numbers with the rarest; the rarest alone. */
function combinationsOf({ tokens, uses }: Written): Token[][] {
  const known = tokens.filter(({ meanings }) => meanings.length > 0)
  const usesOf = ({ meanings }: Token) => meanings.reduce((sum, word) => sum + uses(word), 0)
  const numbers = known.filter(({ word }) => /\d/.test(word))
  const [first, second, third] = known.filter(({ word }) => !/\d/.test(word)).sort((a, b) => usesOf(a) - usesOf(b))
  const texts = [first, second, third].filter((token) => token !== undefined)
  const pairs = texts.flatMap((a, at) => texts.slice(at + 1).map((b) => [a, b]))
  const withNumbers = numbers
    .slice(0, 2)
    .flatMap((number) => [...pairs, ...texts.map((text) => [text])].map((some) => [number, ...some]))
  return [known, ...withNumbers, ...pairs]
}
