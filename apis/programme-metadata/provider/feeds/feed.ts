// The input and output of every feed.
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Found } from '../query/page.ts'
import type { FeedQuery } from '../query/read-query.ts'

export interface FeedDeps {
  readonly catalogue: Catalogue
  /** Present time in seconds since the epoch. */
  readonly now: number
}
/** Finds the items of the requested page. */
export type FindItems = (query: FeedQuery, deps: FeedDeps) => Promise<Found<object>> | Found<object>

/** Returns the page of rows, and their total number. */
export function pageRows<T>(rows: readonly T[], { page, pageSize }: FeedQuery): Found<T> {
  return { total: rows.length, items: rows.slice((page - 1) * pageSize, page * pageSize) }
}
