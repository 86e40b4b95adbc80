// Points added by passers and runners, adjusted for their opponents' defenses, and points of kickers (SOURCES 3.14,
// 3.15).
import type { Of } from '#define'
import { pointsAboveReplacement } from '../../model/metrics/field-goals.ts'
import { round, type Tally } from '../../model/metrics/tally.ts'
import { emptyPlay, nobody, type Play } from '../../model/plays/columns.ts'
import { isCountable, isPass, isRush, types } from '../../model/plays/kinds.ts'
import type { School, Season } from '../../model/records.ts'
import type { AdjustedPlayer, KickerPoints } from '../../schemas/second-only.ts'
import { gamesOfPlayers, type PlayerFilter, wantedPlayers } from '../player-filter.ts'
import { adjustmentOf, passPoints, runPoints } from './adjusted-teams.ts'

const kinds = {
  passing: { isOfKind: isPass, metric: passPoints },
  rushing: { isOfKind: isRush, metric: runPoints },
} as const satisfies Record<string, { isOfKind(play: Play): boolean; metric(tally: Tally): number | undefined }>

interface Sum {
  plays: number
  points: number
}

/** Returns the players of a season with a play of a kind, the best first. */
export function adjustedPlayers(
  season: Season,
  filter: PlayerFilter,
  kind: keyof typeof kinds,
): Of<typeof AdjustedPlayer>[] {
  const { isOfKind, metric } = kinds[kind]
  const { allowedBeyondMean } = adjustmentOf(season)
  const sums = sumsByPlayer(season, filter, (play, defense) =>
    isCountable(play) && isOfKind(play) ? play.ppa - allowedBeyondMean(defense, metric) : undefined,
  )
  return [...sums]
    .map(([entry, { plays, points }]) => ({
      ...headOf(season, entry),
      position: season.players.positionOf(entry) ?? '',
      wepa: round(points / plays, 3),
      plays,
    }))
    .sort((one, other) => other.wepa - one.wepa)
}

/** Returns the kickers of a season who tried a field goal, the best first. */
export function kickers(season: Season, filter: PlayerFilter): Of<typeof KickerPoints>[] {
  const sums = sumsByPlayer(season, filter, ({ type, length }) => {
    const isGood = type === types.fieldGoal
    const isTry = isGood || type === types.fieldGoalMissed || type === types.blockedFieldGoal
    return isTry ? pointsAboveReplacement(length, isGood) : undefined
  })
  return [...sums]
    .map(([entry, { plays, points }]) => ({ ...headOf(season, entry), paar: round(points, 2), attempts: plays }))
    .sort((one, other) => other.paar - one.paar)
}

/** Sums points of plays by the player with the ball; `pointsOf` returns undefined for plays that do not count. */
function sumsByPlayer(
  season: Season,
  filter: PlayerFilter,
  pointsOf: (play: Play, defense: School) => number | undefined,
): ReadonlyMap<number, Sum> {
  const isWanted = wantedPlayers(season, filter)
  const sums = new Map<number, Sum>()
  const play = emptyPlay()
  for (const { game, from, to } of gamesOfPlayers(season, filter))
    for (let row = from; row < to; row++) {
      season.plays.read(row, play)
      if (play.actor === nobody) continue
      const points = pointsOf(play, play.homeBall === 1 ? game.away : game.home)
      if (points === undefined || !isWanted(play.actor)) continue
      const sum = sums.get(play.actor) ?? { plays: 0, points: 0 }
      sums.set(play.actor, sum)
      sum.plays++
      sum.points += points
    }
  return sums
}

function headOf({ year, players }: Season, entry: number) {
  const school = players.schoolOf(entry)
  return {
    year,
    athleteId: String(players.idOf(entry) ?? ''),
    athleteName: players.nameOf(entry),
    team: school?.name ?? '',
    conference: school?.conference.name ?? '',
  }
}
