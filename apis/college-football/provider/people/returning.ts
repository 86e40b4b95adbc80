// What returns of the production of last season.
import type { Of } from '#define'
import type * as shapes from '../../schemas/players.ts'
import type { Figures } from '../figures/figures.ts'
import type { League, School, Season } from '../league/records.ts'
import { emptyParts, type PlayerParts } from '../metrics/player-parts.ts'
import { ratio, round } from '../metrics/tally.ts'

/** By school, computed once for two seasons. */
export function createReturning(figures: Figures) {
  const known = new WeakMap<Season, { readonly previous: Season; readonly rows: readonly Returning[] }>()

  return function* returningOf({ seasons }: League, season: Season): Generator<undefined, readonly Returning[]> {
    const previous = seasons.find(({ year }) => year === season.year - 1)
    if (!previous) return []
    const made = known.get(season)
    if (made?.previous === previous) return made.rows
    const own = yield* figures.parts.of(previous, false)
    const production = new Map<School, Production>()
    for (let row = 0; row < own.length; row++) {
      const entry = own.playerOf(row)
      const school = previous.players.schoolOf(entry)
      if (school?.conference.classification !== 'fbs') continue
      const sums = production.get(school) ?? { all: emptyParts(), returning: emptyParts() }
      production.set(school, sums)
      const parts = own.partsOf(row)
      addParts(sums.all, parts)
      const place = season.players.placeOf(previous.players.idOf(entry) ?? 0)
      const present = place === undefined ? undefined : season.players.schoolOf(place)
      if (present?.index === school.index) addParts(sums.returning, parts)
      yield undefined
    }
    const rows = [...production].map(([school, sums]) => ({ school, view: viewReturning(season, school, sums) }))
    known.set(season, { previous, rows })
    return rows
  }
}

export interface Returning {
  readonly school: School
  readonly view: Of<typeof shapes.ReturningProduction>
}
interface Production {
  readonly all: PlayerParts
  readonly returning: PlayerParts
}

function addParts(sum: PlayerParts, own: PlayerParts): void {
  for (const kind of ['all', 'passing', 'receiving', 'rush'] as const) {
    sum[kind].plays += own[kind].plays
    sum[kind].ppa += own[kind].ppa
  }
}

function viewReturning(
  { year }: Season,
  { name, conference }: School,
  { all, returning }: Production,
): Of<typeof shapes.ReturningProduction> {
  const total = (kind: 'all' | 'passing' | 'receiving' | 'rush') => round(returning[kind].ppa, 1)
  const percent = (kind: 'all' | 'passing' | 'receiving' | 'rush') =>
    all[kind].ppa === 0 ? null : round(returning[kind].ppa / all[kind].ppa, 3)
  const usage = (kind: 'all' | 'passing' | 'receiving' | 'rush') => ratio(returning[kind].plays, all[kind].plays)
  return {
    ...{ season: year, team: name, conference: conference.name },
    totalPPA: total('all'),
    totalPassingPPA: total('passing'),
    totalReceivingPPA: total('receiving'),
    totalRushingPPA: total('rush'),
    percentPPA: percent('all'),
    percentPassingPPA: percent('passing'),
    percentReceivingPPA: percent('receiving'),
    percentRushingPPA: percent('rush'),
    usage: usage('all'),
    passingUsage: usage('passing'),
    receivingUsage: usage('receiving'),
    rushingUsage: usage('rush'),
  }
}
