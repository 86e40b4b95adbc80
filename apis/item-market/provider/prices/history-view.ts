// Daily price and volume of an item: from stored days once the game has real prices, else from the simulated market.
// Days without prices are listed as gaps, not filled in.
import { sql } from 'kysely'
import type { Of, ProviderKit } from '#define'
import type { priceHistory } from '../../schemas/prices.ts'
import type { Tables } from '../../tables.ts'
import { dayOf, isoDay } from '../iso-time.ts'
import type { PriceBook } from './book/price-book.ts'
import { type Currency, currencyMembers } from './feeds/currency.ts'
import { offersNow, offersOnDay, type SimulatedOffer } from './simulation/simulated-market.ts'
import type { LatestPricesStore } from './store/latest-prices.ts'

/** One day in units of 1/100 US cent. */
interface Day {
  readonly day: number
  readonly price: number
  readonly low: number
  readonly high: number
  readonly volume: number
  readonly sources: number
}

interface HistoryDeps {
  readonly kit: Pick<ProviderKit<Tables>, 'db'>
  readonly latestPrices: LatestPricesStore
}

/** Returns the last `days` days of an exact name up to today, oldest first. */
export async function historyView(
  deps: HistoryDeps,
  book: PriceBook,
  { name, days, currency }: { name: string; days: number; currency: Currency },
): Promise<Of<typeof priceHistory>> {
  const today = dayOf(book.nowMs)
  const first = today - days + 1
  const known = book.simulated
    ? simulatedDays(book, name, { first, today })
    : await storedDays(deps, book, name, { first, today })
  return {
    market_hash_name: name,
    game: book.game.key,
    ...currencyMembers(currency),
    days,
    history: known.map(({ day, price, low, high, volume, sources }) => ({
      date: isoDay(day),
      price: currency.amount(price),
      min: currency.amount(low),
      max: currency.amount(high),
      volume,
      sources,
      ...(book.simulated ? { simulated: true } : {}),
    })),
    gaps: gapsOf(known, first, today),
    ...(book.simulated ? { simulated: true } : {}),
  }
}

interface Period {
  readonly first: number
  readonly today: number
}

function simulatedDays({ simulatedItem, nowMs }: PriceBook, name: string, { first, today }: Period): Day[] {
  const item = simulatedItem(name)
  const known: Day[] = []
  for (let day = first; day <= today; day++) {
    const offers = day === today ? offersNow(item, nowMs) : offersOnDay(item, day)
    if (offers.length > 0) known.push(dayFrom(day, offers))
  }
  return known
}

function dayFrom(day: number, offers: readonly SimulatedOffer[]): Day {
  let sum = 0
  let low = Number.POSITIVE_INFINITY
  let high = 0
  let volume = 0
  for (const offer of offers) {
    sum += offer.price
    low = Math.min(low, offer.price)
    high = Math.max(high, offer.price)
    volume += offer.volume
  }
  return { day, price: Math.round(sum / offers.length), low, high, volume, sources: offers.length }
}

/** Returns the daily averages over the sources, each with equal weight whatever its number of readings. */
async function storedDays(
  { kit, latestPrices }: HistoryDeps,
  { game }: PriceBook,
  name: string,
  { first, today }: Period,
): Promise<Day[]> {
  const item = (await latestPrices.read()).ids.idOf(game.key, name)
  if (item === undefined) return []
  const { rows } = await sql<Record<keyof Day, number | string>>`
    select day, round(avg(cast(total as double precision) / samples)) as price, min(low) as low, max(high) as high,
      sum(volume) as volume, count(*) as sources
    from item_market_days
    where item = ${item} and day between ${first} and ${today}
    group by day order by day
  `.execute(kit.db)
  return rows.map((row) => ({
    day: Number(row.day),
    price: Number(row.price),
    low: Number(row.low),
    high: Number(row.high),
    volume: Number(row.volume),
    sources: Number(row.sources),
  }))
}

/** Returns runs of days without prices, both ends included. */
function gapsOf(known: readonly Day[], first: number, today: number): { from: string; to: string }[] {
  const gaps: { from: string; to: string }[] = []
  let next = first
  for (const day of [...known.map(({ day }) => day), today + 1]) {
    if (day > next) gaps.push({ from: isoDay(next), to: isoDay(day - 1) })
    next = day + 1
  }
  return gaps
}
