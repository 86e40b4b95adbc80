// The limits of pages and their cursors: every list is read with a limit, however many rows there are.
import { type RawBuilder, sql } from 'kysely'

/** A page of a list in order of id: at most `limit` rows (1 to 1000, 100 by default) after the id `after`. */
export interface PageById {
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

/** Fills in the defaults of a page. Ids are never empty, so '' comes before the first one. */
export function boundPage(page: PageById | undefined): { limit: number; after: string } {
  return { limit: boundLimit(page?.limit), after: page?.after ?? '' }
}

/** Returns the number of rows in a page: 1 to 1000, 100 by default. */
export function boundLimit(limit: number | undefined): number {
  return Math.min(1000, Math.max(1, Math.trunc(limit ?? 100) || 1))
}

/** Returns ids for a condition `in`, which needs one; no id is empty. */
export function someOf(ids: readonly string[]): string[] {
  return ids.length === 0 ? [''] : [...ids]
}

/** Creates the cursor of a page in order of `sorted`, then of id. */
export function sortCursor(sorted: string | number, id: string): string {
  return Buffer.from(`${id}\n${sorted}`).toString('base64url')
}

/** Decodes a cursor. Throws a RangeError for one that `sortCursor` did not create. */
export function readSortCursor(cursor: string): { readonly sorted: string; readonly id: string } {
  const decoded = Buffer.from(cursor, 'base64url').toString('utf8')
  const at = decoded.indexOf('\n')
  if (at < 1 || decoded.includes('\0')) throw new RangeError('no page gave this cursor')
  return { id: decoded.slice(0, at), sorted: decoded.slice(at + 1) }
}

/** Returns the upper bound of all strings that begin with `prefix`, in order of code points. */
export function endOfPrefix(prefix: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`${prefix} || ${'\u{10ffff}'}`
}
