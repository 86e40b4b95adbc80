// Items that are cheaper elsewhere than on the primary marketplace, as they are answered.
import type { Of } from '#define'
import type { dealList } from '../../schemas/prices.ts'
import type { Catalogue } from '../catalogue/records.ts'
import type { Game } from '../games.ts'
import { isoTime } from '../iso-time.ts'
import { marketOf, primaryMarket } from '../markets.ts'
import type { Deal, PriceLists } from './book/price-lists.ts'
import type { Currency } from './feeds/currency.ts'
import { imageOfName } from './images.ts'

type DealList = Of<typeof dealList>
type WrittenDeal = DealList['deals'][number]
interface DealsQuery {
  readonly minDiscount: number
  readonly limit: number
  readonly currency: Currency
}

export function createDealsView(catalogue: Catalogue): (lists: PriceLists, query: DealsQuery) => DealList {
  /** The deals of each list as they were written last: most of an answer is addresses, which do not change. */
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

  return (lists, { minDiscount, limit, currency }) => {
    const total = lists.countFrom(minDiscount)
    const deals = firstDeals(lists, currency, Math.min(limit, total))
    return {
      game: lists.book.game.key,
      currency: currency.code,
      min_discount: minDiscount,
      reference_market: primaryMarket,
      count: deals.length,
      total,
      deals,
      ...(lists.book.simulated ? { simulated: true } : {}),
    }
  }
}
