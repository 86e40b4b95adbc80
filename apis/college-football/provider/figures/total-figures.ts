// The totals of both teams of each game of a season.
import { type KeptFigures, viewsOf } from '../kept/kept-figures.ts'
import type { Game, Season } from '../league/records.ts'
import { emptyTeamTotals, type TeamTotals, teamTotals, totalNames } from '../metrics/team-totals.ts'
import { findPlayed, gamePlaces } from '../query.ts'

export interface TotalFigures {
  /** Adds those of the away team (0) or the home team (1) to `totalCount` sums. */
  add(sums: Int32Array, game: Pick<Game, 'id'>, side: 0 | 1): void
}

export function createTotalFigures(kept: KeptFigures) {
  return {
    *of(season: Season): Generator<undefined, TotalFigures> {
      const views = viewsOf(yield* kept.of(season, 'totals', make), (bytes) => new Int16Array(bytes))
      return {
        add(sums, { id }, side) {
          const figures = views()
          const start = startOf(season, id, side)
          for (let at = 0; at < totalCount; at++) sums[at] = (sums[at] ?? 0) + (figures[start + at] ?? 0)
        },
      }
    },
  }
}

/** How many totals a team has. */
export const totalCount = totalNames.length

/** The sums by name. */
export function totalsIn(sums: Int32Array): TeamTotals {
  const totals = emptyTeamTotals()
  for (const [at, name] of totalNames.entries()) totals[name] = sums[at] ?? 0
  return totals
}

function startOf(season: Season, game: number, side: number): number {
  return (2 * (gamePlaces(season).get(game) ?? 0) + side) * totalNames.length
}

function* make(season: Season): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const figures = new Int16Array(2 * season.games.length * totalNames.length)
  for (const { game, from, to } of findPlayed({ seasons: [season] }, {})) {
    for (const [side, totals] of teamTotals(season.plays, from, to).entries())
      figures.set(Object.values(totals), startOf(season, game.id, side))
    yield undefined
  }
  return new Uint8Array(figures.buffer)
}
