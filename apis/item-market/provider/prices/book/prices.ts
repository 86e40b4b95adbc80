// What other areas ask of prices: the value of named items, the lowest offers for the catalogue, the names seen in a game.
import type { ProviderKit } from '#define'
import type { Tables } from '../../../tables.ts'
import { primaryGame, readGame } from '../../games.ts'
import { primaryMarket } from '../../markets.ts'
import { type Currency, currencyOf } from '../feeds/currency.ts'
import { bookOf, type PriceBook } from './price-book.ts'
import { listsOf } from './price-lists.ts'
import { type JudgedRow, unify } from './unify.ts'

/** The value of one item. */
export interface Valued {
  /** In the currency asked for, two decimals. */
  readonly price: number
  /** 'cache' for stored prices, 'simulated' for those of the simulated market. */
  readonly source: 'cache' | 'simulated'
  /** The marketplace whose price it is: the primary one where it has one that counts, else the lowest of the others. */
  readonly market: string
}
/** One phase of a named item. */
export interface PhaseOf {
  readonly name: string
  readonly phase: string
}
export interface Prices {
  /** By name as given; undefined for a name without a price. Throws 400 `currency.unknown`, `game.unknown`. */
  priceOf(names: readonly string[], currency: string, game?: string): Promise<Map<string, Valued | undefined>>
  /**
   * The same of phases of items of the primary game, in the order asked for; undefined for one that no marketplace tells a price of.
   * Throws 400 `currency.unknown`.
   */
  priceOfPhases(wanted: readonly PhaseOf[], currency: string): Promise<(Valued | undefined)[]>
  /**
   * What the lowest believable offer of an exact name is at this moment; undefined for a name without one. Throws 400
   * `currency.unknown`, `game.unknown`.
   */
  lowestIn(currency: string, game?: string): Promise<(name: string) => number | undefined>
  /** Names of a game in the price collection, ascending. Throws 400 `game.unknown`. */
  namesSeen(game: string): Promise<readonly string[]>
  /** Throws 400 `currency.unknown`. */
  currencyOf(code: string): Promise<Currency>
  /** Whether the prices of a game come from the simulated market. */
  isSimulated(game?: string): Promise<boolean>
}

/** Prices as they stand for this kit's database and clock. Cheap: what is remembered hangs on the database. */
export function createPrices(kit: ProviderKit<Tables>): Prices {
  return {
    async priceOf(names, currency, game = primaryGame) {
      const { amount } = await currencyOf(kit, currency)
      const book = await bookOf(kit, readGame(game))
      const values = new Map<string, Valued | undefined>()
      for (const name of names) values.set(name, valueIn(book, { name }, amount))
      return values
    },
    async priceOfPhases(wanted, currency) {
      const { amount } = await currencyOf(kit, currency)
      const book = await bookOf(kit, readGame(primaryGame))
      return wanted.map((one) => valueIn(book, one, amount))
    },
    async lowestIn(currency, game = primaryGame) {
      const { amount } = await currencyOf(kit, currency)
      const { lowest } = await listsOf(kit, readGame(game))
      return (name) => {
        const units = lowest.get(name)
        return units === undefined ? undefined : amount(units)
      }
    },
    namesSeen: async (game) => (await bookOf(kit, readGame(game))).names(),
    currencyOf: (code) => currencyOf(kit, code),
    isSimulated: async (game = primaryGame) => (await bookOf(kit, readGame(game))).simulated,
  }
}

function valueIn(
  book: PriceBook,
  { name: given, phase }: { name: string; phase?: string },
  amount: Currency['amount'],
): Valued | undefined {
  const name = book.nameOf(given)
  const row = name === undefined ? undefined : valueRow(unify(book.rows(name, phase), book.nowMs, book.staleMs).rows)
  return row && { price: amount(row.price), source: book.simulated ? 'simulated' : 'cache', market: row.market }
}

function valueRow(rows: readonly JudgedRow[]): JudgedRow | undefined {
  const counted = rows.filter(({ stale, outlier }) => !stale && !outlier)
  return counted.find(({ market }) => market === primaryMarket) ?? counted[0]
}
