// The simple rating system (SOURCES 3.7): a team's rating is its mean margin plus the mean rating of its opponents.
import { present } from '#define/present'
import type { Game, School } from '../records.ts'

const homePoints = 2.5
const mostMargin = 28
/** Makes the equations solvable if groups of teams have not met, without a visible change of ratings. */
const ridge = 1e-9

export interface SrsRating {
  readonly school: School
  readonly rating: number
}

/** Returns ratings of the higher division from its completed games, the best first; their mean is 0. */
export function srsRatings(games: readonly Game[]): SrsRating[] {
  const counted = games.filter(({ result, home, away }) => result !== null && isUpper(home) && isUpper(away))
  const schools = [...new Set(counted.flatMap(({ home, away }) => [home, away]))]
  const place = new Map(schools.map((school, at) => [school, at]))
  const size = schools.length
  const width = size + 1
  const rows = new Float64Array(size * width)
  const add = (row: number, column: number, value: number) => {
    const at = row * width + column
    rows[at] = present(rows[at]) + value
  }
  for (const game of counted) {
    const [home, away] = [present(place.get(game.home)), present(place.get(game.away))]
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
    .map((school, at) => ({ school, rating: present(ratings[at]) - mean }))
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

/**
 * Solves the equations by Gaussian elimination. The matrix is positive definite, so it needs no pivoting. The last
 * column is the right-hand side.
 */
function solve(rows: Float64Array, size: number): number[] {
  const width = size + 1
  for (let pivot = 0; pivot < size; pivot++) {
    const divisor = present(rows[pivot * width + pivot])
    for (let row = pivot + 1; row < size; row++) {
      const factor = present(rows[row * width + pivot]) / divisor
      if (factor === 0) continue
      for (let column = pivot; column < width; column++) {
        const at = row * width + column
        rows[at] = present(rows[at]) - factor * present(rows[pivot * width + column])
      }
    }
  }
  const solution: number[] = Array(size).fill(0)
  for (let row = size - 1; row >= 0; row--) {
    let rest = present(rows[row * width + size])
    for (let column = row + 1; column < size; column++)
      rest -= present(rows[row * width + column]) * present(solution[column])
    solution[row] = rest / present(rows[row * width + row])
  }
  return solution
}
