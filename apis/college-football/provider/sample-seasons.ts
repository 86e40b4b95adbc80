// Recognises responses from simulated seasons by the input of the call.
import type { League } from '../model/records.ts'
import { isNamed } from './query.ts'

/**
 * Reports whether any season of a response is simulated. Years, a game or a school narrow a response to some seasons;
 * other calls use all of them. For an unknown year, game or school the searched seasons count.
 */
export function usesSample({ seasons }: League, input: object): boolean {
  const { year, team, team1, college, gameId, id, minYear, maxYear, startYear, endYear } = namesOf(input)
  const [from, to] = [minYear ?? startYear ?? year, maxYear ?? endYear ?? year]
  const game = gameId ?? id
  const school = team ?? team1 ?? college
  const ofYears = seasons.filter(
    (season) => (typeof from !== 'number' || season.year >= from) && (typeof to !== 'number' || season.year <= to),
  )
  const named = ofYears.filter(
    (season) =>
      (typeof game !== 'number' || season.games.some((one) => one.id === game)) &&
      (typeof school !== 'string' || season.schools.some((one) => isNamed(one, school))),
  )
  const narrowest = [named, ofYears, seasons].find(({ length }) => length > 0) ?? []
  return narrowest.some(({ isSample }) => isSample)
}

/** Does the same for classes of recruits, which can be imported without a season. */
export function usesSampleClasses({ seasons, importedClasses }: League, input: object): boolean {
  const { year } = namesOf(input)
  return seasons.some(({ isSample }) => isSample) && !(typeof year === 'number' && importedClasses.has(year))
}

/** Does the same for drafts, each of which follows the previous season. */
export function usesSampleDrafts({ seasons, importedDrafts }: League, input: object): boolean {
  const { year } = namesOf(input)
  if (typeof year !== 'number') return seasons.some(({ isSample }) => isSample)
  const before = seasons.filter((season) => season.year === year - 1)
  return !importedDrafts.has(year) && (before.length > 0 ? before : seasons).some(({ isSample }) => isSample)
}

/** Returns the parameters that name seasons, games and schools; an endpoint has some of them. */
function namesOf(input: object): Readonly<Record<string, unknown>> {
  return { ...input }
}
