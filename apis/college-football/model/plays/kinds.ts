// The meaning of play types for the metrics (SOURCES 3.1 to 3.4).
import type { Play } from './columns.ts'

export const types = {
  endPeriod: 2,
  incompletion: 3,
  rush: 5,
  sack: 7,
  penalty: 8,
  fumbleOwn: 9,
  blockedPunt: 17,
  blockedFieldGoal: 18,
  safety: 20,
  timeout: 21,
  reception: 24,
  interception: 26,
  fumbleLost: 29,
  kickoffTouchdown: 32,
  puntTouchdown: 34,
  interceptionTouchdown: 36,
  fumbleTouchdown: 39,
  punt: 52,
  kickoff: 53,
  fieldGoal: 59,
  fieldGoalMissed: 60,
  endOfHalf: 65,
  endOfGame: 66,
  passTouchdown: 67,
  rushTouchdown: 68,
} as const

const setOf = (...ids: readonly number[]): Uint8Array => {
  const set = new Uint8Array(1000)
  for (const id of ids) set[id] = 1
  return set
}
const passes = setOf(3, 4, 6, 7, 24, 26, 36, 51, 67)
const rushes = setOf(5, 9, 29, 39, 68)
const failures = setOf(20, 26, 34, 36, 37, 38, 39, 63)
const hidden = setOf(12, 13, 15, 16, 21, 43, 53, 56, 57, 61, 62, 65, 66, 78, 999)
const offenseTouchdowns = setOf(67, 68)
const returnTouchdowns = setOf(34, 36, 37, 38, 39, 41)

export const isPass = (play: Play): boolean => passes[play.type] === 1
export const isRush = (play: Play): boolean => rushes[play.type] === 1
/**
 * Reports whether a play is a pass, sack, run or fumble: everything by which the offense moves the ball, safeties
 * included.
 */
export const isFromScrimmage = (play: Play): boolean => isPass(play) || isRush(play) || play.type === types.safety
export const isOffenseTouchdown = (play: Play): boolean => offenseTouchdowns[play.type] === 1
/**
 * Reports whether the team without the ball scored a touchdown. On a kickoff that is the receiving team, whose drive it
 * begins.
 */
export const isReturnTouchdown = (play: Play): boolean => returnTouchdowns[play.type] === 1
/** Reports whether the win probability after the play is shown. */
export const showsWinProbability = (play: Play): boolean => hidden[play.type] !== 1
/** Reports whether the play has predicted points added. */
export const isCountable = (play: Play): boolean => !Number.isNaN(play.ppa)

export function isSuccess(play: Play): boolean {
  if (failures[play.type] === 1) return false
  if (play.scoring === 1) return true
  if (play.down === 1) return play.yards >= 0.5 * play.distance
  if (play.down === 2) return play.yards >= 0.7 * play.distance
  return play.yards >= play.distance
}

export function isPassingDown(play: Play): boolean {
  return (play.down === 2 && play.distance >= 8) || (play.down >= 3 && play.distance >= 5)
}

/** Limits of the margin by period, from the first; a play beyond them belongs to a decided game. */
interface GarbageLimits {
  readonly afterScore: readonly number[]
  readonly otherwise: readonly number[]
}
const never = Number.POSITIVE_INFINITY
const otherwise = [never, never, 38, 28, 22]
export const statsGarbage: GarbageLimits = { otherwise, afterScore: [never, never, 45, 35, 29] }
export const ppaGarbage: GarbageLimits = { otherwise, afterScore: [never, never, 45, 35, 28] }

/**
 * Reports whether a game is decided by the score after the play; a scoring play gets the points of its own touchdown as
 * an allowance.
 */
export function isGarbage(play: Play, limits: GarbageLimits): boolean {
  const margin = Math.abs(play.homeScore - play.awayScore)
  return margin > ((play.scoring === 1 ? limits.afterScore : limits.otherwise)[play.period] ?? never)
}

export const typeNames: ReadonlyMap<number, { readonly text: string; readonly abbreviation: string | null }> = new Map(
  Object.entries({
    2: ['End Period', 'EP'],
    3: ['Pass Incompletion', null],
    5: ['Rush', 'RUSH'],
    7: ['Sack', null],
    8: ['Penalty', 'PEN'],
    9: ['Fumble Recovery (Own)', null],
    12: ['Kickoff Return (Offense)', null],
    17: ['Blocked Punt', 'BP'],
    18: ['Blocked Field Goal', 'BFG'],
    20: ['Safety', 'SF'],
    21: ['Timeout', 'TO'],
    24: ['Pass Reception', 'REC'],
    26: ['Pass Interception Return', 'INTR'],
    29: ['Fumble Recovery (Opponent)', null],
    32: ['Kickoff Return Touchdown', 'TD'],
    34: ['Punt Return Touchdown', 'TD'],
    36: ['Interception Return Touchdown', 'TD'],
    37: ['Blocked Punt Touchdown', 'TD'],
    38: ['Blocked Field Goal Touchdown', 'TD'],
    39: ['Fumble Return Touchdown', 'TD'],
    40: ['Missed Field Goal Return', null],
    41: ['Missed Field Goal Return Touchdown', 'TD'],
    52: ['Punt', 'PUNT'],
    53: ['Kickoff', 'K'],
    57: ['Defensive 2pt Conversion', null],
    59: ['Field Goal Good', 'FG'],
    60: ['Field Goal Missed', 'FGM'],
    65: ['End of Half', 'EH'],
    66: ['End of Game', 'EG'],
    67: ['Passing Touchdown', 'TD'],
    68: ['Rushing Touchdown', 'TD'],
    999: ['Uncategorized', null],
  } satisfies Record<string, readonly [string, string | null]>).map(([id, [text, abbreviation]]) => [
    Number(id),
    { text, abbreviation },
  ]),
)
