// The addresses that a text could mean: those of its postcode, and those that share its rarest words.
import type { AddressRecord } from '../addresses/record.ts'
import type { SearchDeps } from '../lookups/search.ts'
import type { Token } from '../search/query.ts'
import { addressesOf, addressesOfPostcode, matchingIds } from '../search/store.ts'
import type { Written } from './written.ts'

const mostOfQuery = 40
const mostCandidates = 200

export async function candidatesFor(deps: SearchDeps, written: Written): Promise<AddressRecord[]> {
  const candidates = new Map<string, AddressRecord>()
  const add = (records: readonly AddressRecord[]) => {
    for (const record of records) if (candidates.size < mostCandidates) candidates.set(record.id, record)
  }
  if (written.postcode) add(await addressesOfPostcode(deps.db, written.postcode))
  const asked = new Set<string>()
  for (const tokens of combinationsOf(written)) {
    const groups = tokens.map(({ meanings }) => [...meanings])
    const key = JSON.stringify(groups)
    if (groups.length === 0 || asked.has(key)) continue
    asked.add(key)
    add(await addressesOf(deps.db, await matchingIds(deps, { groups }, { limit: mostOfQuery })))
  }
  return [...candidates.values()]
}

/** Which words to ask for together: all; numbers with the rarest; the rarest alone. */
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
