// The points that each player of a season added in each game, so that answers by player need no plays.
import { type FigureBytes, type KeptFigures, viewsOf } from '../kept/kept-figures.ts'
import type { Game, Season } from '../league/records.ts'
import { addPlayerParts, type PartsByPlayer, skillPositions } from '../metrics/player-parts.ts'
import type { Part } from '../metrics/tally.ts'
import { findPlayed, gamePlaces } from '../query.ts'

/** Plays of a kind, and the points that they added. */
export type Added = Pick<Part, 'plays' | 'ppa'>
export interface GameParts {
  /** By place in the season's list. */
  readonly player: number
  readonly all: Added
  readonly pass: Added
  readonly rush: Added
}
export interface GamePartFigures {
  /** The players of a game, of positions that have these metrics, in the order in which they first did something. */
  of(game: Pick<Game, 'id'>): Iterable<GameParts>
}

/** All plays, passes and runs. */
const kinds = 3
export function createGamePartFigures(kept: KeptFigures) {
  return {
    *of(season: Season, excludeGarbage: boolean): Generator<undefined, GamePartFigures> {
      const name = excludeGarbage ? 'game parts undecided' : 'game parts'
      return viewOf(season, yield* kept.of(season, name, (one) => make(one, excludeGarbage)))
    },
  }
}

/** The points of all rows, then where the rows of each game begin and the last ones end, then plays and players. */
function viewOf(season: Season, figureBytes: FigureBytes): GamePartFigures {
  const games = season.games.length
  const rowBytes = kinds * Float64Array.BYTES_PER_ELEMENT + (kinds + 1) * Uint16Array.BYTES_PER_ELEMENT
  const views = viewsOf(figureBytes, (bytes) => {
    const rows = (bytes.byteLength - (games + 1) * Uint32Array.BYTES_PER_ELEMENT) / rowBytes
    const ppa = new Float64Array(bytes, 0, kinds * rows)
    const starts = new Uint32Array(bytes, ppa.byteLength, games + 1)
    return { ppa, starts, words: new Uint16Array(bytes, ppa.byteLength + starts.byteLength) }
  })
  const of = gamePlaces(season)
  return {
    *of({ id }) {
      const game = of.get(id) ?? 0
      const [start = 0, end = 0] = views().starts.subarray(game, game + 2)
      for (let row = start; row < end; row++) {
        const { ppa, words } = views()
        const added = (kind: number): Added => ({
          plays: words[(kinds + 1) * row + 1 + kind] ?? 0,
          ppa: ppa[kinds * row + kind] ?? 0,
        })
        yield { player: words[(kinds + 1) * row] ?? 0, all: added(0), pass: added(1), rush: added(2) }
      }
    },
  }
}

function* make(season: Season, excludeGarbage: boolean): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const of = gamePlaces(season)
  const counts = new Uint32Array(season.games.length + 1)
  const made: (readonly GameParts[])[] = season.games.map(() => [])
  for (const { game, from, to } of findPlayed({ seasons: [season] }, {})) {
    const parts: PartsByPlayer = new Map()
    addPlayerParts(parts, undefined, { plays: season.plays, from, to, excludeGarbage })
    const rows = [...parts]
      .filter(([player]) => skillPositions.has(season.players.positionOf(player) ?? ''))
      .map(([player, { all, pass, rush }]) => ({ player, all, pass, rush }))
    const at = of.get(game.id) ?? 0
    made[at] = rows
    counts[at + 1] = rows.length
    yield undefined
  }
  for (let game = 1; game < counts.length; game++) counts[game] = (counts[game] ?? 0) + (counts[game - 1] ?? 0)
  const rows = made.flat()
  const ppa = Float64Array.from(rows.flatMap(({ all, pass, rush }) => [all.ppa, pass.ppa, rush.ppa]))
  const words = Uint16Array.from(
    rows.flatMap(({ player, all, pass, rush }) => [player, all.plays, pass.plays, rush.plays]),
  )
  const bytes = new Uint8Array(ppa.byteLength + counts.byteLength + words.byteLength)
  bytes.set(new Uint8Array(ppa.buffer))
  bytes.set(new Uint8Array(counts.buffer), ppa.byteLength)
  bytes.set(new Uint8Array(words.buffer), ppa.byteLength + counts.byteLength)
  return bytes
}
