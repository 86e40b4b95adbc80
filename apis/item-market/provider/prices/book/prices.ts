// What other areas ask of prices: the value of named items, the lowest offers for the catalogue, the names seen in a
// game.
import { type Game, primaryGame, readGame } from '../../games.ts'
import { primaryMarket } from '../../markets.ts'
import type { Currencies, Currency } from '../feeds/currency.ts'
import type { PriceBook, PriceBooks } from './price-book.ts'
import type { ListsOf } from './price-lists.ts'
import { type JudgedRow, unify } from './unify.ts'

/** The value of one item. */
export interface Valuation {
  /** In the requested currency, two decimals. */
  readonly price: number
  /** 'cache' for stored prices, 'simulated' for those of the simulated market. */
  readonly source: 'cache' | 'simulated'
  /** The marketplace of the price: the primary one where it has one that counts, else the cheapest other one. */
  readonly market: string
}
/** One phase of a named item. */
export interface PhaseOf {
  readonly name: string
  readonly phase: string
}
export interface Prices {
  /** By name as passed; undefined for a name without a price. Throws 400 `currency.unknown`, `game.unknown`. */
  priceOf(names: readonly string[], currency: string, game?: string): Promise<Map<string, Valuation | undefined>>
  /**
   * The values of phases of items of the primary game, in order; undefined for a phase that no marketplace prices
   * separately. Throws 400 `currency.unknown`.
   */
  priceOfPhases(phases: readonly PhaseOf[], currency: string): Promise<(Valuation | undefined)[]>
  /**
   * The lowest believable offer of an exact name at this moment; undefined for a name without one. Throws 400
   * `currency.unknown`, `game.unknown`.
   */
  lowestIn(currency: string, game?: string): Promise<(name: string) => number | undefined>
  /** The lowest believable offers in units, by name. Another state of the prices is another map. */
  lowestUnits(game: Game): Promise<ReadonlyMap<string, number>>
  /** Names of a game in the price collection, ascending. Throws 400 `game.unknown`. */
  namesSeen(game: string): Promise<readonly string[]>
  /** Throws 400 `currency.unknown`. */
  currencyOf(code: string): Promise<Currency>
  /** Whether the prices of a game come from the simulated market. */
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
