// Numbered pages: how many there are, what is on one, and where its neighbours are. How a provider names the
// parameters, what it does with an invalid one and what its envelope looks like differ per API and stay there.

/** Pages that `total` items fill, `size` to a page; 0 when there are none. */
export function pageCount(total: number, size: number): number {
  return Math.ceil(total / size)
}

/** The items of a page, counted from 1; empty beyond the last. */
export function pageSlice<T>(items: readonly T[], page: number, size: number): T[] {
  return items.slice((page - 1) * size, page * size)
}

/** Addresses by link relation (RFC 8288). There is no `next` on the last page and no `prev` on the first. */
export interface PageLinks {
  readonly first: string
  readonly last: string
  readonly next?: string
  readonly prev?: string
}

/** The links of a page. The first page always exists, even when `pages` is 0. */
export function pageLinks(page: number, pages: number, addressOf: (page: number) => string): PageLinks {
  const last = Math.max(1, pages)
  return {
    first: addressOf(1),
    last: addressOf(last),
    ...(page < last ? { next: addressOf(page + 1) } : {}),
    ...(page > 1 ? { prev: addressOf(page - 1) } : {}),
  }
}

/** A `Link` header (RFC 8288) in the order of the members. */
export function linkHeader(links: PageLinks): string {
  return Object.entries(links)
    .map(([relation, address]) => `<${address}>; rel="${relation}"`)
    .join(', ')
}
