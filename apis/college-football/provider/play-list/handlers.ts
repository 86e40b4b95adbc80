// Plays, what players did in them, and win probabilities.
import type { HandlersFor, Of } from '#define'
import type { playEndpoints } from '../../endpoints/plays.ts'
import type { Play as PlayShape, PlayStat, PlayWinProbability } from '../../schemas/plays.ts'
import type { createAnswers, Data } from '../answers/answers.ts'
import {
  clockOf,
  driveId,
  hasSide,
  isWantedSide,
  mayHaveSide,
  shownBall,
  sidesOf,
  timeAfter,
  yardLine,
} from '../games/game-parts.ts'
import { playId, textOfPlay } from '../games/play-text.ts'
import type { Game, School, Season } from '../league/records.ts'
import { round } from '../metrics/tally.ts'
import { pregameWin, secondsLeft } from '../metrics/win-probability.ts'
import { emptyPlay, nobody, type Play } from '../plays/columns.ts'
import { isCountable, showsWinProbability, typeNames } from '../plays/kinds.ts'
import { playStatsOf, playStatTypes } from '../plays/play-stats.ts'
import { createMemo, type Found, findGames, findPlayed, isNamed, isOf, type Played } from '../query.ts'

type Ids = 'winProbability' | 'pregameWinProbability' | 'playStatTypes' | 'playStats' | 'playTypes' | 'plays'
const mostStats = 2000
const mostPregames = 1000

export function playHandlers({
  list,
  listOfGames,
}: ReturnType<typeof createAnswers>): HandlersFor<typeof playEndpoints, Ids> {
  return {
    playTypes: list(() => [...typeNames].map(([id, { text, abbreviation }]) => ({ id, text, abbreviation }))),
    playStatTypes: list(() => playStatTypes),
    plays: listOfGames({
      keptAs: (input) => (input.playType !== undefined || hasSide(input) ? undefined : 'plays'),
      // of all weeks
      kinds: (year) => [{ year, week: 1, seasonType: 'both' }],
      games: ({ league }, input) => findPlayed(league, input).filter(({ game }) => mayHaveSide(game, input)),
      *rows({ season, game, from, to }, input) {
        const play = emptyPlay()
        for (let row = from; row < to; row++) {
          season.plays.read(row, play)
          const isWanted = input.playType === undefined || play.type === input.playType
          if (isWanted && isWantedSide(sidesOf(game, shownBall(play)), input))
            yield viewPlay(season, game, play, row - from)
        }
      },
    }),
    playStats: list(function* ({ league }, input) {
      let left = mostStats
      const { athleteId } = input
      const schoolOf = createMemo(({ players }: Season) => {
        const place = athleteId === undefined ? undefined : players.placeOf(athleteId)
        return place === undefined ? undefined : players.schoolOf(place)
      })
      for (const played of findPlayed(league, input)) {
        if (left === 0) return
        if (athleteId !== undefined && !hasTeam(played, schoolOf(played.season))) continue
        for (const row of statsOf(played, input)) {
          yield row
          if (--left === 0) return
        }
        yield undefined
      }
    }),
    winProbability: list(function* (data, { gameId }) {
      const [found] = findGames(data.league, { gameId })
      if (found) yield* chancesOf(found, data)
    }),
    pregameWinProbability: list(({ league }, filter) =>
      findGames(league, filter)
        .flatMap(({ game }) => {
          const spread = spreadOf(game)
          if (spread === undefined) return []
          const { season, seasonType, week, id, home, away } = game
          const chance = round(pregameWin(spread), 3)
          const head = { season, seasonType, week, gameId: id, homeTeam: home.name, awayTeam: away.name }
          return { ...head, spread, homeWinProb: chance }
        })
        .sort(
          (one, other) =>
            one.season - other.season || one.week - other.week || (one.homeTeam < other.homeTeam ? -1 : 1),
        )
        .slice(0, mostPregames),
    ),
  }
}

/** Of the consensus, or of any book. */
export function spreadOf({ lines }: Pick<Game, 'lines'>): number | undefined {
  const known = lines.filter(({ spread }) => spread !== null)
  return (known.find(({ provider }) => provider === 'consensus') ?? known[0])?.spread ?? undefined
}

function viewPlay(season: Season, game: Game, play: Play, number: number): Of<typeof PlayShape> {
  const homeBall = shownBall(play)
  const { offense, defense } = sidesOf(game, homeBall)
  const isHome = homeBall === 1
  return {
    id: playId(season, game, number),
    drive_id: driveId(season, game, play.drive),
    game_id: game.id,
    drive_number: play.drive,
    play_number: number + 1,
    offense: offense.name,
    offense_conference: offense.conference.name,
    offense_score: isHome ? play.homeScore : play.awayScore,
    defense: defense.name,
    home: game.home.name,
    away: game.away.name,
    defense_conference: defense.conference.name,
    defense_score: isHome ? play.awayScore : play.homeScore,
    period: play.period,
    clock: clockOf(play.clock),
    offense_timeouts: isHome ? play.homeTimeouts : play.awayTimeouts,
    defense_timeouts: isHome ? play.awayTimeouts : play.homeTimeouts,
    yard_line: yardLine(play.toGoal, homeBall),
    yards_to_goal: play.toGoal,
    down: play.down,
    distance: play.distance,
    yards_gained: play.yards,
    scoring: play.scoring === 1,
    play_type: typeNames.get(play.type)?.text ?? 'Uncategorized',
    play_text: textOfPlay(season, game, play, number),
    ppa: isCountable(play) ? play.ppa : null,
    wallclock: timeAfter(game, play.wall),
  }
}

function hasTeam({ game: { home, away } }: Played, school: School | undefined): boolean {
  return school === home || school === away
}

interface StatFilter {
  readonly athleteId?: number | undefined
  readonly statTypeId?: number | undefined
  readonly team?: string | undefined
  readonly conference?: string | undefined
}

function* statsOf({ season, game, from, to }: Played, filter: StatFilter): Generator<Of<typeof PlayStat>> {
  const { players } = season
  const { statTypeId, athleteId } = filter
  const isShown = (school: School) => isNamed(school, filter.team) && isOf(school.conference, filter.conference)
  const [showsHome, showsAway] = [isShown(game.home), isShown(game.away)]
  const isAthlete = (entry: number) => entry !== nobody && players.idOf(entry) === athleteId
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    season.plays.read(row, play)
    const { actor, partner, defender, second } = play
    if (
      athleteId !== undefined &&
      !(isAthlete(actor) || isAthlete(partner) || isAthlete(defender) || isAthlete(second))
    )
      continue
    for (const { player, typeId, name, value, isOffense } of playStatsOf(play)) {
      const isHome = isOffense === (play.homeBall === 1)
      if (statTypeId !== undefined && typeId !== statTypeId) continue
      if (!(isHome ? showsHome : showsAway) || (athleteId !== undefined && !isAthlete(player))) continue
      const [school, opponent] = isHome ? [game.home, game.away] : [game.away, game.home]
      if (players.schoolOf(player) === undefined) continue
      // without spreads: there are thousands of rows
      yield {
        gameId: game.id,
        season: game.season,
        week: game.week,
        team: school.name,
        conference: school.conference.name,
        opponent: opponent.name,
        teamScore: isHome ? play.homeScore : play.awayScore,
        opponentScore: isHome ? play.awayScore : play.homeScore,
        driveId: driveId(season, game, play.drive),
        playId: playId(season, game, row - from),
        period: play.period,
        clock: clockOf(play.clock),
        yardsToGoal: play.toGoal,
        down: play.down,
        distance: play.distance,
        athleteId: players.idOf(player) ?? 0,
        athleteName: players.nameOf(player),
        statType: name,
        stat: value,
      }
    }
  }
}

function* chancesOf({ season, game }: Found, data: Data): Generator<Of<typeof PlayWinProbability>> {
  const running = data.playsNow(game)
  const plays = running?.plays ?? season.plays
  const [from, to] = running ? [0, running.to] : [game.result?.firstPlay ?? 0, game.result?.endPlay ?? 0]
  const head = {
    gameId: game.id,
    homeId: game.home.id,
    home: game.home.name,
    awayId: game.away.id,
    away: game.away.name,
  }
  const spread = spreadOf(game) ?? 0
  let shown = 0
  for (let row = from; row < to; row++) {
    const play = plays.at(row)
    if (!showsWinProbability(play)) continue
    shown++
    yield {
      ...head,
      playId: playId(season, game, row - from),
      playText: textOfPlay(season, game, play, row - from),
      spread,
      ...{ homeBall: play.homeBall === 1, homeScore: play.homeScore, awayScore: play.awayScore },
      timeRemaining: secondsLeft(play),
      yardLine: yardLine(play.toGoal, play.homeBall),
      ...{ down: play.down, distance: play.distance },
      homeWinProb: round(play.homeWin, 4),
      playNumber: shown,
    }
  }
  const { result } = game
  if (!result) return
  yield {
    ...head,
    ...{ playId: 0, playText: 'Game ended', spread, homeBall: false },
    ...{ homeScore: result.homePoints, awayScore: result.awayPoints, timeRemaining: 0 },
    ...{ yardLine: 0, down: 0, distance: 0 },
    homeWinProb: result.homePoints > result.awayPoints ? 1 : 0,
    playNumber: shown + 1,
  }
}
