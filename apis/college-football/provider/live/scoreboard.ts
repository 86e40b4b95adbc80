// The games of the current week and their state.
import type { Of } from '#define'
import { present } from '#define/present'
import { pointsByPeriod } from '../../model/metrics/results.ts'
import { round } from '../../model/metrics/tally.ts'
import { pregameWin, spreadOf } from '../../model/metrics/win-probability.ts'
import type { Game, League, School } from '../../model/records.ts'
import type { ScoreboardGame } from '../../schemas/games.ts'
import { sidesOf, timeOf } from '../games/game-parts.ts'
import { textOfPlay } from '../games/play-text.ts'
import { currentSeason, type Found, findGames, isOf } from '../query.ts'

/** Time for which a week is shown after its last game began. */
const shownMs = 1.5 * 86_400_000
const ordinals = ['', '1st', '2nd', '3rd', '4th'] as const

export function scoreboard(
  league: League,
  { classification, conference }: { classification?: string | undefined; conference?: string | undefined },
): Of<typeof ScoreboardGame>[] {
  const season = currentSeason(league)
  if (!season) return []
  const ahead = season.games.find(({ startMs }) => startMs > league.nowMs - shownMs) ?? season.games.at(-1)
  if (!ahead) return []
  const { week, seasonType } = ahead
  return findGames(league, { year: season.year, week, seasonType, classification: classification ?? 'fbs' })
    .filter(({ game }) => isOf(game.home.conference, conference) || isOf(game.away.conference, conference))
    .map((found) => viewGame(found, league))
}

function viewGame(found: Found, league: League): Of<typeof ScoreboardGame> {
  const { game } = found
  const { home, away, venue, weather, result, lines } = game
  const now = stateOf(found, league)
  const line = lines.find(({ provider }) => provider === 'consensus')
  return {
    id: game.id,
    startDate: timeOf(game),
    startTimeTBD: game.isStartOpen,
    tv: game.media.find(({ type }) => type === 'tv')?.outlet ?? null,
    neutralSite: game.neutral,
    conferenceGame: game.conferenceGame,
    status: result ? 'completed' : now ? 'in_progress' : 'scheduled',
    period: now?.period ?? null,
    clock: now?.clock ?? null,
    situation: now?.situation ?? null,
    possession: now?.possession ?? null,
    lastPlay: now?.lastPlay ?? null,
    venue: { name: venue?.name ?? null, city: venue?.city ?? null, state: venue?.state ?? null },
    homeTeam: {
      ...viewTeam(home, result?.homePoints ?? now?.homePoints ?? null),
      lineScores: lineOf(result?.homeByPeriod ?? now?.homeByPeriod),
      winProbability: now?.homeWin ?? null,
    },
    awayTeam: {
      ...viewTeam(away, result?.awayPoints ?? now?.awayPoints ?? null),
      lineScores: lineOf(result?.awayByPeriod ?? now?.awayByPeriod),
      winProbability: now ? round(1 - now.homeWin, 4) : null,
    },
    weather: {
      temperature: weather?.temperature ?? null,
      description: weather?.condition ?? null,
      windSpeed: weather?.windSpeed ?? null,
      windDirection: weather?.windDirection ?? null,
    },
    betting: {
      spread: line?.spread ?? null,
      overUnder: line?.overUnder ?? null,
      homeMoneyline: line?.homeMoneyline ?? null,
      awayMoneyline: line?.awayMoneyline ?? null,
    },
  }
}

function lineOf(byPeriod: readonly number[] | undefined): number[] | null {
  return byPeriod ? [...byPeriod] : null
}

function viewTeam({ id, name, conference }: School, points: number | null) {
  return { id, name, conference: conference.shortName, classification: conference.classification, points }
}

/** Returns undefined unless the game is in progress. */
function stateOf({ season, game }: Found, league: League) {
  const running = league.playsNow(game)
  if (!running) return undefined
  const { plays, from, to, end } = running
  const soFar = pointsByPeriod(plays, from, to)
  const last = to > from ? plays.at(to - 1) : undefined
  const next = to < end ? plays.at(to) : undefined
  const [minutes, seconds] = [Math.floor((last?.clock ?? 900) / 60), (last?.clock ?? 900) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    period: last?.period ?? 1,
    clock: `00:${two(minutes)}:${two(seconds)}`,
    situation: next && next.down > 0 ? situationOf(game, next) : null,
    possession: next ? (next.homeBall === 1 ? 'home' : 'away') : null,
    lastPlay: last ? textOfPlay(season, game, last, to - 1 - from) : null,
    ...soFar,
    homeWin: round(last ? last.homeWin : pregameWin(spreadOf(game) ?? 0), 4),
  }
}

function situationOf(
  game: Game,
  { down, distance, toGoal, homeBall }: { down: number; distance: number; toGoal: number; homeBall: number },
): string {
  const { offense, defense } = sidesOf(game, homeBall)
  const spot = toGoal > 50 ? `${shortName(offense)} ${100 - toGoal}` : `${shortName(defense)} ${toGoal}`
  return `${present(ordinals[down])} & ${distance} at ${spot}`
}

function shortName({ abbreviation, name }: School): string {
  return abbreviation ?? name
}
