// Elo ratings (SOURCES 3.8): what one team gains the other loses.
import type { Fixture, Game, Result, School } from '../records.ts'

const gain = 25
const starts = { upper: 1500, lower: 1200 } as const

export interface EloTable {
  /** Returns the game with its teams' ratings, and updates them if it has a result. */
  play(fixture: Fixture, result: Result | null): Game
  /** Returns an independent copy of the table. */
  copy(): EloTable
}

export function createEloTable(known: ReadonlyMap<number, number> = new Map()): EloTable {
  const ratings = new Map(known)
  const ratingOf = ({ index, conference }: School) =>
    ratings.get(index) ?? (conference.classification === 'fbs' ? starts.upper : starts.lower)
  return {
    play(fixture, result) {
      const [home, away] = [ratingOf(fixture.home), ratingOf(fixture.away)]
      if (!result)
        return { ...fixture, result, homeElo: { before: home, after: null }, awayElo: { before: away, after: null } }
      const margin = result.homePoints - result.awayPoints
      const expected = 1 / (1 + 10 ** ((away - home) / 400))
      const actual = margin > 0 ? 1 : margin < 0 ? 0 : 0.5
      const change = Math.round(gain * (actual - expected))
      ratings.set(fixture.home.index, home + change)
      ratings.set(fixture.away.index, away - change)
      return {
        ...fixture,
        result,
        homeElo: { before: home, after: home + change },
        awayElo: { before: away, after: away - change },
      }
    },
    copy: () => createEloTable(ratings),
  }
}
