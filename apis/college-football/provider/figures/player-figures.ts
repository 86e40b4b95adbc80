// What each player did in each game of a season, so that sums over games need no plays.
import type { KeptFigures } from '../kept/kept-figures.ts'
import type { Game, Season } from '../league/records.ts'
import { addPlayerTotals, emptyPlayerTotals, type PlayerTotals, type TotalsByPlayer } from '../metrics/player-totals.ts'
import { createPerSeason, findPlayed } from '../query.ts'

export interface PlayerFigures {
  /**
   * The sums of games by player, in the order in which they first did something. The totals are those of a player until
   * the next one is asked for.
   */
  sumOf(games: Iterable<Pick<Game, 'id'>>): Generator<readonly [player: number, totals: Readonly<PlayerTotals>]>
  /** The totals of a game by player, in the same order. */
  ofGame(game: Pick<Game, 'id'>): readonly (readonly [player: number, totals: PlayerTotals])[]
}

// the names of the object
const names = Object.keys(emptyPlayerTotals()) as (keyof PlayerTotals)[]
const isLongest = names.map((name) => name.startsWith('longest'))
/** A tackle by two is half of one for loss. */
const scale = 2

export function createPlayerFigures(kept: KeptFigures) {
  return {
    *of(season: Season): Generator<undefined, PlayerFigures> {
      return viewOf(season, yield* kept.of(season, 'players', make))
    },
  }
}

const places = createPerSeason(({ games }) => new Map(games.map(({ id }, at) => [id, at])))

/**
 * The words: where the rows of each game begin, and where the last ones end; then the rows. A row is the player, the
 * number of totals that are not zero, and these, each preceded by the place of its name.
 */
function viewOf(season: Season, bytes: ArrayBuffer): PlayerFigures {
  const starts = new Uint32Array(bytes, 0, season.games.length + 1)
  const words = new Uint16Array(bytes, starts.byteLength)
  const values = new Int16Array(bytes, starts.byteLength)
  const of = places(season)
  return {
    ofGame({ id }) {
      const totals: [number, PlayerTotals][] = []
      const game = of.get(id) ?? 0
      const end = starts[game + 1] ?? 0
      for (let at = starts[game] ?? 0; at < end; ) {
        const own = emptyPlayerTotals()
        totals.push([words[at++] ?? 0, own])
        for (let left = words[at++] ?? 0; left > 0; left--) {
          const name = names[words[at++] ?? 0]
          const value = values[at++] ?? 0
          if (name) own[name] = value / scale
        }
      }
      return totals
    },
    *sumOf(games) {
      const slots = new Map<number, number>()
      let sums = new Int32Array(expectedPlayers * names.length)
      for (const { id } of games) {
        const game = of.get(id) ?? 0
        const end = starts[game + 1] ?? 0
        for (let at = starts[game] ?? 0; at < end; ) {
          const player = words[at++] ?? 0
          const slot = slots.get(player) ?? slots.size
          slots.set(player, slot)
          const first = slot * names.length
          if (first >= sums.length) sums = twice(sums)
          for (let left = words[at++] ?? 0; left > 0; left--) {
            const place = words[at++] ?? 0
            const value = values[at++] ?? 0
            const before = sums[first + place] ?? 0
            sums[first + place] = isLongest[place] ? Math.max(before, value) : before + value
          }
        }
      }
      const viewAt = createView(sums)
      for (const [player, slot] of slots) yield [player, viewAt(slot)]
    },
  }
}
/** Of a game; there are a hundred times as many in a season. */
const expectedPlayers = 128

function twice(sums: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * sums.length)
  larger.set(sums)
  return larger
}

/** Totals that are read from the sums when they are asked for: most of them never are. */
function createView(sums: Int32Array) {
  let first = 0
  const getters = names.map((name, place) => [name, { get: () => (sums[first + place] ?? 0) / scale }])
  const totals = Object.defineProperties(emptyPlayerTotals(), Object.fromEntries(getters))
  return (slot: number): Readonly<PlayerTotals> => {
    first = slot * names.length
    return totals
  }
}

function* make(season: Season): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const rows: number[][] = season.games.map(() => [])
  const of = places(season)
  for (const { game, from, to } of findPlayed({ seasons: [season] }, {})) {
    const totals: TotalsByPlayer = new Map()
    addPlayerTotals(totals, season.plays, from, to)
    rows[of.get(game.id) ?? 0] = [...totals].flatMap(([player, own]) => {
      const known = names.flatMap((name, place) => (own[name] === 0 ? [] : [place, scale * own[name]]))
      return [player, known.length / 2, ...known]
    })
    yield undefined
  }
  const starts = new Uint32Array(season.games.length + 1)
  for (const [game, own] of rows.entries()) starts[game + 1] = (starts[game] ?? 0) + own.length
  const bytes = new Uint8Array(starts.byteLength + 2 * (starts.at(-1) ?? 0))
  bytes.set(new Uint8Array(starts.buffer))
  const words = new Int16Array(bytes.buffer, starts.byteLength)
  for (const [game, own] of rows.entries()) words.set(own, starts[game])
  return bytes
}
