// Elo ratings (SOURCES 3.8): what one team gains the other loses.
import type { School } from '../league/records.ts'

const gain = 25
const starts = { upper: 1500, lower: 1200 } as const

export interface EloTable {
  ratingOf(school: School): number
  /** Changes both ratings after a game. */
  record(home: School, away: School, margin: number): void
  /** A table that goes on from here and leaves this one as it is. */
  copy(): EloTable
}

export function createEloTable(known: ReadonlyMap<number, number> = new Map()): EloTable {
  const ratings = new Map(known)
  const ratingOf = ({ index, conference }: School) =>
    ratings.get(index) ?? (conference.classification === 'fbs' ? starts.upper : starts.lower)
  return {
    ratingOf,
    record(home, away, margin) {
      const [homeRating, awayRating] = [ratingOf(home), ratingOf(away)]
      const expected = 1 / (1 + 10 ** ((awayRating - homeRating) / 400))
      const actual = margin > 0 ? 1 : margin < 0 ? 0 : 0.5
      const change = Math.round(gain * (actual - expected))
      ratings.set(home.index, homeRating + change)
      ratings.set(away.index, awayRating - change)
    },
    copy: () => createEloTable(ratings),
  }
}
