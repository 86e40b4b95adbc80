// Team statistics of a game, counted from the plays.
import { emptyPlay, nobody, type Play, type PlayColumns } from '../plays/columns.ts'
import { isFromScrimmage, isReturnTouchdown, types } from '../plays/kinds.ts'

const none = {
  firstDowns: 0,
  thirdDowns: 0,
  thirdDownConversions: 0,
  fourthDowns: 0,
  fourthDownConversions: 0,
  rushingAttempts: 0,
  rushingYards: 0,
  rushingTDs: 0,
  passAttempts: 0,
  passCompletions: 0,
  netPassingYards: 0,
  passingTDs: 0,
  passesThrownAway: 0,
  fumblesLost: 0,
  fumbles: 0,
  penalties: 0,
  penaltyYards: 0,
  possessionTime: 0,
  sacks: 0,
  tacklesForLoss: 0,
  passesDeflected: 0,
  passesIntercepted: 0,
  interceptionYards: 0,
  interceptionTDs: 0,
  fumblesRecovered: 0,
  defensiveTDs: 0,
  kickReturns: 0,
  kickReturnYards: 0,
  kickReturnTDs: 0,
  puntReturns: 0,
  puntReturnYards: 0,
  puntReturnTDs: 0,
}
export type TeamTotals = typeof none

export const emptyTeamTotals = (): TeamTotals => ({ ...none })

/** Returns the totals of the away team and of the home team. */
export function teamTotals(plays: PlayColumns, from: number, to: number): [TeamTotals, TeamTotals] {
  const away = emptyTeamTotals()
  const home = emptyTeamTotals()
  const [play, next] = [emptyPlay(), emptyPlay()]
  for (let row = from; row < to; row++) {
    plays.read(row, play)
    const [offense, defense] = play.homeBall === 1 ? [home, away] : [away, home]
    offense.possessionTime += row + 1 < to ? elapsed(play, plays.read(row + 1, next)) : play.clock
    if (isFromScrimmage(play)) addScrimmage(offense, defense, play)
    else if (play.type === types.penalty) addPenalty(offense, defense, play)
    else addKick(offense, defense, play)
  }
  return [away, home]
}

function elapsed(play: Play, next: Play): number {
  return play.period === next.period ? play.clock - next.clock : play.period <= 4 ? play.clock : 0
}

/** Reports whether the play gained a new series or scored. */
function isConverted(play: Play): boolean {
  if (isReturnTouchdown(play) || play.type === types.safety) return false
  if (play.type === types.interception || play.type === types.fumbleLost) return false
  return play.yards >= play.distance
}

/** Reports whether a play is a run or a sack, which college statistics count as a run. */
function isCountedAsRush({ type }: Play): boolean {
  return (
    type === types.rush ||
    type === types.rushTouchdown ||
    type === types.sack ||
    type === types.safety ||
    type === types.fumbleOwn ||
    type === types.fumbleLost ||
    type === types.fumbleTouchdown
  )
}

function addScrimmage(offense: TeamTotals, defense: TeamTotals, play: Play): void {
  const { type, yards, returned } = play
  const gained = isConverted(play)
  if (gained) offense.firstDowns++
  if (play.down === 3) {
    offense.thirdDowns++
    if (gained) offense.thirdDownConversions++
  }
  if (play.down === 4) {
    offense.fourthDowns++
    if (gained) offense.fourthDownConversions++
  }
  if (isCountedAsRush(play)) {
    offense.rushingAttempts++
    offense.rushingYards += yards
    if (type === types.rushTouchdown) offense.rushingTDs++
    if (type === types.sack) defense.sacks++
  } else {
    offense.passAttempts++
    offense.netPassingYards += yards
    if (type === types.reception || type === types.passTouchdown) offense.passCompletions++
    if (type === types.passTouchdown) offense.passingTDs++
    if (type === types.incompletion && play.defender !== nobody) defense.passesDeflected++
  }
  if (yards < 0) defense.tacklesForLoss++
  if (type === types.interception || type === types.interceptionTouchdown) {
    offense.passesThrownAway++
    defense.passesIntercepted++
    defense.interceptionYards += returned
    if (type === types.interceptionTouchdown) defense.interceptionTDs++
  }
  if (type === types.fumbleOwn) offense.fumbles++
  if (type === types.fumbleLost || type === types.fumbleTouchdown) {
    offense.fumbles++
    offense.fumblesLost++
    defense.fumblesRecovered++
  }
  if (type === types.interceptionTouchdown || type === types.fumbleTouchdown) defense.defensiveTDs++
}

function addPenalty(offense: TeamTotals, defense: TeamTotals, play: Play): void {
  const guilty = play.yards < 0 ? offense : defense
  guilty.penalties++
  guilty.penaltyYards += Math.abs(play.yards)
}

function addKick(offense: TeamTotals, defense: TeamTotals, { type, partner, returned }: Play): void {
  if (partner === nobody) return
  if (type === types.kickoff || type === types.kickoffTouchdown) {
    offense.kickReturns++
    offense.kickReturnYards += returned
    if (type === types.kickoffTouchdown) offense.kickReturnTDs++
  }
  if ((type === types.punt && returned > 0) || type === types.puntTouchdown) {
    defense.puntReturns++
    defense.puntReturnYards += returned
    if (type === types.puntTouchdown) defense.puntReturnTDs++
  }
}

export function addTotals(sum: TeamTotals, other: TeamTotals): void {
  for (const name of totalNames) sum[name] += other[name]
}
// the names of an object literal in this file
const totalNames = Object.keys(none) as (keyof TeamTotals)[]
