// Guards against a feed whose prices cannot be right: a unit misread by a factor of ten or a hundred, or a list that has shrunk to
// almost nothing. Pure; the whole feed is refused, because no single row of it can be trusted.

import { medianOf } from '../../money.ts'
import { FeedFailure } from '../feeds/feed-error.ts'

/** Marketplaces differ by less than twice in the middle of many items; a wrong unit is ten times off (SOURCES 5.5). */
const mostRatio = 4
/** With fewer names in common a few odd items could decide. */
const leastCommon = 20
/** More do not move the middle, and each takes a look at all sources. */
const mostCommon = 3000
/** Names go and come, but not nine of ten at once. */
const leastShare = 0.1

interface Feed {
  /** Names of items. */
  readonly items: number
  /** Items of the source's last complete reading. */
  readonly itemsBefore: number
  /** Each price with the middle price of the other sources, in units; undefined for one they do not have. */
  readonly prices: Iterable<{ readonly price: number; readonly middle: number | undefined }>
}

/** Throws a FeedFailure `implausible` that says what is wrong. */
export function checkPlausible({ items, itemsBefore, prices }: Feed): void {
  if (items === 0) throw new FeedFailure('implausible', 'the feed has no prices')
  if (items < itemsBefore * leastShare)
    throw new FeedFailure('implausible', `the feed has ${items} items where it had ${itemsBefore}`)
  const ratios: number[] = []
  for (const { price, middle } of prices) {
    // Medians are taken of whole numbers; a ratio is kept in thousandths for that.
    if (middle !== undefined) ratios.push(Math.round((price / middle) * 1000))
    if (ratios.length >= mostCommon) break
  }
  if (ratios.length < leastCommon) return
  const ratio = (medianOf(ratios) ?? 1000) / 1000
  if (ratio > mostRatio || ratio * mostRatio < 1)
    throw new FeedFailure(
      'implausible',
      `the prices are ${ratio.toFixed(3)} times those of other marketplaces in the middle of ${ratios.length} items`,
    )
}
