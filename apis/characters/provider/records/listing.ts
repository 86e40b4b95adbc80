// Lists a page of the records that match the filters, with the addresses of its neighbours (SOURCES 2).
import type { Call } from '#define'
import { pageCount, pageLinks, pageSlice } from '#provider'
import { noSuchPage } from '../errors.ts'

const pageSize = 20

export interface Listed<T> {
  readonly info: { count: number; pages: number; next: string | null; prev: string | null }
  readonly results: T[]
}
/** Filters by their wire names, with the stored string that each searches. */
export type Filters<T> = Readonly<Record<string, (record: T) => string>>

/**
 * Returns the requested page of 20 records, by id. Every filter must match a part of the stored string, ignoring case.
 * Throws the provider's 404 for a page that does not exist, and so for filters without matches.
 */
export function listPage<T>(all: readonly T[], filters: Filters<T>, request: Call['request']): Listed<T> {
  const used = usedFilters(filters, request.query)
  const tests = used.map(([name, value]) => ({ read: filters[name], matches: matcher(value) }))
  const records = all.filter((record) =>
    tests.every(({ read, matches }) => read === undefined || matches(read(record))),
  )
  const pages = pageCount(records.length, pageSize)
  const page = readPage(request.query.get('page'))
  if (page > pages) throw noSuchPage()
  const search = used.map(([name, value]) => `&${name}=${escapeForAddress(value)}`).join('')
  const addressOf = (number: number) => `${request.baseUrl}${request.path}?page=${number}${search}`
  const { next = null, prev = null } = pageLinks(page, pages, addressOf)
  return { info: { count: records.length, pages, next, prev }, results: pageSlice(records, page, pageSize) }
}

/**
 * Returns the filters of this kind of record in the order of the call; the first value of each counts, and an empty one
 * is ignored.
 */
function usedFilters(filters: Filters<never>, query: URLSearchParams): [name: string, value: string][] {
  const names = [...new Set(query.keys())].filter((name) => Object.hasOwn(filters, name))
  return names
    .map((name): [string, string] => [name, query.get(name)?.trim() ?? ''])
    .filter(([, value]) => value !== '')
}

/**
 * Creates the matcher of a value. One that begins with `male` must match at the beginning, so that it does not match
 * `Female` (SOURCES 2.4).
 */
function matcher(value: string): (stored: string) => boolean {
  const part = value.toLowerCase()
  if (part.startsWith('male')) return (stored) => stored.toLowerCase().startsWith(part)
  return (stored) => stored.toLowerCase().includes(part)
}

/** Reads a page; anything not above 0 means the first. */
function readPage(value: string | null): number {
  const page = Math.floor(Number(value ?? 1))
  return page > 0 ? page : 1
}

/** Escapes only characters that would change the address; the rest stays as received, as at the provider. */
function escapeForAddress(value: string): string {
  return value.replace(/[\s%&#+"<>\\^`{|}]|[^\x20-\x7e]+/g, encodeURIComponent)
}
