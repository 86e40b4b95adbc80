// The envelope of a page, with links that repeat every parameter except the key (SOURCES 2.2).
import { pageCount } from '#provider'
import { type FeedDefinition, feedsRoot } from '../definition/feed-definition.ts'
import { describeDeprecation } from '../definition/feeds.ts'
import type { FeedQuery } from './read-query.ts'

/** Result of a feed: the items of the requested page and the total number. */
export interface Found<T> {
  readonly total: number
  readonly items: readonly T[]
}

/** Returns the value of the element `nitro`. */
export function pageOf(feed: FeedDefinition, query: FeedQuery, { total, items }: Found<object>) {
  const { page, pageSize, deprecations } = query
  const pages = pageSize === 0 ? 0 : pageCount(total, pageSize)
  const linkTo = (number: number) => ({ href: linkOf(feed, query, number) })
  return {
    pagination: {
      ...(page > 1 && pages > 0 ? { previous: linkTo(Math.min(page - 1, pages)) } : {}),
      ...(page < pages ? { next: linkTo(page + 1) } : {}),
    },
    results: { page, page_size: pageSize, total, items },
    ...(deprecations.length === 0 ? {} : { deprecations: { deprecated: deprecations.map(describeDeprecation) } }),
  }
}

/**
 * Returns a link from the root of the host. Clients split it only at `&` and `=`, so every pair has both and values are
 * encoded.
 */
function linkOf({ path }: FeedDefinition, { pairs }: FeedQuery, page: number): string {
  const encoded = [...pairs, ['page', String(page)] as const].map((pair) => pair.map(encodeURIComponent).join('='))
  return `${feedsRoot}${path}?${encoded.join('&')}`
}
