// Items that are cheaper elsewhere than on the primary marketplace, as they are answered.
import type { Of, ProviderKit } from '#define'
import type { dealList } from '../../schemas/prices.ts'
import type { Tables } from '../../tables.ts'
import type { Game } from '../games.ts'
import { isoTime } from '../iso-time.ts'
import { marketOf, primaryMarket } from '../markets.ts'
import { type Deal, listsOf, type PriceLists } from './book/price-lists.ts'
import type { Currency } from './feeds/currency.ts'
import { imageOfName } from './images.ts'

type DealAnswer = Of<typeof dealList>['deals'][number]

export async function dealsAnswer(
  kit: ProviderKit<Tables>,
  game: Game,
  { minDiscount, limit, currency }: { minDiscount: number; limit: number; currency: Currency },
): Promise<Of<typeof dealList>> {
  const lists = await listsOf(kit, game)
  const total = lists.countFrom(minDiscount)
  const best = written(lists, currency, Math.min(limit, total))
  return {
    game: game.key,
    currency: currency.code,
    min_discount: minDiscount,
    reference_market: primaryMarket,
    count: best.length,
    total,
    deals: best,
    ...(lists.book.simulated ? { simulated: true } : {}),
  }
}

/** The head of each list as it was answered last, by currency: most of an answer is addresses, which do not change. */
const heads = new WeakMap<PriceLists, WeakMap<Currency, DealAnswer[]>>()

function written(lists: PriceLists, currency: Currency, count: number): DealAnswer[] {
  const byCurrency = heads.get(lists) ?? new WeakMap<Currency, DealAnswer[]>()
  heads.set(lists, byCurrency)
  const head = byCurrency.get(currency) ?? []
  byCurrency.set(currency, head)
  for (const deal of lists.deals.slice(head.length, count)) head.push(dealAnswer(lists.book.game, deal, currency))
  return head.slice(0, count)
}

function dealAnswer(game: Game, { name, row, referencePrice, discount }: Deal, currency: Currency): DealAnswer {
  return {
    market_hash_name: name,
    market: row.market,
    price: currency.amount(row.price),
    reference_price: currency.amount(referencePrice),
    discount,
    quantity: row.quantity,
    url: marketOf(row.market)?.page?.(name, game) ?? null,
    image: imageOfName(game, name),
    updated_at: isoTime(row.atMs),
    ...(row.simulated ? { simulated: true } : {}),
  }
}
