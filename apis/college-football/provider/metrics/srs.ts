// The simple rating system (SOURCES 3.7): a team's rating is its mean margin plus the mean rating of its opponents.
import type { Game, School } from '../league/records.ts'

const homePoints = 2.5
const mostMargin = 28
/** Makes the equations solvable where groups of teams have not met. It changes no rating visibly. */
const ridge = 1e-9

export interface SrsRating {
  readonly school: School
  readonly rating: number
}

/** Ratings of the higher division from its completed games, the best first; the mean is 0. */
export function srsRatings(games: readonly Game[]): SrsRating[] {
  const counted = games.filter(({ result, home, away }) => result !== null && isUpper(home) && isUpper(away))
  const schools = [...new Set(counted.flatMap(({ home, away }) => [home, away]))]
  const place = new Map(schools.map((school, at) => [school, at]))
  const size = schools.length
  const width = size + 1
  const rows = new Float64Array(size * width)
  const add = (row: number, column: number, value: number) => {
    rows[row * width + column] = (rows[row * width + column] ?? 0) + value
  }
  for (const game of counted) {
    const [home = 0, away = 0] = [place.get(game.home), place.get(game.away)]
    const margin = cappedMargin(game)
    for (const [one, other, points] of [
      [home, away, margin],
      [away, home, -margin],
    ] as const) {
      add(one, one, 1)
      add(one, other, -1)
      add(one, size, points)
    }
  }
  for (let row = 0; row < size; row++) add(row, row, ridge)
  const ratings = solve(rows, size)
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / Math.max(1, size)
  return schools
    .map((school, at) => ({ school, rating: (ratings[at] ?? 0) - mean }))
    .sort((one, other) => other.rating - one.rating)
}

export function cappedMargin({ result, neutral }: Game): number {
  if (!result) return 0
  const margin = result.homePoints - result.awayPoints - (neutral ? 0 : homePoints)
  return Math.max(-mostMargin, Math.min(mostMargin, margin))
}

function isUpper({ conference }: School): boolean {
  return conference.classification === 'fbs'
}

/** Gaussian elimination; the rows are positive definite, so that no pivot is needed. The last column is the result. */
function solve(rows: Float64Array, size: number): number[] {
  const width = size + 1
  for (let pivot = 0; pivot < size; pivot++) {
    const divisor = rows[pivot * width + pivot] ?? 1
    for (let row = pivot + 1; row < size; row++) {
      const factor = (rows[row * width + pivot] ?? 0) / divisor
      if (factor === 0) continue
      for (let column = pivot; column < width; column++) {
        const at = row * width + column
        rows[at] = (rows[at] ?? 0) - factor * (rows[pivot * width + column] ?? 0)
      }
    }
  }
  const solution: number[] = Array(size).fill(0)
  for (let row = size - 1; row >= 0; row--) {
    let rest = rows[row * width + size] ?? 0
    for (let column = row + 1; column < size; column++)
      rest -= (rows[row * width + column] ?? 0) * (solution[column] ?? 0)
    solution[row] = rest / (rows[row * width + row] ?? 1)
  }
  return solution
}
