// The price of an item on the primary marketplace: the stored value while it is fresh, else asked there when the operator lets the
// provider call out, else whatever is known, with its time.
import type { Kit, Of } from '#define'
import type { itemPrice } from '../../schemas/prices.ts'
import type { Tables } from '../../tables.ts'
import { noPrice } from '../errors.ts'
import { dayOf, isoTime } from '../iso-time.ts'
import { primaryMarket } from '../markets.ts'
import { type PriceBook, simulatedItem } from './book/price-book.ts'
import type { Currency } from './feeds/currency.ts'
import { imageOfName } from './images.ts'
import { readPrimary } from './ingest/primary-reading.ts'
import { offersOnDay } from './simulation/simulated-market.ts'
import { boardOf } from './store/latest-prices.ts'
import type { PriceRow } from './store/price-row.ts'

type CallKit = Kit<Tables>

const freshMs = 3_600_000
/** A caller waits so long for a turn at the marketplace; then the older price is the better answer. */
const waitMs = 3000
/** Throws 404 `price.unknown` when neither a stored nor a live price is to be had. */
export async function itemAnswer(
  kit: CallKit,
  book: PriceBook,
  { name, currency }: { name: string; currency: Currency },
): Promise<Of<typeof itemPrice>> {
  const board = await boardOf(kit)
  const stored = board.row(book.game.key, name, primaryMarket)
  const fresh = stored && book.nowMs - stored.atMs < freshMs
  const live = fresh || !kit.mayCallOut ? undefined : await askLive(kit, book, name)
  const row = live ?? stored ?? simulatedRow(book, name)
  if (!row) throw noPrice()
  return {
    market_hash_name: name,
    game: book.game.key,
    currency: currency.code,
    price: currency.amount(row.price),
    lowest_price: currency.amount(row.price),
    median_price: row.median === undefined ? null : currency.amount(row.median),
    volume: row.volume ?? null,
    source: live ? 'live' : 'cache',
    market: primaryMarket,
    updated_at: isoTime(row.atMs),
    image: imageOfName(book.game, name),
    ...(row.simulated ? { simulated: true } : {}),
  }
}

async function askLive(kit: CallKit, book: PriceBook, name: string): Promise<PriceRow | undefined> {
  return (await readPrimary(kit, book.game, name, { urgency: 'caller', waitMs, signal: kit.signal })).row
}

function simulatedRow(book: PriceBook, name: string): PriceRow | undefined {
  if (!book.simulated) return undefined
  const row = book.rows(name).find(({ market }) => market === primaryMarket)
  if (!row) return undefined
  const yesterday = offersOnDay(simulatedItem(book.game, name), dayOf(book.nowMs) - 1)
  return { ...row, median: yesterday.find(({ market }) => market === primaryMarket)?.price }
}
