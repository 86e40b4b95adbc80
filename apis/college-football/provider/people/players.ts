// Players: search, usage, transfers.
import type { HandlersFor, Of } from '#define'
import type { playEndpoints } from '../../endpoints/plays.ts'
import type * as shapes from '../../schemas/players.ts'
import type { createAnswers } from '../answers/answers.ts'
import { bothKinds, named } from '../answers/kept-lists.ts'
import type { Figures } from '../figures/figures.ts'
import type { Player, PlayerTable, School, Season, Transfer } from '../league/records.ts'
import { type PlayerParts, skillPositions } from '../metrics/player-parts.ts'
import { type Part, ratio, round } from '../metrics/tally.ts'
import { wantedPlayers } from '../player-filter.ts'
import { createMemo, isNamed, isOf, seasonsOf } from '../query.ts'
import { requireYearOrTeam } from '../stats/handlers.ts'
import type { createReturning } from './returning.ts'

type Ids = 'transferPortal' | 'returningProduction' | 'searchPlayers' | 'playerUsage'
const mostFound = 100

export function playerHandlers(
  { list, listOfSeasons }: ReturnType<typeof createAnswers>,
  figures: Figures,
  returningOf: ReturnType<typeof createReturning>,
): HandlersFor<typeof playEndpoints, Ids> {
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
      *parts(season, input, isShown) {
        const own = yield* figures.parts.of(season, input.excludeGarbageTime === true)
        const rows: { id: number; usage: number; view: () => Of<typeof shapes.PlayerUsage> }[] = []
        const teamOf = createMemo((school: School) => own.teamOf(school))
        for (let row = 0; row < own.length; row++) {
          const id = own.playerOf(row)
          if (isShown && !isShown(id)) continue
          const school = season.players.schoolOf(id)
          const team = school && teamOf(school)
          if (!team || !skillPositions.has(season.players.positionOf(id) ?? '')) continue
          const usage = ratio(own.playsOf(row), team.all.plays, 4) ?? 0
          rows.push({ id, usage, view: () => viewUsage(season, id, own.partsOf(row), team) })
        }
        yield undefined
        rows.sort((one, other) => other.usage - one.usage)
        for (const { id, view } of rows) yield { id, rows: () => [view()] }
      },
      isShown: (season, input) => wantedPlayers(season, input),
    }),
    returningProduction: list(function* ({ league }, input) {
      requireYearOrTeam(input)
      for (const season of seasonsOf(league, input.year))
        for (const { school, view } of yield* returningOf(league, season))
          if (isNamed(school, input.team) && isOf(school.conference, input.conference)) yield view
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
    ...{ season: year, firstName: first, lastName: last, position },
    ...{ origin, destination, transferDate: date },
    ...{ rating: rating === null ? null : round(rating, 2), stars, eligibility },
  }
}
