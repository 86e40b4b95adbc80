// The bounds of lists: no list of the store is ever whole, however many rows there are.

/** A part of a list in order of id: at most `limit` rows (1 to 1000, 100 unless told) after the id `after`. */
export interface PageById {
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

/** Fills in the bounds of a page; an id is never empty, so '' comes before the first. */
export function boundPage(page: PageById | undefined): { limit: number; after: string } {
  return { limit: boundLimit(page?.limit), after: page?.after ?? '' }
}

/** The number of rows a list gives: 100 unless told, never more than 1000, at least 1. */
export function boundLimit(limit: number | undefined): number {
  return Math.min(1000, Math.max(1, Math.trunc(limit ?? 100) || 1))
}
