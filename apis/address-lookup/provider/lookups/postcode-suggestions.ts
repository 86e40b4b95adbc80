// Suggestions for a mistyped postcode: first with confused letters and digits corrected, then with the same beginning.
import type { Db } from '../../tables.ts'
import { compactPostcode, correctedPostcodes, spacedPostcode } from '../postcodes/postcode.ts'
import { postcodesFrom } from '../search/store.ts'

const mostSuggestions = 5
const shortestPrefix = 2

/** Returns up to five existing postcodes; empty for a text unlike any postcode. */
export async function suggestPostcodes(db: Db, text: string): Promise<string[]> {
  const compact = compactPostcode(text)
  const corrections = correctedPostcodes(text)
  const isAlike = compact.length >= 4 && compact.length <= 8 && /^[A-Z]{1,2}\d/.test(compact)
  if (corrections.length === 0 && !isAlike) return []
  const found = new Set<string>()
  for (const corrected of corrections) for (const postcode of await postcodesFrom(db, corrected, 1)) found.add(postcode)
  for (let length = compact.length - 1; length >= shortestPrefix && found.size < mostSuggestions; length--)
    for (const postcode of await postcodesFrom(db, compact.slice(0, length), mostSuggestions)) found.add(postcode)
  return [...found].slice(0, mostSuggestions).map(spacedPostcode)
}
