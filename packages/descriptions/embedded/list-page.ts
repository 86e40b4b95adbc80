// The part of a list that a call asks for: filters by query parameters that are named like a property, then a page.
import { isJson } from '../reading/json.ts'

interface ListPage {
  readonly items: readonly unknown[]
  /** The number of resources that the filters leave. */
  readonly total: number
  readonly hasMore: boolean
}

const sizes = [
  'limit',
  'per_page',
  'perPage',
  'page_size',
  'pageSize',
  'size',
  'count',
  'max_results',
  'maxResults',
  'first',
]
const starts = ['offset', 'skip', 'start', 'startIndex', 'cursor', 'after', 'page_token', 'pageToken']
const pages = ['page', 'page_number', 'pageNumber']

/** Filters and pages; a cursor is the number of resources before it. */
export function listedPage(bodies: readonly unknown[], query: URLSearchParams): ListPage {
  const paging = new Set([...sizes, ...starts, ...pages])
  const filters = [...query].filter(
    ([name]) => !paging.has(name) && bodies.some((body) => isJson(body) && Object.hasOwn(body, name)),
  )
  const fitting = bodies.filter((body) =>
    filters.every(([name, text]) => isMatch(isJson(body) ? body[name] : undefined, text)),
  )
  const size = numberIn(query, sizes) ?? fitting.length
  const page = numberIn(query, pages)
  const start = numberIn(query, starts) ?? (page === undefined ? 0 : Math.max(0, page - 1) * size)
  return { items: fitting.slice(start, start + size), total: fitting.length, hasMore: start + size < fitting.length }
}

function isMatch(value: unknown, text: string): boolean {
  if (Array.isArray(value)) return text.split(',').every((one) => value.map(String).includes(one))
  return text.split(',').includes(String(value)) || String(value) === text
}

function numberIn(query: URLSearchParams, names: readonly string[]): number | undefined {
  for (const name of names) {
    const text = query.get(name)
    if (text !== null && /^\d{1,9}$/.test(text)) return Number(text)
  }
  return undefined
}
