// All prices of one game at one moment, either from sources or simulated, never both: a game is simulated until the first whole
// feed of it has been read. What is asked of prices is asked of a book.
import type { ProviderKit } from '#define'
import type { Tables } from '../../../tables.ts'
import { catalogue, type Phase } from '../../catalogue/catalogue.ts'
import { type Game, primaryGame } from '../../games.ts'
import { seedOf } from '../simulation/noise.ts'
import { sampleNames } from '../simulation/other-games.ts'
import { offersAt, type SimulatedItem, simulatedHour } from '../simulation/simulated-market.ts'
import { phaseOffers } from '../simulation/simulated-phases.ts'
import { worthOfItem, worthOfName, worthOfThing } from '../simulation/worth.ts'
import { type Board, boardOf } from '../store/latest-prices.ts'
import type { PriceRow } from '../store/price-row.ts'

export interface PriceBook {
  readonly game: Game
  readonly simulated: boolean
  readonly nowMs: number
  /** Changes when any price may have changed, and every five minutes, as rows grow old. */
  readonly stamp: string
  /** The exact name of an item given in any form; undefined when there is none. */
  nameOf(given: string): string | undefined
  /** Rows of an exact name; empty when nobody offers it. With a phase, of those who tell it apart. */
  rows(name: string, phase?: string): PriceRow[]
  /** Phases that an exact name can have; empty for nearly all. */
  phases(name: string): readonly Phase[]
  /** Items of the game that lists go over, ascending. */
  names(): readonly string[]
  /** Age in milliseconds from which a row of a marketplace is stale. */
  readonly staleMs: (market: string) => number
}

/** Feeds are read every half hour at most; a day-old price of the primary marketplace, asked item by item, still tells. */
const hourMs = 3_600_000
const usualStaleMs = 6 * hourMs
const slowStaleMs = 48 * hourMs
/** Simulated rows change at whole hours, so they must grow old at whole hours too. */
const simulatedStaleMs = usualStaleMs - 1
const stampMs = 300_000

/** The book of a game as of now. */
export async function bookOf(kit: Pick<ProviderKit<Tables>, 'db' | 'now'>, game: Game): Promise<PriceBook> {
  const board = await boardOf(kit)
  return board.isReal(game.key) ? storedBook(board, game, kit.now()) : simulatedBook(board, game, kit.now())
}

/** The exact name of anything of a game that the collected prices or the catalogue know. */
export function exactName(board: Board, game: Game, given: string): string | undefined {
  // Feeds may write a name otherwise than the catalogue does; their prices stand under theirs.
  const trimmed = given.trim()
  if (board.names.idOf(game.key, trimmed) !== undefined) return trimmed
  if (game.key !== primaryGame) return undefined
  return catalogue().byName(given)?.name ?? catalogue().thingByName(given)?.name
}

function storedBook(board: Board, game: Game, nowMs: number): PriceBook {
  return {
    game,
    simulated: false,
    nowMs,
    stamp: `${board.stamp} ${Math.floor(nowMs / stampMs)}`,
    nameOf: (given) => exactName(board, game, given),
    rows: (name, phase) => board.rows(game.key, name, phase),
    phases: (name) => phasesOf(game, name),
    names: () => board.namesOf(game.key),
    staleMs: storedStaleMs,
  }
}

const slowMarkets = new Set(['steam', 'lis_skins', 'buff163'])
function storedStaleMs(market: string): number {
  return slowMarkets.has(market) ? slowStaleMs : usualStaleMs
}

function simulatedBook(board: Board, game: Game, nowMs: number): PriceBook {
  return {
    game,
    simulated: true,
    nowMs,
    stamp: `simulated ${simulatedHour(nowMs)}`,
    nameOf: (given) => {
      const name = exactName(board, game, given)
      if (name !== undefined || game.key === primaryGame) return name
      const trimmed = given.trim()
      return sampleNames[game.key]?.includes(trimmed) ? trimmed : undefined
    },
    rows(name, phase) {
      const item = simulatedItem(game, name)
      const all = offersAt(item, nowMs)
      const offers =
        phase === undefined ? all : phaseOffers(item, all, { phase, phases: wordsOf(phasesOf(game, name)) })
      return offers.map((offer) => ({
        ...offer,
        volume: offer.market === 'steam' ? offer.volume : undefined,
        simulated: true,
      }))
    },
    phases: (name) => phasesOf(game, name),
    names: () => (game.key === primaryGame ? cataloguedNames() : (sampleNames[game.key] ?? [])),
    staleMs: () => simulatedStaleMs,
  }
}

const noPhases: readonly Phase[] = []
const wordsOf = (phases: readonly Phase[]) => phases.map(({ phase }) => phase)
function phasesOf(game: Game, name: string): readonly Phase[] {
  return game.key === primaryGame ? (catalogue().byName(name)?.skin.phases ?? noPhases) : noPhases
}

let catalogued: readonly string[] | undefined
function cataloguedNames(): readonly string[] {
  catalogued ??= catalogue().items.map(({ name }) => name)
  return catalogued
}

/** Worth by rank of the items of the catalogue, as far as it has been asked for: lists ask for all of them again and again. */
let worths: Float64Array | undefined

/** The item of an exact name as the simulation sees it. */
export function simulatedItem(game: Game, name: string): SimulatedItem {
  if (game.key !== primaryGame) return { seed: seedOf(`${game.key} ${name}`), worth: worthOfName(name) }
  const seed = seedOf(name)
  const item = catalogue().byName(name)
  if (!item) {
    const thing = catalogue().thingByName(name)
    return { seed, worth: thing ? worthOfThing(thing) : worthOfName(name) }
  }
  worths ??= new Float64Array(catalogue().items.length)
  const worth = worths[item.rank] || worthOfItem(item)
  worths[item.rank] = worth
  return { seed, worth, phases: Math.max(1, item.skin.phases.length) }
}
