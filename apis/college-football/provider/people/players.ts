// Players: search, usage, transfers, and what returns of last season's production.
import type { HandlersFor, Of } from '#define'
import type { playEndpoints } from '../../endpoints/plays.ts'
import type * as shapes from '../../schemas/players.ts'
import type { createAnswers } from '../answers/answers.ts'
import { bothKinds, named } from '../answers/kept-lists.ts'
import type { Figures } from '../figures/figures.ts'
import type { Player, PlayerTable, School, Season, Transfer } from '../league/records.ts'
import { emptyParts, type PlayerParts, skillPositions } from '../metrics/player-parts.ts'
import { type Part, ratio, round } from '../metrics/tally.ts'
import { wantedPlayers } from '../player-filter.ts'
import { createMemo, isNamed, isOf, seasonsOf } from '../query.ts'
import { requireYearOrTeam } from '../stats/handlers.ts'

type Ids = 'transferPortal' | 'returningProduction' | 'searchPlayers' | 'playerUsage'
const mostFound = 100

export function playerHandlers(
  { list, listOfSeasons }: ReturnType<typeof createAnswers>,
  figures: Figures,
): HandlersFor<typeof playEndpoints, Ids> {
  const returning = new WeakMap<Season, { readonly previous: Season; readonly rows: readonly Returning[] }>()

  /** By school, computed once for two seasons. */
  function* returningTo(season: Season, previous: Season): Generator<undefined, readonly Returning[]> {
    const known = returning.get(season)
    if (known?.previous === previous) return known.rows
    const own = yield* figures.parts.of(previous, false)
    const production = new Map<School, Production>()
    for (let row = 0; row < own.length; row++) {
      const player = previous.players.at(own.playerOf(row))
      if (player?.school.conference.classification !== 'fbs') continue
      const sums = production.get(player.school) ?? { all: emptyParts(), returning: emptyParts() }
      production.set(player.school, sums)
      const parts = own.partsOf(row)
      addParts(sums.all, parts)
      const place = season.players.placeOf(player.id)
      const present = place === undefined ? undefined : season.players.schoolOf(place)
      if (present?.index === player.school.index) addParts(sums.returning, parts)
      yield undefined
    }
    const rows = [...production].map(([school, sums]) => ({ school, view: viewReturning(season, school, sums) }))
    returning.set(season, { previous, rows })
    return rows
  }

  return {
    searchPlayers: list(function* ({ league }, { searchTerm, position, team, year }) {
      const wanted = searchTerm.toLowerCase()
      const seen = new Set<number>()
      const first = createFirst(mostFound)
      for (const season of [...seasonsOf(league, year)].reverse()) {
        const { players } = season
        const isWanted = wantedPlayers(season, { position, team })
        for (const entry of players.named(wanted)) {
          const id = players.idOf(entry) ?? 0
          if (seen.has(id) || !(isWanted?.(entry) ?? true)) continue
          seen.add(id)
          first.add(players.nameOf(entry), { players, entry })
        }
        yield undefined
      }
      for (const { players, entry } of first.all()) {
        const player = players.at(entry)
        if (player) yield viewFound(player)
      }
    }),
    playerUsage: listOfSeasons({
      keptAs: (input) => named('usage', input),
      kinds: bothKinds,
      seasons: ({ league }, input) => seasonsOf(league, input.year),
      *parts(season, input) {
        const own = yield* figures.parts.of(season, input.excludeGarbageTime === true)
        const rows: { id: number; usage: number; view: () => Of<typeof shapes.PlayerUsage> }[] = []
        const teamOf = createMemo((school: School) => own.teamOf(school))
        for (let row = 0; row < own.length; row++) {
          const id = own.playerOf(row)
          const player = season.players.at(id)
          const team = player && teamOf(player.school)
          if (!team || !skillPositions.has(player.position)) continue
          const usage = ratio(own.playsOf(row), team.all.plays, 4) ?? 0
          rows.push({ id, usage, view: () => viewUsage(season, player, own.partsOf(row), team) })
        }
        yield undefined
        rows.sort((one, other) => other.usage - one.usage)
        for (const { id, view } of rows) yield { id, rows: () => [view()] }
      },
      isShown: (season, input) => wantedPlayers(season, input),
    }),
    returningProduction: list(function* ({ league }, input) {
      requireYearOrTeam(input)
      for (const season of seasonsOf(league, input.year)) {
        const previous = league.seasons.find(({ year }) => year === season.year - 1)
        if (!previous) continue
        for (const { school, view } of yield* returningTo(season, previous))
          if (isNamed(school, input.team) && isOf(school.conference, input.conference)) yield view
      }
    }),
    transferPortal: list(({ league }, { year }) =>
      seasonsOf(league, year).flatMap((season) => season.transfers.map((transfer) => viewTransfer(season, transfer))),
    ),
  }
}

/** The first items in the order of their names, those added first before others of the same name. */
function createFirst(most: number) {
  const first: { readonly name: string; readonly item: Found }[] = []
  return {
    add(name: string, item: Found): void {
      const last = first[most - 1]
      if (last && name >= last.name) return
      let at = first.length
      while (at > 0 && name < (first[at - 1]?.name ?? '')) at--
      first.splice(at, 0, { name, item })
      if (first.length > most) first.pop()
    },
    all: () => first.map(({ item }) => item),
  }
}
interface Found {
  readonly players: PlayerTable
  readonly entry: number
}

function viewFound(player: Player): Of<typeof shapes.FoundPlayer> {
  const { id, first, last, school, weight, height, jersey, position, city, state } = player
  return {
    ...{ id, team: school.name, name: `${first} ${last}`, firstName: first, lastName: last },
    ...{ weight, height, jersey, position, hometown: [city, state].filter((part) => part !== null).join(', ') || null },
    ...{ teamColor: school.color, teamColorSecondary: school.altColor },
  }
}

function viewUsage(season: Season, player: Player, own: PlayerParts, team: PlayerParts): Of<typeof shapes.PlayerUsage> {
  const share = (part: Part, whole: Part, digits: number) => ratio(part.plays, whole.plays, digits)
  return {
    ...{ season: season.year, id: player.id, name: `${player.first} ${player.last}`, position: player.position },
    ...{ team: player.school.name, conference: player.school.conference.name },
    usage: {
      overall: share(own.all, team.all, 4),
      pass: share(own.pass, team.pass, 4),
      rush: share(own.rush, team.rush, 4),
      firstDown: share(own.downs[0], team.downs[0], 4),
      secondDown: share(own.downs[1], team.downs[1], 3),
      thirdDown: share(own.downs[2], team.downs[2], 3),
      standardDowns: share(own.standardDowns, team.standardDowns, 3),
      passingDowns: share(own.passingDowns, team.passingDowns, 3),
    },
  }
}

interface Returning {
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

function viewTransfer({ year }: Season, transfer: Transfer): Of<typeof shapes.PortalPlayer> {
  const { first, last, position, origin, destination, date, rating, stars, eligibility } = transfer
  return {
    ...{ season: year, firstName: first, lastName: last, position },
    ...{ origin, destination, transferDate: date },
    ...{ rating: rating === null ? null : round(rating, 2), stars, eligibility },
  }
}
