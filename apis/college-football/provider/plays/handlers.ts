// Plays, player statistics by play, and win probabilities.
import type { HandlersFor, Of } from '#define'
import type { playEndpoints } from '../../endpoints/plays.ts'
import { round } from '../../model/metrics/tally.ts'
import { pregameWin, secondsLeft, spreadOf } from '../../model/metrics/win-probability.ts'
import { emptyPlay, nobody, type Play } from '../../model/plays/columns.ts'
import { isCountable, showsWinProbability, typeNames } from '../../model/plays/kinds.ts'
import type { Game, League, PlayerTable, School, Season } from '../../model/records.ts'
import type { Play as PlayShape, PlayStat, PlayWinProbability } from '../../schemas/plays.ts'
import {
  clockOf,
  driveId,
  isWantedSide,
  mayHaveSide,
  shownBall,
  sidesOf,
  timeAfter,
  yardLine,
} from '../games/game-parts.ts'
import { playId, textOfPlay } from '../games/play-text.ts'
import { type Found, findGames, findPlayed, isNamed, isOf, type Played, playsSoFar } from '../query.ts'
import type { Answers } from '../streamed.ts'
import { playStatsOf, playStatTypes } from './play-stats.ts'

type Ids = 'winProbability' | 'pregameWinProbability' | 'playStatTypes' | 'playStats' | 'playTypes' | 'plays'
const mostStats = 2000
const mostPregames = 1000

export function playHandlers({ list }: Answers): HandlersFor<typeof playEndpoints, Ids> {
  return {
    playTypes: list(() => [...typeNames].map(([id, { text, abbreviation }]) => ({ id, text, abbreviation }))),
    playStatTypes: list(() => playStatTypes),
    plays: list(function* (league, input) {
      const play = emptyPlay()
      const types = typesOf(input.playType)
      for (const { season, game, from, to } of findPlayed(league, input)) {
        if (!mayHaveSide(game, input)) continue
        for (let row = from; row < to; row++) {
          season.plays.read(row, play)
          const isWanted = types === undefined || types.has(play.type)
          if (isWanted && isWantedSide(sidesOf(game, shownBall(play)), input))
            yield viewPlay(season, game, play, row - from)
        }
      }
    }),
    playStats: list(function* (league, input) {
      let left = mostStats
      for (const played of findPlayed(league, input))
        for (const row of statsOf(played, input)) {
          yield row
          if (--left === 0) return
        }
    }),
    winProbability: list(function* (league, { gameId }) {
      const [found] = findGames(league, { gameId })
      if (found) yield* chancesOf(found, league)
    }),
    pregameWinProbability: list((league, filter) =>
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

/**
 * Returns the types with an id, as version 1 filters, or with an abbreviation or text in any case; undefined for all
 * types.
 */
function typesOf(wanted: number | string | undefined): ReadonlySet<number> | undefined {
  if (wanted === undefined || wanted === '') return undefined
  if (typeof wanted === 'number') return new Set([wanted])
  const name = wanted.toLowerCase()
  const named = [...typeNames].filter(
    ([, { text, abbreviation }]) => text.toLowerCase() === name || abbreviation?.toLowerCase() === name,
  )
  return new Set(named.map(([id]) => id))
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

interface StatFilter {
  readonly athleteId?: number | undefined
  readonly statTypeId?: number | undefined
  readonly team?: string | undefined
  readonly conference?: string | undefined
}

function* statsOf({ season, game, from, to }: Played, filter: StatFilter): Generator<Of<typeof PlayStat>> {
  const { players } = season
  const { statTypeId, athleteId } = filter
  if (athleteId !== undefined && !isInGame(players, athleteId, game)) return
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
      // without spreads, because there are thousands of rows
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

function isInGame(players: PlayerTable, athlete: number, { home, away }: Game): boolean {
  const place = players.placeOf(athlete)
  const school = place === undefined ? undefined : players.schoolOf(place)
  return school === home || school === away
}

function* chancesOf({ season, game }: Found, league: League): Generator<Of<typeof PlayWinProbability>> {
  const { plays, from, to } = playsSoFar(season, game, league)
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
      homeBall: play.homeBall === 1,
      homeScore: play.homeScore,
      awayScore: play.awayScore,
      timeRemaining: secondsLeft(play),
      yardLine: yardLine(play.toGoal, play.homeBall),
      down: play.down,
      distance: play.distance,
      homeWinProb: round(play.homeWin, 4),
      playNumber: shown,
    }
  }
  const { result } = game
  if (!result) return
  yield {
    ...head,
    playId: 0,
    playText: 'Game ended',
    spread,
    homeBall: false,
    homeScore: result.homePoints,
    awayScore: result.awayPoints,
    timeRemaining: 0,
    yardLine: 0,
    down: 0,
    distance: 0,
    homeWinProb: result.homePoints > result.awayPoints ? 1 : 0,
    playNumber: shown + 1,
  }
}
