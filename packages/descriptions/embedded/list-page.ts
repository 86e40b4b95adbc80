// The part of a list that a call asks for: filters by query parameters that are named like a property, then a page.
import { isJson } from '../reading/json.ts'
import type { StoredResource } from './stored-resources.ts'

export interface ListPage {
  readonly items: readonly StoredResource[]
  /** The number of resources that the filters leave. */
  readonly total: number
  readonly hasMore: boolean
  /** The number of the resource with which the page begins, and of the one with which the next does. */
  readonly start: number
  readonly next: number
  readonly size: number
}

// names as `plainName` writes them
const sizes = 'limit perpage pagesize size count maxresults maxitems first top take pagelimit'.split(' ')
const starts = `offset skip start startindex cursor pagetoken nexttoken token nextcursor continuationtoken continuation
  marker`.split(/\s+/)
const lasts = 'after startingafter lastid afterid'.split(' ')
const pages = 'page pagenumber pageno pagenum p'.split(' ')
const paging = new Set([...sizes, ...starts, ...lasts, ...pages])

/** `$top`, `page[size]` and `per_page` are known by their letters. */
export function plainName(name: string): string {
  return name
    .slice(0, 100)
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
}

/** Filters and pages. A cursor is the number of resources before it; what names the last one, its id. */
export function listedPage(resources: readonly StoredResource[], query: URLSearchParams): ListPage {
  const filters = [...query].filter(
    ([name]) => !paging.has(plainName(name)) && resources.some(({ body }) => isJson(body) && Object.hasOwn(body, name)),
  )
  const fitting = resources.filter(({ body }) =>
    filters.every(([name, text]) => isMatch(isJson(body) ? body[name] : undefined, text)),
  )
  const size = numberOf(valueIn(query, sizes)) ?? fitting.length
  const page = numberOf(valueIn(query, pages))
  const last = valueIn(query, lasts)
  const after = fitting.findIndex(({ id }) => id === last) + 1
  const before = page === undefined ? after : Math.max(0, page - 1) * size
  const start = numberOf(valueIn(query, starts)) ?? before
  const next = start + size
  return { items: fitting.slice(start, next), total: fitting.length, hasMore: next < fitting.length, start, next, size }
}

function isMatch(value: unknown, text: string): boolean {
  if (Array.isArray(value)) return text.split(',').every((one) => value.map(String).includes(one))
  return text.split(',').includes(String(value)) || String(value) === text
}

function valueIn(query: URLSearchParams, names: readonly string[]): string | undefined {
  return [...query].find(([name]) => names.includes(plainName(name)))?.[1]
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
