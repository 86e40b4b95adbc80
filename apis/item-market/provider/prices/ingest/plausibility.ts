// Detects feeds with implausible prices: a unit misread by a factor of ten or a hundred, or a list that has shrunk to
// almost nothing. The whole feed is refused, because no single row of it can be trusted.
import { medianOf } from '../../money.ts'
import { FeedError } from '../feeds/feed-error.ts'

/** The median ratio between marketplaces is below two; a wrong unit is ten times off (SOURCES 5.5). */
const maxRatio = 4
/** Fewest common names: with fewer, a few odd items could decide. */
const minCommon = 20
/** More would not move the median, and each is looked up at all sources. */
const maxCommon = 3000
/** Smallest share of the previous names: names come and go, but not nine of ten at once. */
const minShare = 0.1

interface Feed {
  /** Number of items. */
  readonly items: number
  /** Number of items in the source's last complete reading. */
  readonly itemsBefore: number
  /** Each price with the median of the other sources, in units; undefined for an item they lack. */
  readonly prices: Iterable<{ readonly price: number; readonly middle: number | undefined }>
}

/** Throws a FeedError `implausible` that describes the problem. */
export function checkPlausible({ items, itemsBefore, prices }: Feed): void {
  if (items === 0) throw new FeedError('implausible', 'the feed has no prices')
  if (items < itemsBefore * minShare)
    throw new FeedError('implausible', `the feed has ${items} items where it had ${itemsBefore}`)
  const ratios: number[] = []
  for (const { price, middle } of prices) {
    // medianOf takes integers, so ratios are in thousandths
    if (middle !== undefined) ratios.push(Math.round((price / middle) * 1000))
    if (ratios.length >= maxCommon) break
  }
  if (ratios.length < minCommon) return
  const ratio = (medianOf(ratios) ?? 1000) / 1000
  if (ratio > maxRatio || ratio * maxRatio < 1)
    throw new FeedError(
      'implausible',
      `the prices are ${ratio.toFixed(3)} times those of other marketplaces in the middle of ${ratios.length} items`,
    )
}
