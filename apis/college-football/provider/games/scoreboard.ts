// The games of the present week and how they are going.
import type { Of } from '#define'
import type { ScoreboardGame } from '../../schemas/games.ts'
import type { Data } from '../answers/answers.ts'
import type { Game, School } from '../league/records.ts'
import { currentSeason, findGames, isOf } from '../query.ts'
import { sidesOf, timeOf } from './game-parts.ts'

/** A week is shown until this long after its last game began. */
const shownMs = 1.5 * 86_400_000
const ordinals = ['', '1st', '2nd', '3rd', '4th'] as const

export function scoreboard(
  data: Data,
  { classification, conference }: { classification?: string | undefined; conference?: string | undefined },
): Of<typeof ScoreboardGame>[] {
  const season = currentSeason(data.league)
  if (!season) return []
  const ahead = season.games.find(({ startMs }) => startMs > data.nowMs - shownMs) ?? season.games.at(-1)
  if (!ahead) return []
  const { week, seasonType } = ahead
  return findGames(data.league, { year: season.year, week, seasonType, classification: classification ?? 'fbs' })
    .filter(({ game }) => isOf(game.home.conference, conference) || isOf(game.away.conference, conference))
    .map(({ game }) => viewGame(game, data))
}

function viewGame(game: Game, data: Data): Of<typeof ScoreboardGame> {
  const { home, away, venue, weather, result, lines } = game
  const now = stateOf(game, data)
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
    venue: { name: venue?.name ?? null, city: venue?.city ?? null, state: venue?.state ?? null },
    homeTeam: viewTeam(home, result?.homePoints ?? now?.homePoints ?? null),
    awayTeam: viewTeam(away, result?.awayPoints ?? now?.awayPoints ?? null),
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

function viewTeam({ id, name, conference }: School, points: number | null) {
  return { id, name, conference: conference.shortName, classification: conference.classification, points }
}

/** Undefined when the game is not being played. */
function stateOf(game: Game, data: Data) {
  const running = data.playsNow(game)
  if (!running) return undefined
  const { plays, to } = running
  const last = to > 0 ? plays.at(to - 1) : undefined
  const next = to < plays.count ? plays.at(to) : undefined
  const [minutes, seconds] = [Math.floor((last?.clock ?? 900) / 60), (last?.clock ?? 900) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    period: last?.period ?? 1,
    clock: `00:${two(minutes)}:${two(seconds)}`,
    situation: next && next.down > 0 ? situationOf(game, next) : null,
    possession: next ? (next.homeBall === 1 ? 'home' : 'away') : null,
    homePoints: last?.homeScore ?? 0,
    awayPoints: last?.awayScore ?? 0,
  }
}

function situationOf(
  game: Game,
  { down, distance, toGoal, homeBall }: { down: number; distance: number; toGoal: number; homeBall: number },
): string {
  const { offense, defense } = sidesOf(game, homeBall)
  const spot = toGoal > 50 ? `${shortName(offense)} ${100 - toGoal}` : `${shortName(defense)} ${toGoal}`
  return `${ordinals[down] ?? ''} & ${distance} at ${spot}`
}

function shortName({ abbreviation, name }: School): string {
  return abbreviation ?? name
}
