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
  /** What the clock said when the drive was over. */
  readonly endPeriod: number
  readonly endClock: number
  readonly plays: number
  readonly yards: number
  readonly result: string
  readonly scoring: boolean
  /** How close it came to the goal line. */
  readonly closest: number
  readonly before: { readonly home: number; readonly away: number }
  /** Rows, the last one exclusive. */
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

/** Points for the offense by the result of a drive. */
export function drivePoints(result: string): number {
  if (result === 'TD' || result === 'KICKOFF RETURN TD') return 7
  if (result === 'FG') return 3
  if (result === 'SF') return -2
  return result.endsWith(' TD') ? -7 : 0
}

/** Results of drives that time ended. */
export function isCutShort(result: string): boolean {
  return result.startsWith('END OF')
}

/** Drives without a play, such as a kickoff at the end of a half, are left out. */
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
  const all = Array.from({ length: to - from }, (_none, at) => plays.at(from + at))
  const moving = all.filter(({ down, type }) => down > 0 || type === types.kickoffTouchdown)
  const [first, last] = [moving[0], moving.at(-1)]
  if (!first || !last) return undefined
  const fromScrimmage = moving.filter(isFromScrimmage)
  const ending = all.at(-1) ?? last
  const result = resultOf(last, all)
  return {
    ...{ number: last.drive, homeBall: last.homeBall, first, last, result, before, rows: [from, to] },
    endToGoal: isOffenseTouchdown(last) ? 0 : last.toGoal - (isFromScrimmage(last) ? last.yards : 0),
    endPeriod: ending.period,
    endClock: ending.clock,
    plays: fromScrimmage.length,
    yards: fromScrimmage.reduce((sum, { yards }) => sum + yards, 0),
    scoring: last.scoring === 1,
    closest: moving.reduce((least, { toGoal }) => Math.min(least, toGoal), 100),
  }
}

function resultOf(last: Play, all: readonly Play[]): string {
  const known = results[last.type]
  if (known) return known
  if (all.some(({ type }) => type === types.endOfHalf)) return 'END OF HALF'
  const isLost = last.down === 4 && last.yards < last.distance
  if (all.some(({ type }) => type === types.endOfGame) && !isLost) return 'END OF GAME'
  return 'DOWNS'
}
