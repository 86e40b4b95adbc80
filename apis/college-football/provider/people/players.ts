// Player search, usage and transfers.
import type { HandlersFor, Of } from '#define'
import { byKey } from '#provider'
import type { playEndpoints } from '../../endpoints/plays.ts'
import type { PlayerParts } from '../../model/metrics/player-parts.ts'
import { type Part, ratio, round } from '../../model/metrics/tally.ts'
import type { Player, PlayerTable, Season, Transfer } from '../../model/records.ts'
import type * as shapes from '../../schemas/players.ts'
import { gamesOfPlayers, hasSkillPosition, partsOf, wantedPlayers } from '../player-filter.ts'
import { seasonsOf } from '../query.ts'
import { requireYearOrTeam } from '../required.ts'
import type { Answers } from '../streamed.ts'
import { returningOf } from './returning.ts'

type Ids = 'transferPortal' | 'returningProduction' | 'searchPlayers' | 'playerUsage'
const mostFound = 100

export function playerHandlers({ list }: Answers): HandlersFor<typeof playEndpoints, Ids> {
  return {
    searchPlayers: list((league, { searchTerm, position, team, year }) => {
      const wanted = searchTerm.toLowerCase()
      const found = new Map<number, { readonly name: string; readonly players: PlayerTable; readonly entry: number }>()
      // players are shown as in their last season
      for (const season of seasonsOf(league, year).toReversed()) {
        const { players } = season
        const isWanted = wantedPlayers(season, { position, team })
        for (let entry = 0; entry < players.length; entry++) {
          const name = players.nameOf(entry)
          const id = players.idOf(entry) ?? 0
          if (!name.toLowerCase().includes(wanted) || found.has(id) || !isWanted(entry)) continue
          found.set(id, { name, players, entry })
        }
      }
      return [...found.values()]
        .sort(byKey(({ name }) => name))
        .slice(0, mostFound)
        .flatMap(({ players, entry }) => viewFound(players.at(entry)))
    }),
    playerUsage: list(function* (league, input) {
      for (const season of seasonsOf(league, input.year)) {
        const isWanted = wantedPlayers(season, input)
        const { players, teams } = partsOf(gamesOfPlayers(season, input), input)
        const shown = [...players].flatMap(([entry, own]) => {
          const team = teams.get(season.players.schoolOf(entry)?.index ?? -1)
          if (!team || !hasSkillPosition(season, entry) || !isWanted(entry)) return []
          return { entry, own, team, overall: ratio(own.all.plays, team.all.plays, 4) ?? 0 }
        })
        shown.sort((one, other) => other.overall - one.overall)
        for (const { entry, own, team } of shown) yield viewUsage(season, entry, own, team)
      }
    }),
    returningProduction: list(function* (league, input) {
      requireYearOrTeam(input)
      for (const season of seasonsOf(league, input.year)) yield* returningOf(league, season, input)
    }),
    transferPortal: list((league, { year }) =>
      seasonsOf(league, year).flatMap((season) => season.transfers.map((transfer) => viewTransfer(season, transfer))),
    ),
  }
}

function viewFound(player: Player | undefined): Of<typeof shapes.FoundPlayer>[] {
  if (!player) return []
  const { id, first, last, school, weight, height, jersey, position, city, state } = player
  const hometown = [city, state].filter((part) => part !== null).join(', ') || null
  return [
    {
      id,
      team: school.name,
      name: `${first} ${last}`,
      firstName: first,
      lastName: last,
      weight,
      height,
      jersey,
      position,
      hometown,
      teamColor: school.color,
      teamColorSecondary: school.altColor,
    },
  ]
}

function viewUsage(
  { year, players }: Season,
  entry: number,
  own: PlayerParts,
  team: PlayerParts,
): Of<typeof shapes.PlayerUsage> {
  const share = (part: Part, whole: Part, digits: number) => ratio(part.plays, whole.plays, digits)
  const school = players.schoolOf(entry)
  return {
    season: year,
    id: players.idOf(entry) ?? 0,
    name: players.nameOf(entry),
    position: players.positionOf(entry) ?? '',
    team: school?.name ?? '',
    conference: school?.conference.name ?? '',
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

function viewTransfer({ year }: Season, transfer: Transfer): Of<typeof shapes.PortalPlayer> {
  const { first, last, position, origin, destination, date, rating, stars, eligibility } = transfer
  return {
    season: year,
    firstName: first,
    lastName: last,
    position,
    origin,
    destination,
    transferDate: date,
    rating: rating === null ? null : round(rating, 2),
    stars,
    eligibility,
  }
}
