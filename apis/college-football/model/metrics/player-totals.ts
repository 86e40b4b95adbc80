// Player statistics, counted from the plays.
import { emptyPlay, nobody, type Play, type PlayColumns, tries } from '../plays/columns.ts'
import { types } from '../plays/kinds.ts'

const none = {
  completions: 0,
  passes: 0,
  passingYards: 0,
  passingTDs: 0,
  passesThrownAway: 0,
  carries: 0,
  rushingYards: 0,
  rushingTDs: 0,
  longestRun: 0,
  receptions: 0,
  receivingYards: 0,
  receivingTDs: 0,
  longestReception: 0,
  fumbles: 0,
  fumblesLost: 0,
  fumblesRecovered: 0,
  tackles: 0,
  soloTackles: 0,
  sacks: 0,
  tacklesForLoss: 0,
  passesBroken: 0,
  hurries: 0,
  defensiveTDs: 0,
  interceptions: 0,
  interceptionYards: 0,
  interceptionTDs: 0,
  kickReturns: 0,
  kickReturnYards: 0,
  kickReturnTDs: 0,
  longestKickReturn: 0,
  puntReturns: 0,
  puntReturnYards: 0,
  puntReturnTDs: 0,
  longestPuntReturn: 0,
  fieldGoals: 0,
  fieldGoalTries: 0,
  longestFieldGoal: 0,
  extraPoints: 0,
  extraPointTries: 0,
  punts: 0,
  puntYards: 0,
  touchbacks: 0,
  puntsInside20: 0,
  longestPunt: 0,
}
export type PlayerTotals = typeof none

/** Totals by index in the season's list of players. */
export type TotalsByPlayer = Map<number, PlayerTotals>

/** Adds the plays of a game; `kickers` try the extra points of the away team and of the home team. */
export function addPlayerTotals(totals: TotalsByPlayer, plays: PlayColumns, from: number, to: number): void {
  const of = (player: number): PlayerTotals => {
    const known = totals.get(player)
    if (known) return known
    const created = { ...none }
    if (player !== nobody) totals.set(player, created)
    return created
  }
  const kickers = kickersOf(plays, from, to)
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    plays.read(row, play)
    addPlay(of, play)
    if (play.try === tries.none || play.try > tries.kickMissed) continue
    const isDefense = play.type !== types.kickoffTouchdown && play.actor !== nobody && isReturned(play)
    const kicker = of(kickers[isDefense ? 1 - play.homeBall : play.homeBall] ?? nobody)
    kicker.extraPointTries++
    if (play.try === tries.kickGood) kicker.extraPoints++
  }
}

function isReturned({ type }: Play): boolean {
  return type === types.interceptionTouchdown || type === types.fumbleTouchdown || type === types.puntTouchdown
}

/** Returns the players who kicked off for the away team and for the home team. */
function kickersOf(plays: PlayColumns, from: number, to: number): [number, number] {
  const kickers: [number, number] = [nobody, nobody]
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    plays.read(row, play)
    if (play.type === types.kickoff || play.type === types.kickoffTouchdown)
      kickers[play.homeBall === 1 ? 0 : 1] = play.actor
  }
  return kickers
}

type Of = (player: number) => PlayerTotals

function addPlay(of: Of, play: Play): void {
  switch (play.type) {
    case types.reception:
    case types.passTouchdown:
    case types.incompletion:
    case types.interception:
    case types.interceptionTouchdown:
      addPass(of, play)
      break
    case types.rush:
    case types.rushTouchdown:
    case types.sack:
    case types.safety:
    case types.fumbleOwn:
    case types.fumbleLost:
    case types.fumbleTouchdown:
      addRun(of, play)
      break
    case types.punt:
    case types.puntTouchdown:
      addPunt(of, play)
      break
    case types.kickoff:
    case types.kickoffTouchdown:
      addKickReturn(of, play)
      break
    case types.fieldGoal:
    case types.fieldGoalMissed:
    case types.blockedFieldGoal:
      addFieldGoal(of(play.actor), play)
      break
    default:
  }
}

function addPass(of: Of, play: Play): void {
  const { type, yards } = play
  const passer = of(play.actor)
  passer.passes++
  if (type === types.incompletion) of(play.defender).passesBroken++
  else if (type === types.interception || type === types.interceptionTouchdown) {
    passer.passesThrownAway++
    const thief = of(play.defender)
    thief.interceptions++
    thief.interceptionYards += play.returned
    if (type === types.interceptionTouchdown) {
      thief.interceptionTDs++
      thief.defensiveTDs++
    }
  } else {
    const receiver = of(play.partner)
    passer.completions++
    passer.passingYards += yards
    receiver.receptions++
    receiver.receivingYards += yards
    receiver.longestReception = Math.max(receiver.longestReception, yards)
    if (type === types.passTouchdown) {
      passer.passingTDs++
      receiver.receivingTDs++
    } else addTackle(of, play)
  }
}

function addRun(of: Of, play: Play): void {
  const { type, yards } = play
  const runner = of(play.actor)
  runner.carries++
  runner.rushingYards += yards
  runner.longestRun = Math.max(runner.longestRun, yards)
  if (type === types.rushTouchdown) runner.rushingTDs++
  else if (type === types.rush || type === types.sack || type === types.safety) addTackle(of, play)
  else {
    runner.fumbles++
    if (type !== types.fumbleOwn) runner.fumblesLost++
    const finder = of(play.second)
    finder.fumblesRecovered++
    if (type === types.fumbleTouchdown) finder.defensiveTDs++
    addTackle(of, { ...play, second: nobody })
  }
  if (type === types.sack) of(play.defender).sacks++
}

/** Adds a tackle. For a tackle by two, each gets the tackle, and half of one for loss. */
function addTackle(of: Of, { defender, second, yards }: Play): void {
  if (defender === nobody) return
  const isSolo = second === nobody
  const tackler = of(defender)
  tackler.tackles++
  if (isSolo) tackler.soloTackles++
  else of(second).tackles++
  if (yards >= 0) return
  tackler.tacklesForLoss += isSolo ? 1 : 0.5
  if (!isSolo) of(second).tacklesForLoss += 0.5
}

function addPunt(of: Of, play: Play): void {
  const punter = of(play.actor)
  punter.punts++
  punter.puntYards += play.length
  punter.longestPunt = Math.max(punter.longestPunt, play.length)
  if (play.partner === nobody) punter.touchbacks++
  else if (play.type === types.punt && play.toGoal - play.length + play.returned <= 20) punter.puntsInside20++
  if (play.type === types.punt && play.returned === 0) return
  const returner = of(play.partner)
  returner.puntReturns++
  returner.puntReturnYards += play.returned
  returner.longestPuntReturn = Math.max(returner.longestPuntReturn, play.returned)
  if (play.type === types.puntTouchdown) returner.puntReturnTDs++
}

function addKickReturn(of: Of, play: Play): void {
  if (play.partner === nobody) return
  const returner = of(play.partner)
  returner.kickReturns++
  returner.kickReturnYards += play.returned
  returner.longestKickReturn = Math.max(returner.longestKickReturn, play.returned)
  if (play.type === types.kickoffTouchdown) returner.kickReturnTDs++
}

function addFieldGoal(kicker: PlayerTotals, { type, length }: Play): void {
  kicker.fieldGoalTries++
  if (type !== types.fieldGoal) return
  kicker.fieldGoals++
  kicker.longestFieldGoal = Math.max(kicker.longestFieldGoal, length)
}
