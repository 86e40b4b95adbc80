// Reads the texts that a query sends, within their limits.
import { badRequest } from '../errors.ts'

export type Flag = boolean | string | undefined
export interface StructureInput {
  readonly db: string
  readonly search?: string | undefined
  readonly b64search?: string | undefined
  readonly page?: number | undefined
  readonly pagesize?: number | undefined
}

const mostSearches = 100
const longestText = 2000
const longestMol = 64 * 1024

/** Returns the values of `search`, which can repeat. */
export function searchesOf(query: URLSearchParams): string[] {
  const searches = query.getAll('search')
  if (searches.length > mostSearches) throw badRequest(`At most ${mostSearches} searches can be combined.`)
  return searches
}

/** Returns a base64 text, checked as by `readable`. */
export function decoded(base64: string): string {
  return readable(Buffer.from(base64, 'base64').toString('utf8'))
}

/** Checks a structure. Throws the provider's 400 if it is too long for any reader. */
export function readable(text: string): string {
  const longest = text.includes('M  END') ? longestMol : longestText
  if (text.length > longest) throw badRequest(`A structure may have at most ${longest} characters.`)
  return text
}

export const isOn = (flag: Flag): boolean => flag === true || flag === 'yes' || flag === 'on'
