// Numbers and pages in the strings of a query.
import { addressError } from '../errors.ts'

const defaultLimit = 10
const mostResults = 100
/** The limit of results over all pages. */
const mostPaged = 10_000

/** Reads a limit between 1 and 100; 10 for anything else. */
export function readLimit(text: string | undefined): number {
  const limit = Math.floor(Number(text ?? defaultLimit))
  return limit >= 1 ? Math.min(limit, mostResults) : defaultLimit
}

/** Reads a page, from 0. Throws 40012 beyond the first 10,000 results. */
export function readPage(text: string | undefined, limit: number): number {
  const page = Math.floor(Number(text ?? 0))
  if (!(page > 0)) return 0
  if (page * limit >= mostPaged) throw addressError(40012)
  return page
}

/** Reads a whole number. Throws 4000 for anything else. */
export function readNumber(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw addressError(4000)
  return Number(text)
}

/** Returns the members of an address that the caller requests. */
export function selectMembers<T extends object>(address: T, filter: string | undefined): Partial<T> {
  if (filter === undefined) return address
  const wanted = new Set(filter.split(',').map((name) => name.trim()))
  const members: Partial<T> = {}
  for (const name in address) if (wanted.has(name)) members[name] = address[name]
  return members
}
