// The bounds of pages: no list is ever read without a limit, however many rows there are.

/** A page of a list in order of id: at most `limit` rows (1 to 1000, 100 by default) after the id `after`. */
export interface PageById {
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

/** Fills in the defaults of a page. An id is never empty, so '' comes before the first one. */
export function boundPage(page: PageById | undefined): { limit: number; after: string } {
  return { limit: boundLimit(page?.limit), after: page?.after ?? '' }
}

/** The number of rows in a page: 1 to 1000, 100 by default. */
export function boundLimit(limit: number | undefined): number {
  return Math.min(1000, Math.max(1, Math.trunc(limit ?? 100) || 1))
}
