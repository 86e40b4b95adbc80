// A page of the records that fit the filters, with the addresses of the pages beside it.
import { type EmbeddedRequest, refuse } from '#define'

const pageSize = 20

export interface Listed<T> {
  readonly info: { count: number; pages: number; next: string | null; prev: string | null }
  readonly results: T[]
}
/** A filter by its wire name and the stored text it looks into. */
export type Filters<T> = Readonly<Record<string, (record: T) => string>>

/**
 * The page that the call asks for, 20 records, by id. Every filter must fit: a part of the stored text, in either case.
 * Throws the provider's 404 for a page that does not exist, which is also what a filter without hits comes to.
 */
export function listPage<T>(all: readonly T[], filters: Filters<T>, request: EmbeddedRequest): Listed<T> {
  const given = givenFilters(filters, request.query)
  const tests = given.map(([name, text]) => ({ read: filters[name], fits: matcher(text) }))
  const found = all.filter((record) => tests.every(({ read, fits }) => read === undefined || fits(read(record))))
  const pages = Math.ceil(found.length / pageSize)
  const page = readPage(request.query.get('page'))
  if (page > pages) throw refuse(404, { error: 'There is nothing here' })
  const search = given.map(([name, text]) => `&${name}=${inAddress(text)}`).join('')
  const address = (number: number) => `${request.baseUrl}${request.path}?page=${number}${search}`
  return {
    info: {
      count: found.length,
      pages,
      next: page < pages ? address(page + 1) : null,
      prev: page > 1 ? address(page - 1) : null,
    },
    results: found.slice((page - 1) * pageSize, page * pageSize),
  }
}

/** The filters of this kind of record in the order of the call; the first value of each counts, an empty one does not. */
function givenFilters(filters: Filters<never>, query: URLSearchParams): [name: string, text: string][] {
  const names = [...new Set(query.keys())].filter((name) => Object.hasOwn(filters, name))
  return names.map((name): [string, string] => [name, query.get(name)?.trim() ?? '']).filter(([, text]) => text !== '')
}

/** A text that begins with `male` must stand at the beginning, so that it does not find `Female`. */
function matcher(text: string): (stored: string) => boolean {
  const wanted = text.toLowerCase()
  if (wanted.startsWith('male')) return (stored) => stored.toLowerCase().startsWith(wanted)
  return (stored) => stored.toLowerCase().includes(wanted)
}

/** What is not above 0 is the first page. */
function readPage(given: string | null): number {
  const page = Math.floor(Number(given ?? 1))
  return page > 0 ? page : 1
}

/** As it is, like the provider's, except for what would make another address of it. */
function inAddress(text: string): string {
  return text.replace(/[\s%&#+"<>\\^`{|}]|[^\x20-\x7e]+/g, encodeURIComponent)
}
