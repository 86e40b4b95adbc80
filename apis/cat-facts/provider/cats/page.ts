// The page object of the provider's framework, Laravel's length-aware paginator (SOURCES 2.3 to 2.6): addresses, counts
// and a window of page links.
import { pageCount, pageSlice } from '#provider'

interface PageLink {
  url: string | null
  label: string
  active: boolean
}
/** A page; the order of the members is the provider's. */
interface Page<T> {
  current_page: number
  data: T[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: PageLink[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}
interface PageRequest {
  /** Address of the list, without a query. */
  readonly path: string
  /** Page number, from 1. */
  readonly page: number
  readonly perPage: number
}

/** Number of pages from which the window of links has gaps. */
const gapsFrom = 14
/** Number of consecutive pages shown near either end. */
const runLength = 10
/** Number of pages shown on each side of the current one in the middle. */
const onEachSide = 3

/**
 * Returns one page of a list. Addresses contain only the page number; a page beyond the last is empty, and the first
 * page always exists.
 */
export function pageOf<T>(all: readonly T[], { path, page, perPage }: PageRequest): Page<T> {
  const last = Math.max(1, pageCount(all.length, perPage))
  const start = (page - 1) * perPage
  const data = pageSlice(all, page, perPage)
  const address = (number: number) => `${path}?page=${number}`
  const next = page < last ? address(page + 1) : null
  const previous = page > 1 ? address(page - 1) : null
  return {
    current_page: page,
    data,
    first_page_url: address(1),
    from: data.length > 0 ? start + 1 : null,
    last_page: last,
    last_page_url: address(last),
    links: [
      { url: previous, label: 'Previous', active: false },
      ...pageWindow(page, last).map((number) => linkTo(number, page, address)),
      { url: next, label: 'Next', active: false },
    ],
    next_page_url: next,
    path,
    per_page: perPage,
    prev_page_url: previous,
    to: data.length > 0 ? start + data.length : null,
    total: all.length,
  }
}

/** Returns the page numbers of the window; undefined is a gap. */
export function pageWindow(page: number, last: number): (number | undefined)[] {
  if (last < gapsFrom) return range(1, last)
  const nearEnd = runLength - onEachSide
  if (page <= nearEnd) return [...range(1, runLength), undefined, last - 1, last]
  if (page > last - nearEnd) return [1, 2, undefined, ...range(last - runLength + 1, last)]
  return [1, 2, undefined, ...range(page - onEachSide, page + onEachSide), undefined, last - 1, last]
}

function linkTo(number: number | undefined, page: number, address: (number: number) => string): PageLink {
  if (number === undefined) return { url: null, label: '...', active: false }
  return { url: address(number), label: String(number), active: number === page }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
