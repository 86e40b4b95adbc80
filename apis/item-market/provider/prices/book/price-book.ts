// All prices of one game at one time: either from sources or simulated, never mixed. A game is simulated until its
// first complete feed. All consumers of prices use a book.
import type { ProviderKit } from '#define'
import type { Catalogue, Phase } from '../../catalogue/records.ts'
import { type Game, primaryGame } from '../../games.ts'
import { seedOf } from '../simulation/noise.ts'
import { sampleNames } from '../simulation/other-games.ts'
import { offersAt, type SimulatedItem, simulatedHour } from '../simulation/simulated-market.ts'
import { phaseOffers } from '../simulation/simulated-phases.ts'
import { worthOfItem, worthOfName, worthOfOtherItem } from '../simulation/worth.ts'
import type { LatestPrices, LatestPricesStore } from '../store/latest-prices.ts'
import type { PriceRow } from '../store/price-row.ts'

export interface PriceBook {
  readonly game: Game
  readonly simulated: boolean
  readonly nowMs: number
  /** Changes when any price could have changed, and every five minutes, because rows age. */
  readonly stamp: string
  /** Returns the exact name of an item from any spelling; undefined if it does not exist. */
  nameOf(name: string): string | undefined
  /**
   * Returns rows of an exact name; empty without offers. With a phase: rows of the sources that price it separately.
   */
  rows(name: string, phase?: string): PriceRow[]
  /** Returns the possible phases of an exact name; empty for nearly all. */
  phases(name: string): readonly Phase[]
  /** Returns the items covered by lists, ascending. */
  names(): readonly string[]
  /** Returns the age in milliseconds above which a row of a marketplace is stale. */
  readonly staleMs: (market: string) => number
  /** Returns the item of an exact name for the simulated market. */
  simulatedItem(name: string): SimulatedItem
}
export interface PriceBooks {
  /** Opens the current book of a game. */
  open(game: Game): Promise<PriceBook>
}
interface PriceBookDeps {
  readonly now: ProviderKit['now']
  readonly latestPrices: LatestPricesStore
  readonly catalogue: Catalogue
}

const hourMs = 3_600_000
/** Feeds are read at most every half hour. */
const defaultStaleMs = 6 * hourMs
/** A day-old price of a marketplace that is read slowly still counts. */
const slowStaleMs = 48 * hourMs
const slowMarkets = new Set(['steam', 'lis_skins', 'buff163'])
/** Simulated rows change at whole hours, so they become stale at whole hours too. */
const simulatedStaleMs = defaultStaleMs - 1
const stampMs = 300_000
const noPhases: readonly Phase[] = []

export function createPriceBooks({ now, latestPrices, catalogue }: PriceBookDeps): PriceBooks {
  const simulatedItem = createSimulatedItems(catalogue)
  let cataloguedNames: readonly string[] | undefined

  const phasesOf = (game: Game, name: string) =>
    game.key === primaryGame ? (catalogue.byName(name)?.skin.phases ?? noPhases) : noPhases

  /** Returns an exact name known to the stored prices or the catalogue of a game. */
  function exactName(latest: LatestPrices, game: Game, name: string): string | undefined {
    // some feeds spell a name differently from the catalogue; their prices are stored under their spelling
    const trimmed = name.trim()
    if (latest.ids.idOf(game.key, trimmed) !== undefined) return trimmed
    if (game.key !== primaryGame) return undefined
    return catalogue.byName(name)?.name ?? catalogue.otherItemByName(name)?.name
  }

  function storedBook(latest: LatestPrices, game: Game, nowMs: number): PriceBook {
    return {
      game,
      simulated: false,
      nowMs,
      stamp: `${latest.stamp} ${Math.floor(nowMs / stampMs)}`,
      nameOf: (name) => exactName(latest, game, name),
      rows: (name, phase) => latest.rows(game.key, name, phase),
      phases: (name) => phasesOf(game, name),
      names: () => latest.namesOf(game.key),
      staleMs: (market) => (slowMarkets.has(market) ? slowStaleMs : defaultStaleMs),
      simulatedItem: (name) => simulatedItem(game, name),
    }
  }

  function simulatedBook(latest: LatestPrices, game: Game, nowMs: number): PriceBook {
    return {
      game,
      simulated: true,
      nowMs,
      stamp: `simulated ${simulatedHour(nowMs)}`,
      nameOf: (name) => {
        const exact = exactName(latest, game, name)
        if (exact !== undefined || game.key === primaryGame) return exact
        const trimmed = name.trim()
        return sampleNames[game.key]?.includes(trimmed) ? trimmed : undefined
      },
      rows(name, phase) {
        const item = simulatedItem(game, name)
        const all = offersAt(item, nowMs)
        const phases = phasesOf(game, name).map((one) => one.phase)
        const offers = phase === undefined ? all : phaseOffers(item, all, { phase, phases })
        return offers.map((offer) => ({
          ...offer,
          volume: offer.market === 'steam' ? offer.volume : undefined,
          simulated: true,
        }))
      },
      phases: (name) => phasesOf(game, name),
      names() {
        if (game.key !== primaryGame) return sampleNames[game.key] ?? []
        cataloguedNames ??= catalogue.items.map(({ name }) => name)
        return cataloguedNames
      },
      staleMs: () => simulatedStaleMs,
      simulatedItem: (name) => simulatedItem(game, name),
    }
  }

  return {
    async open(game) {
      const latest = await latestPrices.read()
      return latest.isReal(game.key) ? storedBook(latest, game, now()) : simulatedBook(latest, game, now())
    },
  }
}

function createSimulatedItems(catalogue: Catalogue): (game: Game, name: string) => SimulatedItem {
  /** Worth by rank of the catalogue's items, filled on demand: lists request all of them repeatedly. */
  let worths: Float64Array | undefined
  return (game, name) => {
    if (game.key !== primaryGame) return { seed: seedOf(`${game.key} ${name}`), worth: worthOfName(name) }
    const seed = seedOf(name)
    const item = catalogue.byName(name)
    if (!item) {
      const other = catalogue.otherItemByName(name)
      return { seed, worth: other ? worthOfOtherItem(other) : worthOfName(name) }
    }
    worths ??= new Float64Array(catalogue.items.length)
    const worth = worths[item.rank] || worthOfItem(item)
    worths[item.rank] = worth
    return { seed, worth, phases: Math.max(1, item.skin.phases.length) }
  }
}
