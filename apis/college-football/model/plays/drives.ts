// The drives of a game, from its plays.
import { emptyPlay, type Play, type PlayColumns } from './columns.ts'
import { isFromScrimmage, isOffenseTouchdown, types } from './kinds.ts'

export interface Drive {
  readonly number: number
  readonly homeBall: number
  /** The first and the last play that move the ball; kickoffs and ends of periods do not. */
  readonly first: Play
  readonly last: Play
  readonly endToGoal: number
  /** Period and clock at the end of the drive. */
  readonly endPeriod: number
  readonly endClock: number
  readonly plays: number
  readonly yards: number
  readonly result: string
  readonly scoring: boolean
  /** Its smallest distance to the goal line. */
  readonly closest: number
  readonly before: { readonly home: number; readonly away: number }
  /** Rows, the end exclusive. */
  readonly rows: readonly [number, number]
}

const results: Readonly<Record<number, string>> = {
  [types.passTouchdown]: 'TD',
  [types.rushTouchdown]: 'TD',
  [types.kickoffTouchdown]: 'KICKOFF RETURN TD',
  [types.fieldGoal]: 'FG',
  [types.fieldGoalMissed]: 'MISSED FG',
  [types.blockedFieldGoal]: 'BLOCKED FG',
  [types.punt]: 'PUNT',
  [types.blockedPunt]: 'BLOCKED PUNT',
  [types.puntTouchdown]: 'PUNT RETURN TD',
  [types.interception]: 'INT',
  [types.interceptionTouchdown]: 'INT TD',
  [types.fumbleLost]: 'FUMBLE',
  [types.fumbleTouchdown]: 'FUMBLE RETURN TD',
  [types.safety]: 'SF',
}

/** Returns the offense's points for the result of a drive. */
export function drivePoints(result: string): number {
  if (result === 'TD' || result === 'KICKOFF RETURN TD') return 7
  if (result === 'FG') return 3
  if (result === 'SF') return -2
  return result.endsWith(' TD') ? -7 : 0
}

/** Reports whether a drive was ended by time. */
export function isCutShort(result: string): boolean {
  return result.startsWith('END OF')
}

/** Yields the drives. Those without a play, such as a kickoff at the end of a half, are left out. */
export function* drivesOf(plays: PlayColumns, from: number, to: number): Generator<Drive> {
  let before = { home: 0, away: 0 }
  let start = from
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    const { drive } = plays.read(row, play)
    const isLast = row + 1 === to || plays.read(row + 1, play).drive !== drive
    if (!isLast) continue
    const made = driveOf(plays, start, row + 1, before)
    if (made) yield made
    start = row + 1
    const { homeScore, awayScore } = plays.at(row)
    before = { home: homeScore, away: awayScore }
  }
}

function driveOf(plays: PlayColumns, from: number, to: number, before: Drive['before']): Drive | undefined {
  const play = emptyPlay()
  let [firstRow, lastRow, count, yards, closest] = [-1, -1, 0, 0, 100]
  let [endsHalf, endsGame] = [false, false]
  for (let row = from; row < to; row++) {
    plays.read(row, play)
    endsHalf ||= play.type === types.endOfHalf
    endsGame ||= play.type === types.endOfGame
    if (play.down === 0 && play.type !== types.kickoffTouchdown) continue
    if (firstRow < 0) firstRow = row
    lastRow = row
    closest = Math.min(closest, play.toGoal)
    if (!isFromScrimmage(play)) continue
    count++
    yards += play.yards
  }
  if (firstRow < 0) return undefined
  const [first, last] = [plays.at(firstRow), plays.at(lastRow)]
  plays.read(to - 1, play)
  const result = resultOf(last, endsHalf, endsGame)
  return {
    number: last.drive,
    homeBall: last.homeBall,
    first,
    last,
    result,
    before,
    rows: [from, to],
    endToGoal: isOffenseTouchdown(last) ? 0 : last.toGoal - (isFromScrimmage(last) ? last.yards : 0),
    endPeriod: play.period,
    endClock: play.clock,
    plays: count,
    scoring: last.scoring === 1,
    yards,
    closest,
  }
}

function resultOf(last: Play, endsHalf: boolean, endsGame: boolean): string {
  const known = results[last.type]
  if (known) return known
  if (endsHalf) return 'END OF HALF'
  const isLost = last.down === 4 && last.yards < last.distance
  return endsGame && !isLost ? 'END OF GAME' : 'DOWNS'
}
