// The interface of prices to other areas: the value of named items, the lowest offers for the catalogue, the names seen
// in a game.
import { type Game, primaryGame, readGame } from '../../games.ts'
import { primaryMarket } from '../../markets.ts'
import type { Currencies, Currency } from '../feeds/currency.ts'
import type { PriceBook, PriceBooks } from './price-book.ts'
import type { ListsOf } from './price-lists.ts'
import { type JudgedRow, unify } from './unify.ts'

/** The value of one item. */
export interface Valuation {
  /** Amount in the requested currency, two decimals. */
  readonly price: number
  /** 'cache' for stored prices, 'simulated' for those of the simulated market. */
  readonly source: 'cache' | 'simulated'
  /** The marketplace of the price: the primary one if it has a valid price, else the cheapest other one. */
  readonly market: string
}
/** One phase of a named item. */
export interface PhaseOf {
  readonly name: string
  readonly phase: string
}
export interface Prices {
  /**
   * Returns valuations by the names passed; undefined for a name without a price. Throws 400 `currency.unknown`,
   * `game.unknown`.
   */
  priceOf(names: readonly string[], currency: string, game?: string): Promise<Map<string, Valuation | undefined>>
  /**
   * Returns the values of phases of items of the primary game, in order; undefined for a phase without separate prices.
   * Throws 400 `currency.unknown`.
   */
  priceOfPhases(phases: readonly PhaseOf[], currency: string): Promise<(Valuation | undefined)[]>
  /**
   * Returns the current lowest plausible offer of an exact name; undefined for a name without one. Throws 400
   * `currency.unknown`, `game.unknown`.
   */
  lowestIn(currency: string, game?: string): Promise<(name: string) => number | undefined>
  /** Returns the lowest plausible offers in units, by name. The map is a new one whenever prices change. */
  lowestUnits(game: Game): Promise<ReadonlyMap<string, number>>
  /** Returns names of a game in the price collection, ascending. Throws 400 `game.unknown`. */
  namesSeen(game: string): Promise<readonly string[]>
  /** Returns a currency. Throws 400 `currency.unknown`. */
  currencyOf(code: string): Promise<Currency>
  /** Reports whether the prices of a game come from the simulated market. */
  isSimulated(game?: string): Promise<boolean>
}
interface PricesDeps {
  readonly books: PriceBooks
  readonly listsOf: ListsOf
  readonly currencies: Currencies
}

export function createPrices({ books, listsOf, currencies }: PricesDeps): Prices {
  const { currencyOf } = currencies
  return {
    async priceOf(names, currency, game = primaryGame) {
      const { amount } = await currencyOf(currency)
      const book = await books.open(readGame(game))
      const values = new Map<string, Valuation | undefined>()
      for (const name of names) values.set(name, valueIn(book, { name }, amount))
      return values
    },
    async priceOfPhases(phases, currency) {
      const { amount } = await currencyOf(currency)
      const book = await books.open(readGame(primaryGame))
      return phases.map((one) => valueIn(book, one, amount))
    },
    async lowestIn(currency, game = primaryGame) {
      const { amount } = await currencyOf(currency)
      const { lowest } = await listsOf(readGame(game))
      return (name) => {
        const units = lowest.get(name)
        return units === undefined ? undefined : amount(units)
      }
    },
    lowestUnits: async (game) => (await listsOf(game)).lowest,
    namesSeen: async (game) => (await books.open(readGame(game))).names(),
    currencyOf,
    isSimulated: async (game = primaryGame) => (await books.open(readGame(game))).simulated,
  }
}

function valueIn(
  book: PriceBook,
  { name, phase }: { name: string; phase?: string },
  amount: Currency['amount'],
): Valuation | undefined {
  const exact = book.nameOf(name)
  const row = exact === undefined ? undefined : valueRow(unify(book.rows(exact, phase), book.nowMs, book.staleMs).rows)
  return row && { price: amount(row.price), source: book.simulated ? 'simulated' : 'cache', market: row.market }
}

function valueRow(rows: readonly JudgedRow[]): JudgedRow | undefined {
  const counted = rows.filter(({ stale, outlier }) => !stale && !outlier)
  return counted.find(({ market }) => market === primaryMarket) ?? counted[0]
}
