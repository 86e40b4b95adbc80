// Predicted points added, by team and by player.
import type { Of } from '#define'
import type { PlayerParts } from '../../model/metrics/player-parts.ts'
import { meanPpa, type Part, round, type Tally } from '../../model/metrics/tally.ts'
import type { Season } from '../../model/records.ts'
import type * as shapes from '../../schemas/ratings.ts'
import { gamesOfPlayers, hasSkillPosition, type PlayerFilter, partsOf, wantedPlayers } from '../player-filter.ts'
import type { Played } from '../query.ts'
import type { SeasonTally } from '../stats/tallies.ts'

export function split({ all, pass, rush, downs: [first, second, third] }: Tally) {
  return {
    overall: meanPpa(all),
    passing: meanPpa(pass),
    rushing: meanPpa(rush),
    firstDown: meanPpa(first),
    secondDown: meanPpa(second),
    thirdDown: meanPpa(third),
  }
}

export function viewTeamPpa({ year, school, offense, defense }: SeasonTally): Of<typeof shapes.TeamPpa> {
  const side = (tally: Tally) => ({
    ...split(tally),
    cumulative: {
      total: round(tally.all.ppa, 1),
      passing: round(tally.pass.ppa, 1),
      rushing: round(tally.rush.ppa, 1),
    },
  })
  return {
    season: year,
    team: school.name,
    conference: school.conference.name,
    offense: side(offense),
    defense: side(defense),
  }
}

type PlayerSeason = Of<typeof shapes.PlayerSeasonPpa>
type PlayerGame = Of<typeof shapes.PlayerGamePpa>

function viewPlayerSeason(season: Season, entry: number, own: PlayerParts): PlayerSeason {
  const { players } = season
  const school = players.schoolOf(entry)
  return {
    season: season.year,
    id: players.idOf(entry) ?? 0,
    name: players.nameOf(entry),
    position: players.positionOf(entry) ?? '',
    team: school?.name ?? '',
    conference: school?.conference.name ?? '',
    countablePlays: own.all.plays,
    averagePPA: playerSplit(own, meanPpa),
    totalPPA: playerSplit(own, ({ plays, ppa }) => (plays === 0 ? null : round(ppa, 3))),
  }
}

interface PlayFilter extends PlayerFilter {
  readonly excludeGarbageTime?: boolean | undefined
  /** The minimum number of plays, as a string. */
  readonly threshold?: string | undefined
}

/** Yields the rows of the players of a game. */
export function* playerGames(played: Played, input: PlayFilter): Generator<PlayerGame> {
  const { season, game } = played
  const { players } = season
  for (const [entry, { all, pass, rush }] of shownPlayers(season, [played], input)) {
    const school = players.schoolOf(entry)
    if (!school) continue
    yield {
      season: season.year,
      seasonType: game.seasonType,
      week: game.week,
      id: players.idOf(entry) ?? 0,
      name: players.nameOf(entry),
      position: players.positionOf(entry) ?? '',
      team: school.name,
      opponent: (school === game.home ? game.away : game.home).name,
      averagePPA: { all: meanPpa(all), pass: meanPpa(pass), rush: meanPpa(rush) },
    }
  }
}

/** Returns the rows of the players of a season, ascending by points added. */
export function playerSeasons(season: Season, input: PlayFilter): PlayerSeason[] {
  return [...shownPlayers(season, gamesOfPlayers(season, input), input)]
    .map(([entry, own]) => ({ entry, own, mean: meanPpa(own.all) ?? 0 }))
    .sort((one, other) => one.mean - other.mean)
    .map(({ entry, own }) => viewPlayerSeason(season, entry, own))
}

/** Yields the players of positions with these metrics who have enough plays. */
function* shownPlayers(season: Season, games: readonly Played[], input: PlayFilter): Generator<[number, PlayerParts]> {
  const isWanted = wantedPlayers(season, input)
  const least = Number(input.threshold ?? 0) || 0
  for (const [entry, own] of partsOf(games, input).players)
    if (own.all.plays >= least && hasSkillPosition(season, entry) && isWanted(entry)) yield [entry, own]
}

function playerSplit(
  { all, pass, rush, downs, standardDowns, passingDowns }: PlayerParts,
  of: (part: Part) => number | null,
) {
  const [first, second, third] = downs
  return {
    all: of(all),
    pass: of(pass),
    rush: of(rush),
    firstDown: of(first),
    secondDown: of(second),
    thirdDown: of(third),
    standardDowns: of(standardDowns),
    passingDowns: of(passingDowns),
  }
}
