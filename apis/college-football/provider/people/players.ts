// Players: search, usage, transfers, and what returns of last season's production.
import type { HandlersFor, Of } from '#define'
import type { playEndpoints } from '../../endpoints/plays.ts'
import type * as shapes from '../../schemas/players.ts'
import type { createAnswers } from '../answers/answers.ts'
import { named } from '../answers/kept-lists.ts'
import type { Player, School, Season, Transfer } from '../league/records.ts'
import { type Part, ratio, round } from '../metrics/tally.ts'
import { isNamed, isOf, seasonsOf } from '../query.ts'
import { requireYearOrTeam } from '../stats/handlers.ts'
import { emptyParts, type PlayerParts, seasonParts, skillPositions } from '../stats/player-ppa.ts'

type Ids = 'transferPortal' | 'returningProduction' | 'searchPlayers' | 'playerUsage'
const mostFound = 100

export function playerHandlers({
  list,
  listOfSeasons,
}: ReturnType<typeof createAnswers>): HandlersFor<typeof playEndpoints, Ids> {
  return {
    searchPlayers: list(function* ({ league }, { searchTerm, position, team, year }) {
      const wanted = searchTerm.toLowerCase()
      const found = new Map<number, { player: Player; name: string }>()
      for (const season of [...seasonsOf(league, year)].reverse()) {
        for (const player of season.players) {
          const isWanted =
            (!position || player.position.toLowerCase() === position.toLowerCase()) && isNamed(player.school, team)
          if (!isWanted || found.has(player.id)) continue
          const name = `${player.first} ${player.last}`
          if (name.toLowerCase().includes(wanted)) found.set(player.id, { player, name })
        }
        yield undefined
      }
      yield* [...found.values()]
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .slice(0, mostFound)
        .map(({ player }) => viewFound(player))
    }),
    playerUsage: listOfSeasons({
      keptAs: (input) =>
        input.playerId !== undefined || input.team || input.conference || input.position
          ? undefined
          : named('usage', input),
      seasons: ({ league }, input) => seasonsOf(league, input.year),
      *rows(season, input, { league }) {
        const { parts, teams } = yield* seasonParts(league, season, {
          team: input.team,
          excludeGarbage: input.excludeGarbageTime === true,
        })
        const rows = [...parts].flatMap(([entry, own]) => {
          const player = season.players.at(entry)
          const team = player && teams.get(player.school)
          const isWanted =
            player !== undefined &&
            skillPositions.has(player.position) &&
            (input.playerId === undefined || player.id === input.playerId) &&
            (!input.position || player.position.toLowerCase() === input.position.toLowerCase()) &&
            isNamed(player.school, input.team) &&
            isOf(player.school.conference, input.conference)
          return isWanted && team ? [viewUsage(season, player, own, team)] : []
        })
        yield* rows.sort((one, other) => (other.usage.overall ?? 0) - (one.usage.overall ?? 0))
      },
    }),
    returningProduction: list(function* ({ league }, input) {
      requireYearOrTeam(input)
      for (const season of seasonsOf(league, input.year)) {
        const previous = league.seasons.find(({ year }) => year === season.year - 1)
        if (!previous) continue
        const { parts } = yield* seasonParts(league, previous, { team: input.team, excludeGarbage: false })
        const production = new Map<School, Production>()
        const present = new Map(Array.from(season.players, ({ id, school }): [number, number] => [id, school.index]))
        for (const [entry, own] of parts) {
          const player = previous.players.at(entry)
          if (player?.school.conference.classification !== 'fbs') continue
          const sums = production.get(player.school) ?? { all: emptyParts(), returning: emptyParts() }
          production.set(player.school, sums)
          addParts(sums.all, own)
          if (present.get(player.id) === player.school.index) addParts(sums.returning, own)
        }
        for (const [school, sums] of production)
          if (isNamed(school, input.team) && isOf(school.conference, input.conference))
            yield viewReturning(season, school, sums)
      }
    }),
    transferPortal: list(({ league }, { year }) =>
      seasonsOf(league, year).flatMap((season) => season.transfers.map((transfer) => viewTransfer(season, transfer))),
    ),
  }
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
