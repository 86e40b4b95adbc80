// The response with items that are cheaper elsewhere than on the primary marketplace.
import type { Of } from '#define'
import type { dealList } from '../../schemas/prices.ts'
import type { Catalogue } from '../catalogue/records.ts'
import type { Game } from '../games.ts'
import { isoTime } from '../iso-time.ts'
import { marketOf, primaryMarket } from '../markets.ts'
import type { Deal, PriceLists } from './book/price-lists.ts'
import { type Currency, currencyMembers } from './feeds/currency.ts'
import { imageOfName } from './images.ts'

type DealList = Of<typeof dealList>
type WrittenDeal = DealList['deals'][number]
interface DealsQuery {
  readonly minDiscount: number
  readonly limit: number
  readonly offset: number
  readonly currency: Currency
}

const maxLimit = 500

export function createDealsView(catalogue: Catalogue): (lists: PriceLists, query: DealsQuery) => DealList {
  /** The first deals of each list as last written: most of a response is addresses, which do not change. */
  const written = new Map<string, { readonly lists: PriceLists; readonly currency: Currency; deals: WrittenDeal[] }>()

  function firstDeals(lists: PriceLists, currency: Currency, count: number): WrittenDeal[] {
    const { game } = lists.book
    const key = `${game.key} ${currency.code}`
    const known = written.get(key)
    const entry = known?.lists === lists && known.currency === currency ? known : { lists, currency, deals: [] }
    written.set(key, entry)
    for (const deal of lists.deals.slice(entry.deals.length, count)) entry.deals.push(writeDeal(game, deal, currency))
    return entry.deals.slice(0, count)
  }

  function writeDeal(game: Game, { name, row, referencePrice, discount }: Deal, currency: Currency): WrittenDeal {
    return {
      market_hash_name: name,
      market: row.market,
      price: currency.amount(row.price),
      reference_price: currency.amount(referencePrice),
      discount,
      quantity: row.quantity,
      url: marketOf(row.market)?.page?.(name, game) ?? null,
      image: imageOfName(catalogue, game, name),
      updated_at: isoTime(row.atMs),
      ...(row.simulated ? { simulated: true } : {}),
    }
  }

  /**
   * Returns a range of deals. Only the first page is cached, because there are thousands of deals in dozens of
   * currencies.
   */
  function dealsBetween(lists: PriceLists, currency: Currency, [from, to]: readonly [number, number]): WrittenDeal[] {
    if (from < to && to <= maxLimit) return firstDeals(lists, currency, to).slice(from)
    return lists.deals.slice(from, to).map((deal) => writeDeal(lists.book.game, deal, currency))
  }

  return (lists, { minDiscount, limit, offset, currency }) => {
    const total = lists.countFrom(minDiscount)
    const end = Math.min(offset + Math.min(limit, maxLimit), total)
    const deals = dealsBetween(lists, currency, [Math.min(offset, end), end])
    return {
      game: lists.book.game.key,
      ...currencyMembers(currency),
      min_discount: minDiscount,
      reference_market: primaryMarket,
      count: deals.length,
      offset,
      total,
      deals,
      ...(lists.book.simulated ? { simulated: true } : {}),
    }
  }
}
