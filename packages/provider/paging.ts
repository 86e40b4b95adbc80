// Numbered pages: their number, their content, and links to their neighbours. Names of parameters, treatment of invalid
// ones and the form of the envelope differ per API and stay there.

/** Returns the number of pages for `total` items, `size` to a page; 0 if there are none. */
export function pageCount(total: number, size: number): number {
  return Math.ceil(total / size)
}

/** Returns the items of a page, counted from 1; empty beyond the last. */
export function pageSlice<T>(items: readonly T[], page: number, size: number): T[] {
  return items.slice((page - 1) * size, page * size)
}

/** Addresses by link relation (RFC 8288). The last page has no `next`, the first no `prev`. */
interface PageLinks {
  readonly first: string
  readonly last: string
  readonly next?: string
  readonly prev?: string
}

/** Returns the links of a page. The first page always exists, even if `pages` is 0. */
export function pageLinks(page: number, pages: number, addressOf: (page: number) => string): PageLinks {
  const last = Math.max(1, pages)
  return {
    first: addressOf(1),
    last: addressOf(last),
    ...(page < last ? { next: addressOf(page + 1) } : {}),
    ...(page > 1 ? { prev: addressOf(page - 1) } : {}),
  }
}

/** Formats a `Link` header (RFC 8288) in the order of the members. */
export function linkHeader(links: PageLinks): string {
  return Object.entries(links)
    .map(([relation, address]) => `<${address}>; rel="${relation}"`)
    .join(', ')
}
