// The price of an item on the primary marketplace: the stored one while it is fresh, else a live one if outbound calls
// are permitted, else any stored one, with its time.
import type { Of, ProviderKit } from '#define'
import type { itemPrice } from '../../schemas/prices.ts'
import type { Catalogue } from '../catalogue/records.ts'
import { noPrice } from '../errors.ts'
import { dayOf, isoTime } from '../iso-time.ts'
import { primaryMarket } from '../markets.ts'
import type { PriceBook } from './book/price-book.ts'
import { type Currency, currencyMembers } from './feeds/currency.ts'
import { imageOfName } from './images.ts'
import type { ReadPrimary } from './ingest/primary-reading.ts'
import { offersOnDay } from './simulation/simulated-market.ts'
import type { LatestPricesStore } from './store/latest-prices.ts'
import type { PriceRow } from './store/price-row.ts'

const freshMs = 3_600_000
/** Longest wait of a caller for the marketplace; after that the older price is the better response. */
const waitMs = 3000

interface ItemDeps {
  readonly kit: Pick<ProviderKit, 'mayCallOut'>
  readonly catalogue: Catalogue
  readonly latestPrices: LatestPricesStore
  readonly readPrimary: ReadPrimary
}
interface ItemQuery {
  readonly name: string
  readonly currency: Currency
  readonly signal: AbortSignal
}

/** Returns the price. Throws 404 `price.unknown` if there is neither a stored nor a live price. */
export async function itemView(
  { kit, catalogue, latestPrices, readPrimary }: ItemDeps,
  book: PriceBook,
  { name, currency, signal }: ItemQuery,
): Promise<Of<typeof itemPrice>> {
  const stored = (await latestPrices.read()).row(book.game.key, name, primaryMarket)
  const isFresh = stored && book.nowMs - stored.atMs < freshMs
  const live =
    isFresh || !kit.mayCallOut
      ? undefined
      : (await readPrimary(book.game, name, { urgency: 'caller', waitMs, signal })).row
  const row = live ?? stored ?? simulatedRow(book, name)
  if (!row) throw noPrice()
  return {
    market_hash_name: name,
    game: book.game.key,
    ...currencyMembers(currency),
    price: currency.amount(row.price),
    lowest_price: currency.amount(row.price),
    median_price: row.median === undefined ? null : currency.amount(row.median),
    volume: row.volume ?? null,
    source: live ? 'live' : 'cache',
    market: primaryMarket,
    updated_at: isoTime(row.atMs),
    image: imageOfName(catalogue, book.game, name),
    ...(row.simulated ? { simulated: true } : {}),
  }
}

function simulatedRow(book: PriceBook, name: string): PriceRow | undefined {
  if (!book.simulated) return undefined
  const row = book.rows(name).find(({ market }) => market === primaryMarket)
  if (!row) return undefined
  const yesterday = offersOnDay(book.simulatedItem(name), dayOf(book.nowMs) - 1)
  return { ...row, median: yesterday.find(({ market }) => market === primaryMarket)?.price }
}
