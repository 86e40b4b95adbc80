// Whether an answer is made from simulated seasons, judged by what it was asked for.
import type { League } from '../league/records.ts'
import { isNamed } from '../query.ts'

/**
 * A season, a game or a school narrows an answer to some seasons; it is a sample when any of them is. What a call does
 * not narrow comes from all seasons.
 */
export function usesSample({ seasons }: League, input: object): boolean {
  const { year, team, team1, college, gameId, id, minYear, maxYear, startYear, endYear } = namesOf(input)
  const [from, to] = [minYear ?? startYear ?? year, maxYear ?? endYear ?? year]
  const game = gameId ?? id
  const school = team ?? team1 ?? college
  return seasons.some(
    (season) =>
      season.isSample &&
      (typeof from !== 'number' || season.year >= from) &&
      (typeof to !== 'number' || season.year <= to) &&
      (typeof game !== 'number' || season.games.some((one) => one.id === game)) &&
      (typeof school !== 'string' || season.schools.some((one) => isNamed(one, school))),
  )
}

/** The same for classes of recruits, which may be imported without a season. */
export function usesSampleClasses({ seasons, importedClasses }: League, input: object): boolean {
  const { year } = namesOf(input)
  return seasons.some(({ isSample }) => isSample) && !(typeof year === 'number' && importedClasses.has(year))
}

/** The same for drafts, each of which follows the season before it. */
export function usesSampleDrafts({ seasons, importedDrafts }: League, input: object): boolean {
  const { year } = namesOf(input)
  if (typeof year !== 'number') return seasons.some(({ isSample }) => isSample)
  return !importedDrafts.has(year) && seasons.some((season) => season.isSample && season.year === year - 1)
}

/** The parameters by which calls name seasons, games and schools; an endpoint has some of them. */
function namesOf(input: object): Readonly<Record<string, unknown>> {
  return { ...input }
}
