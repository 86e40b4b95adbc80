// Games and data of a single game: results, broadcasts, weather, lines, drives, statistics.
import type { HandlersFor, Of } from '#define'
import type { gameEndpoints } from '../../endpoints/games.ts'
import { type Drive, drivesOf } from '../../model/plays/drives.ts'
import type { BookLine, Game, School } from '../../model/records.ts'
import type * as shapes from '../../schemas/games.ts'
import { badRequest } from '../errors.ts'
import { type Found, findGames, findPlayed, type GameFilter } from '../query.ts'
import { advancedBoxOf } from '../stats/advanced-box.ts'
import { playerGameOf, teamGameOf } from '../stats/game-stats.ts'
import type { Answers } from '../streamed.ts'
import {
  clockOf,
  driveId,
  gameHead,
  gameSides,
  isWantedSide,
  mayHaveSide,
  sidesOf,
  timeOf,
  yardLine,
} from './game-parts.ts'

type Handlers = HandlersFor<typeof gameEndpoints, Exclude<keyof typeof gameEndpoints, 'livePlays'>>

const mediaTypes = new Set(['tv', 'radio', 'web', 'ppv', 'mobile'])

export function gameHandlers({ value, list }: Answers): Handlers {
  return {
    games: list((league, { id, year, division, ...filter }) => {
      if (division && !['fbs', 'fcs', 'ii', 'iii'].includes(division.toLowerCase()))
        throw badRequest('Invalid division')
      const wanted: GameFilter = id === undefined ? { ...filter, year, classification: division } : { gameId: id }
      return findGames(league, wanted).map(({ game }) => viewGame(game))
    }),
    gameMedia: list(function* (league, { mediaType, ...filter }) {
      const kind = mediaType?.toLowerCase()
      for (const { game } of findGames(league, filter)) {
        const head = {
          ...gameHead(game),
          startTime: timeOf(game),
          isStartTimeTBD: game.isStartOpen,
          ...gameSides(game),
        }
        for (const { type, outlet } of game.media)
          if (isMediaType(type) && (!kind || type === kind)) yield { ...head, mediaType: type, outlet }
      }
    }),
    gameWeather: list(function* (league, filter) {
      if (filter.gameId === undefined && filter.year === undefined) throw badRequest('year or gameId is required')
      for (const { game } of findGames(league, filter)) yield* viewWeather(game)
    }),
    lines: list(function* (league, { provider, ...filter }) {
      if (filter.gameId === undefined && filter.year === undefined)
        throw badRequest('A numeric year parameter must be specified.')
      for (const { game } of findGames(league, filter))
        yield viewLines(game, provider ? game.lines.filter((line) => isSameText(line.provider, provider)) : game.lines)
    }),
    drives: list(function* (league, input) {
      for (const played of findPlayed(league, input)) {
        if (!mayHaveSide(played.game, input)) continue
        for (const drive of drivesOf(played.season.plays, played.from, played.to))
          if (isWantedSide(sidesOf(played.game, drive.homeBall), input)) yield viewDrive(played, drive)
      }
    }),
    teamGameStats: list(function* (league, input) {
      requireGames(input)
      for (const played of findPlayed(league, input)) yield teamGameOf(played)
    }),
    playerGameStats: list(function* (league, { category, ...input }) {
      requireGames(input)
      for (const played of findPlayed(league, input)) {
        const row = playerGameOf(played, category)
        if (row.teams.length > 0) yield row
      }
    }),
    advancedBoxScore: value((league, { gameId }) => {
      const [played] = findPlayed(league, { gameId })
      return played ? advancedBoxOf(played) : null
    }),
  }
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function isMediaType(text: string): text is 'tv' | 'radio' | 'web' | 'ppv' | 'mobile' {
  return mediaTypes.has(text)
}

/** Requires the id of a game, or a season and a narrower filter. */
function requireGames({ gameId, year, week, team, conference }: GameFilter): void {
  if (gameId !== undefined) return
  if (year === undefined) throw badRequest('year is required')
  if (week === undefined && !team && !conference)
    throw badRequest('Must specify a week, team, or conference if not specifying a game id.')
}

function viewGame(game: Game): Of<typeof shapes.Game> {
  const { id, season, week, seasonType, home, away, venue, result, homeElo, awayElo } = game
  return {
    id,
    season,
    week,
    season_type: seasonType,
    start_date: timeOf(game),
    start_time_tbd: game.isStartOpen,
    completed: result !== null,
    neutral_site: game.neutral,
    conference_game: game.conferenceGame,
    attendance: result?.attendance ?? null,
    venue_id: venue?.id ?? null,
    venue: venue?.name ?? null,
    home_id: home.id,
    home_team: home.name,
    home_conference: home.conference.name,
    home_division: home.conference.classification,
    home_points: result?.homePoints ?? null,
    home_line_scores: result ? [...result.homeByPeriod] : null,
    home_post_win_prob: result?.homePostgameWin ?? null,
    home_pregame_elo: homeElo?.before ?? null,
    home_postgame_elo: homeElo?.after ?? null,
    away_id: away.id,
    away_team: away.name,
    away_conference: away.conference.name,
    away_division: away.conference.classification,
    away_points: result?.awayPoints ?? null,
    away_line_scores: result ? [...result.awayByPeriod] : null,
    away_post_win_prob: opposite(result?.homePostgameWin),
    away_pregame_elo: awayElo?.before ?? null,
    away_postgame_elo: awayElo?.after ?? null,
    excitement_index: result?.excitement ?? null,
    highlights: game.highlights,
    notes: game.notes,
  }
}

/** Converts 0 to null: the provider does not distinguish zero from unknown (SOURCES 1.6). */
const orNull = (value: number | null): number | null => (value === 0 ? null : value)
const opposite = (chance: number | null | undefined): number | null => (typeof chance === 'number' ? 1 - chance : null)

function* viewWeather(game: Game): Generator<Of<typeof shapes.GameWeather>> {
  const { weather, venue } = game
  if (!weather) return
  yield {
    ...gameHead(game),
    startTime: timeOf(game),
    gameIndoors: weather.indoors,
    ...gameSides(game),
    venueId: venue?.id ?? null,
    venue: venue?.name ?? null,
    temperature: orNull(weather.temperature),
    dewPoint: orNull(weather.dewPoint),
    humidity: orNull(weather.humidity),
    precipitation: weather.precipitation,
    snowfall: weather.snowfall,
    windDirection: weather.windDirection,
    windSpeed: orNull(weather.windSpeed),
    pressure: orNull(weather.pressure),
    weatherConditionCode: weather.code,
    weatherCondition: weather.condition,
  }
}

function viewLines(game: Game, lines: readonly BookLine[]): Of<typeof shapes.GameLines> {
  const { home, away, result } = game
  return {
    ...gameHead(game),
    startDate: timeOf(game),
    ...gameSides(game),
    homeTeamId: home.id,
    homeClassification: home.conference.classification,
    homeScore: result?.homePoints ?? null,
    awayTeamId: away.id,
    awayClassification: away.conference.classification,
    awayScore: result?.awayPoints ?? null,
    lines: lines.map((line) => ({
      ...line,
      formattedSpread: spreadText(line.spread, home, away),
    })),
  }
}

function spreadText(spread: number | null, home: School, away: School): string | null {
  if (spread === null) return null
  return spread < 0 ? `${home.name} ${spread}` : `${away.name} -${spread}`
}

function viewDrive({ season, game }: Found, drive: Drive): Of<typeof shapes.Drive> {
  const { offense, defense } = sidesOf(game, drive.homeBall)
  const { first, last, before, homeBall, endToGoal } = drive
  const isHome = homeBall === 1
  const left = (period: number, clock: number) => (period > 4 ? 0 : (4 - period) * 900 + clock)
  return {
    offense: offense.name,
    offense_conference: offense.conference.name,
    defense: defense.name,
    defense_conference: defense.conference.name,
    game_id: game.id,
    id: driveId(season, game, drive.number),
    drive_number: drive.number,
    scoring: drive.scoring,
    start_period: first.period,
    start_yardline: yardLine(first.toGoal, homeBall),
    start_yards_to_goal: first.toGoal,
    start_time: clockOf(first.clock),
    end_period: drive.endPeriod,
    end_yardline: yardLine(endToGoal, homeBall),
    end_yards_to_goal: endToGoal,
    end_time: clockOf(drive.endClock),
    elapsed: clockOf(Math.max(0, left(first.period, first.clock) - left(drive.endPeriod, drive.endClock))),
    plays: drive.plays,
    yards: drive.yards,
    drive_result: drive.result,
    is_home_offense: isHome,
    start_offense_score: isHome ? before.home : before.away,
    start_defense_score: isHome ? before.away : before.home,
    end_offense_score: isHome ? last.homeScore : last.awayScore,
    end_defense_score: isHome ? last.awayScore : last.homeScore,
  }
}
