// Pages of transactions: which one is wanted, and the headers that tell where it stands (FACTS 2). Links are on the address at which
// the caller reached this API, and keep the caller's other parameters.
import type { Kit } from '#define'
import { badRequest } from '../../errors.ts'
import { queryCountIn, type Values } from '../../reading.ts'

export interface Page {
  /** From 1. */
  readonly number: number
  readonly size: number
}

const defaultSize = 30
const smallest = 10
const largest = 1000

/** A size out of bounds becomes the nearest one; a page that cannot be is 400. */
export function readPage(values: Values): Page {
  const number = queryCountIn(values, 'page', { min: 1, max: 1_000_000_000 }) ?? 1
  const size = queryCountIn(values, 'per_page', { min: 1, max: 1_000_000_000 }) ?? defaultSize
  return { number, size: Math.min(largest, Math.max(smallest, size)) }
}

/** 400 when the page lies behind the last; an empty list has one page. */
export function requireWithin({ number, size }: Page, total: number): void {
  if (number > lastPage(size, total)) throw badRequest('page is out of bounds')
}

/** `Per-Page`, `Total` and `Link` (RFC 8288). */
export function pageHeaders({ number, size }: Page, total: number, request: Kit['request']): Record<string, string> {
  const last = lastPage(size, total)
  const link = (page: number, rel: string) => {
    const query = new URLSearchParams(request.query)
    query.set('page', String(page))
    return `<${request.baseUrl}${request.path}?${query}>; rel="${rel}"`
  }
  const links = [link(1, 'first'), link(last, 'last')]
  if (number < last) links.push(link(number + 1, 'next'))
  if (number > 1) links.push(link(number - 1, 'prev'))
  return { 'per-page': String(size), total: String(total), link: links.join(', ') }
}

function lastPage(size: number, total: number): number {
  return Math.max(1, Math.ceil(total / size))
}
