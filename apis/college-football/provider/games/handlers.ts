// Games and what belongs to one: results, broadcasts, weather, lines, drives, statistics.
import type { HandlersFor, Of } from '#define'
import type { gameEndpoints } from '../../endpoints/games.ts'
import type * as shapes from '../../schemas/games.ts'
import type { createAnswers, Data } from '../answers/answers.ts'
import { badRequest } from '../errors.ts'
import type { Figures } from '../figures/figures.ts'
import type { Game, School } from '../league/records.ts'
import { type Drive, drivesOf } from '../plays/drives.ts'
import { type Found, findGames, findPlayed, type GameFilter, type Played } from '../query.ts'
import { advancedBoxOf } from '../stats/advanced-box.ts'
import { playerGameOf, teamGameOf } from '../stats/game-stats.ts'
import {
  clockOf,
  driveId,
  gameHead,
  gameSides,
  hasSide,
  isWantedSide,
  mayHaveSide,
  sidesOf,
  timeOf,
  yardLine,
} from './game-parts.ts'
import { liveGameOf } from './live-game.ts'

type Handlers = HandlersFor<typeof gameEndpoints, keyof typeof gameEndpoints>

const mediaTypes = new Set(['tv', 'radio', 'web', 'ppv', 'mobile'])

export function gameHandlers(
  { value, list, listOfGames }: ReturnType<typeof createAnswers>,
  figures: Figures,
): Handlers {
  return {
    games: list(({ league }, { id, year, division, ...filter }) => {
      if (division && !['fbs', 'fcs', 'ii', 'iii'].includes(division.toLowerCase()))
        throw badRequest('Invalid division')
      const wanted: GameFilter = id === undefined ? { ...filter, year, classification: division } : { gameId: id }
      return findGames(league, wanted).map(({ game }) => viewGame(game))
    }),
    gameMedia: list(function* ({ league }, { mediaType, ...filter }) {
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
    gameWeather: list(function* ({ league }, filter) {
      if (filter.gameId === undefined && filter.year === undefined) throw badRequest('year or gameId is required')
      for (const { game } of findGames(league, filter)) yield viewWeather(game)
    }),
    lines: list(function* ({ league }, filter) {
      if (filter.year === undefined) throw badRequest('A numeric year parameter must be specified.')
      for (const { game } of findGames(league, filter)) yield viewLines(game)
    }),
    drives: listOfGames({
      keptAs: (input) => (hasSide(input) ? undefined : 'drives'),
      kinds: (year) => [{ year, seasonType: 'both' }],
      games: ({ league }, input) => findPlayed(league, input).filter(({ game }) => mayHaveSide(game, input)),
      *rows(played, input) {
        for (const drive of drivesOf(played.season.plays, played.from, played.to))
          if (isWantedSide(sidesOf(played.game, drive.homeBall), input)) yield viewDrive(played, drive)
      },
    }),
    teamGameStats: listOfGames({
      keptAs: () => 'team games',
      kinds: (year) => [{ year, seasonType: 'both' }],
      games: (data, input) => gamesOfStats(data, input),
      *rows(played) {
        yield teamGameOf(played, yield* figures.totals.of(played.season))
      },
    }),
    playerGameStats: listOfGames({
      keptAs: ({ category }) => (category ? undefined : 'player games'),
      kinds: (year) => [{ year }],
      games: (data, input) => gamesOfStats(data, input),
      *rows(played, { category }) {
        yield playerGameOf(played, yield* figures.players.of(played.season), category)
      },
    }),
    advancedBoxScore: value((data, { gameId }) => {
      const [played] = findPlayed(data.league, { gameId })
      return played ? advancedBoxOf(played) : null
    }),
    livePlays: value((data, { id }) => {
      const [found] = findGames(data.league, { gameId: id })
      if (!found) throw badRequest('There is no game with this id.')
      return liveGameOf(found, data)
    }),
  }
}

function isMediaType(text: string): text is 'tv' | 'radio' | 'web' | 'ppv' | 'mobile' {
  return mediaTypes.has(text)
}

function gamesOfStats({ league }: Data, input: GameFilter): Played[] {
  requireGames(input)
  return findPlayed(league, input)
}

/** Statistics of games are of one game, or of one season and something that narrows it. */
function requireGames({ gameId, year, week, team, conference }: GameFilter): void {
  if (gameId !== undefined) return
  if (year === undefined) throw badRequest('year is required')
  if (week === undefined && !team && !conference)
    throw badRequest('Must specify a week, team, or conference if not specifying a game id.')
}

function viewGame(game: Game): Of<typeof shapes.Game> {
  const { id, season, week, seasonType, home, away, venue, result, homeElo, awayElo } = game
  return {
    ...{ id, season, week, season_type: seasonType, start_date: timeOf(game), start_time_tbd: game.isStartOpen },
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

/** Zero is not distinguished from unknown (SOURCES 1.6). */
const orNull = (value: number | null): number | null => (value === 0 ? null : value)
const opposite = (chance: number | null | undefined): number | null => (typeof chance === 'number' ? 1 - chance : null)

function viewWeather(game: Game): Of<typeof shapes.GameWeather> | undefined {
  const { weather, venue } = game
  if (!weather) return undefined
  return {
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

function viewLines(game: Game): Of<typeof shapes.GameLines> {
  const { home, away, result } = game
  return {
    ...gameHead(game),
    startDate: timeOf(game),
    ...gameSides(game),
    homeScore: result?.homePoints ?? null,
    awayScore: result?.awayPoints ?? null,
    lines: game.lines.map((line) => ({
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
