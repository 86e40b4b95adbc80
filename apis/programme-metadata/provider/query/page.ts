// The envelope of a page, with links that carry every parameter but the key (SOURCES 2.2).
import { pageCount } from '#provider'
import { type FeedDefinition, feedsRoot } from '../definition/feed-definition.ts'
import { describeDeprecation } from '../definition/feeds.ts'
import type { FeedQuery } from './read-query.ts'

/** What a feed found: the items of the requested page and how many there are on all. */
export interface Found<T> {
  readonly total: number
  readonly items: readonly T[]
}

/** The value of the element `nitro`. */
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

/** From the root of the host. Clients split it at `&` and `=` alone, so every pair has both and values are encoded. */
function linkOf({ path }: FeedDefinition, { pairs }: FeedQuery, page: number): string {
  const encoded = [...pairs, ['page', String(page)] as const].map((pair) => pair.map(encodeURIComponent).join('='))
  return `${feedsRoot}${path}?${encoded.join('&')}`
}
