// The returning production of last season.
import type { Of } from '#define'
import { emptyParts, type PlayerParts } from '../../model/metrics/player-parts.ts'
import { ratio, round } from '../../model/metrics/tally.ts'
import type { League, School, Season } from '../../model/records.ts'
import type * as shapes from '../../schemas/players.ts'
import { gamesOfPlayers, type PlayerFilter, partsOf, wantedPlayers } from '../player-filter.ts'

/** Yields a row for each school of the higher division; nothing if the previous season is unknown. */
export function* returningOf(
  { seasons }: League,
  season: Season,
  filter: PlayerFilter,
): Generator<Of<typeof shapes.ReturningProduction>> {
  const previous = seasons.find(({ year }) => year === season.year - 1)
  if (!previous) return
  const isWanted = wantedPlayers(previous, filter)
  const production = new Map<School, Production>()
  for (const [entry, own] of partsOf(gamesOfPlayers(previous, filter), {}).players) {
    const school = previous.players.schoolOf(entry)
    if (school?.conference.classification !== 'fbs' || !isWanted(entry)) continue
    const sums = production.get(school) ?? { all: emptyParts(), returning: emptyParts() }
    production.set(school, sums)
    addParts(sums.all, own)
    const place = season.players.placeOf(previous.players.idOf(entry) ?? 0)
    const present = place === undefined ? undefined : season.players.schoolOf(place)
    if (present?.index === school.index) addParts(sums.returning, own)
  }
  for (const [school, sums] of production) yield viewReturning(season, school, sums)
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
    season: year,
    team: name,
    conference: conference.name,
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
