// Pages of transactions: the requested page, and the headers that describe it (SOURCES 2). Links use the address at
// which the caller reached this API, and keep the other parameters.
import type { Call } from '#define'
import { linkHeader, pageCount, pageLinks } from '#provider'
import { badRequest } from '../../errors.ts'
import { queryCountIn } from '../../reading.ts'

export interface Page {
  /** Page number, from 1. */
  readonly number: number
  readonly size: number
}

const defaultSize = 30
const minSize = 10
const maxSize = 1000
const bounds = { min: 1, max: 1_000_000_000 }

/** Reads the page. A size out of bounds is clamped; an impossible page number throws 400. */
export function readPage(values: { readonly page?: unknown; readonly per_page?: unknown }): Page {
  const number = queryCountIn(values, 'page', bounds) ?? 1
  const size = queryCountIn(values, 'per_page', bounds) ?? defaultSize
  return { number, size: Math.min(maxSize, Math.max(minSize, size)) }
}

/** Throws 400 for a page beyond the last; an empty list has one page. */
export function requireWithin({ number, size }: Page, total: number): void {
  if (number > Math.max(1, pageCount(total, size))) throw badRequest('page is out of bounds')
}

/** Returns `Per-Page`, `Total` and `Link` (RFC 8288). */
export function pageHeaders({ number, size }: Page, total: number, request: Call['request']): Record<string, string> {
  const addressOf = (page: number) => {
    const query = new URLSearchParams(request.query)
    query.set('page', String(page))
    return `${request.baseUrl}${request.path}?${query}`
  }
  const links = pageLinks(number, pageCount(total, size), addressOf)
  return { 'per-page': String(size), total: String(total), link: linkHeader(links) }
}
