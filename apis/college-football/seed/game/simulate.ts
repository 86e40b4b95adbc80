// Simulates a game play by play. It depends on the strengths, the depth charts and the seed, and on nothing else.
import { emptyPlay, nobody, type Play, type PlayColumns, tries } from '../../provider/plays/columns.ts'
import { types } from '../../provider/plays/kinds.ts'
import { createRandom } from '../draws.ts'
import type { Depth } from './depth.ts'
import { decide, isFieldGoalGood, kickoff, pass, penalty, punt, run, type Snap } from './outcomes.ts'

export interface SimulatedTeam {
  /** Points above the average of the offense and of the defense, the advantage of playing at home included. */
  readonly attack: number
  readonly defense: number
  readonly depth: Depth
}

/** Where the next drive begins. */
type Next = { readonly offense: number; readonly toGoal: number } | { readonly kickTo: number }

const periodSeconds = 900
const mostOvertimes = 12
/** Close to the goal offenses do better than elsewhere, in points per game. */
const redZone = 16
const fumbleShare = { run: 0.013, sack: 0.09, complete: 0.011 } as const

/** Adds the plays of a game. `teams` are the away team and the home team. */
export function simulateGame(plays: PlayColumns, teams: readonly [SimulatedTeam, SimulatedTeam], seed: number): void {
  const random = createRandom(seed)
  const score = [0, 0]
  const timeouts = [3, 3]
  let [period, clock, wall, drive] = [1, periodSeconds, 0, 0]
  let offense = 0

  const team = (side: number): SimulatedTeam => teams[side === 1 ? 1 : 0]
  const one = (entries: readonly number[]): number => entries[random.int(0, entries.length - 1)] ?? nobody
  const scoreOf = (side: number): number => score[side] ?? 0
  const isOvertime = () => period > 4
  const addScore = (side: number, points: number) => {
    score[side] = scoreOf(side) + points
  }
  const push = (fields: Partial<Play>) => {
    const [awayScore = 0, homeScore = 0] = score
    const [awayTimeouts = 0, homeTimeouts = 0] = timeouts
    plays.push({
      ...emptyPlay(),
      ...{ drive, homeBall: offense, period, clock, homeScore, awayScore, homeTimeouts, awayTimeouts, wall },
      ...fields,
    })
  }

  /** Runs the clock; false when the half is over. */
  function elapse(seconds: number, pause: number): boolean {
    wall += seconds + pause
    if (isOvertime()) return true
    clock -= seconds
    if (clock > 0) return true
    clock = 0
    if (period === 2 || period === 4) return false
    push({ type: types.endPeriod })
    period++
    clock = periodSeconds
    wall += 180
    return true
  }

  /** A touchdown's extra points; adds them and says which they were. */
  function tryAfter(side: number): number {
    addScore(side, 6)
    const lead = scoreOf(side) - scoreOf(1 - side)
    const goesForTwo = period > 5 || (period >= 4 && (lead === -2 || lead === 1 || lead === 5) && random.chance(0.7))
    if (goesForTwo) {
      if (!random.chance(0.45)) return tries.twoFailed
      addScore(side, 2)
      return tries.twoGood
    }
    if (!random.chance(0.965)) return tries.kickMissed
    addScore(side, 1)
    return tries.kickGood
  }

  function kickTo(side: number): Next {
    offense = side
    drive++
    const { length, returned, isTouchback } = kickoff(random)
    const [actor, partner] = [team(1 - side).depth.kicker, isTouchback ? nobody : one(team(side).depth.returners)]
    const toGoal = isTouchback ? 75 : 35 + length - returned
    const kick = { actor, partner, length, toGoal: 65, distance: 10 }
    if (toGoal > 0) {
      const tackled = isTouchback ? {} : { returned, defender: one(team(1 - side).depth.tacklers) }
      push({ ...kick, ...tackled, type: types.kickoff })
      elapse(isTouchback ? 0 : 6, 70)
      return { offense: side, toGoal }
    }
    const tried = { clock, wall }
    const followed = tryAfter(side)
    push({ ...kick, ...tried, type: types.kickoffTouchdown, returned: 35 + length, scoring: 1, try: followed })
    elapse(12, 160)
    return { kickTo: 1 - side }
  }

  /** Plays a drive until the ball changes hands; undefined when the half ends. */
  function playDrive(from: number): Next | undefined {
    let [down, distance, toGoal] = [1, Math.min(10, from), from]
    for (;;) {
      const margin = scoreOf(offense) - scoreOf(1 - offense)
      const secondsLeft = isOvertime() ? 0 : period % 2 === 1 ? clock + periodSeconds : clock
      const decision = decide(random, {
        down,
        distance,
        toGoal,
        margin,
        secondsLeft: late(secondsLeft),
        isOvertime: isOvertime(),
      })
      const at = { down, distance, toGoal }
      if (decision === 'punt') return endPunt(at)
      if (decision === 'kick') return endKick(at)
      if (random.chance(0.062)) {
        const { yards, isFirstDown } = penalty(random)
        const moved = Math.trunc(yards < 0 ? Math.max(yards, -(100 - toGoal) / 2) : Math.min(yards, toGoal / 2))
        push({ type: types.penalty, ...at, yards: moved })
        toGoal -= moved
        distance -= moved
        if (isFirstDown || distance <= 0) [down, distance] = [1, Math.min(10, toGoal)]
        wall += 45
        continue
      }
      const edge = team(offense).attack - team(1 - offense).defense + (toGoal <= 25 ? redZone : 0)
      const snap = decision === 'run' ? run(random, edge) : pass(random, edge, distance)
      const ended = playSnap(snap, at)
      if (ended === 'half') return undefined
      if (typeof ended === 'object') return ended
      toGoal -= ended
      distance -= ended
      if (distance <= 0) [down, distance] = [1, Math.min(10, toGoal)]
      else down++
      if (down > 4) return { offense: 1 - offense, toGoal: 100 - toGoal }
    }
  }

  /** Hurry matters at the end of the second half alone. */
  const late = (secondsLeft: number) => (period === 4 || (period === 2 && secondsLeft < 10) ? secondsLeft : 1800)

  /** Adds the play; returns the yards gained, or what follows when the drive ends. */
  function playSnap(snap: Snap, at: { down: number; distance: number; toGoal: number }): number | Next | 'half' {
    const { kind } = snap
    const [attackers, defenders] = [team(offense).depth, team(1 - offense).depth]
    const actor = one(kind === 'run' ? attackers.runners : attackers.passers)
    const isThrown = kind === 'complete' || kind === 'incomplete' || kind === 'intercepted'
    const partner = isThrown ? one(attackers.receivers) : nobody
    const play = { ...at, actor, partner }
    if (kind === 'intercepted') return intercepted(play, snap)
    if (kind === 'incomplete') {
      push({ ...play, type: types.incompletion, defender: random.chance(0.28) ? one(defenders.backs) : nobody })
      return elapse(6, 33) ? 0 : 'half'
    }
    const yards = Math.min(snap.yards, at.toGoal)
    if (yards === at.toGoal) return touchdown(play, kind === 'run', yards)
    const defender = one(kind === 'sack' ? defenders.rushers : yards <= 0 ? defenders.rushers : defenders.tacklers)
    const second = kind !== 'sack' && random.chance(0.32) ? one(defenders.tacklers) : nobody
    if (at.toGoal - yards >= 100) {
      const lost = at.toGoal - 100
      addScore(1 - offense, 2)
      push({ ...play, type: types.safety, yards: lost, defender, scoring: 1 })
      return elapse(6, 150) ? { kickTo: 1 - offense } : 'half'
    }
    if (random.chance(fumbleShare[kind])) return fumbled(play, yards, defender)
    const type = kind === 'run' ? types.rush : kind === 'sack' ? types.sack : types.reception
    push({ ...play, type, yards, defender, second: second === defender ? nobody : second })
    return elapse(...timeOf(at, yards)) ? yards : 'half'
  }

  /** Seconds of the game clock and beyond it until the next snap. */
  function timeOf(at: { distance: number }, yards: number): [number, number] {
    const stopsForFirstDown = yards >= at.distance && period % 2 === 0 && clock < 120
    const margin = scoreOf(offense) - scoreOf(1 - offense)
    const isHurried = period % 2 === 0 && clock < 150 && margin <= 0 && margin > -20
    const isMilked = period === 4 && margin > 0 && clock < 400
    const used = stopsForFirstDown || isHurried ? random.int(9, 18) : isMilked ? random.int(34, 43) : random.int(26, 42)
    // the team that is behind stops the clock in the end
    const stopper = isHurried ? offense : margin > 0 && margin < 17 && period === 4 && clock < 150 ? 1 - offense : -1
    if (stopper >= 0 && (timeouts[stopper] ?? 0) > 0 && random.chance(0.5)) {
      timeouts[stopper] = (timeouts[stopper] ?? 0) - 1
      push({ type: types.timeout, clock: Math.max(0, clock - 6) })
      return [6, 90]
    }
    return [used, 9]
  }

  function touchdown(play: Partial<Play>, isRun: boolean, yards: number): Next | 'half' {
    const before = { clock, wall }
    const followed = tryAfter(offense)
    const type = isRun ? types.rushTouchdown : types.passTouchdown
    push({ ...play, ...before, type, yards, scoring: 1, try: followed })
    return elapse(7, 170) ? { kickTo: 1 - offense } : 'half'
  }

  function intercepted(play: Partial<Play> & { toGoal: number }, { returned }: Snap): Next | 'half' {
    const defender = one(team(1 - offense).depth.backs)
    const spot = Math.max(1, play.toGoal - random.int(3, 22))
    const toGoal = 100 - spot - returned
    if (toGoal <= 0 || random.chance(0.05)) {
      const followed = tryAfter(1 - offense)
      const all = { returned: 100 - spot, scoring: 1, try: followed, type: types.interceptionTouchdown }
      push({ ...play, ...all, defender })
      return elapse(12, 170) ? { kickTo: offense } : 'half'
    }
    push({ ...play, type: types.interception, defender, returned })
    return elapse(8, 60) ? { offense: 1 - offense, toGoal: Math.min(99, toGoal) } : 'half'
  }

  function fumbled(play: Partial<Play> & { toGoal: number }, yards: number, defender: number): number | Next | 'half' {
    const toGoal = 100 - (play.toGoal - yards)
    if (random.chance(0.48)) {
      push({ ...play, type: types.fumbleOwn, yards, defender, second: play.actor ?? nobody })
      return elapse(20, 30) ? yards : 'half'
    }
    const second = one(team(1 - offense).depth.tacklers)
    if (random.chance(0.06)) {
      const followed = tryAfter(1 - offense)
      const all = { returned: toGoal, scoring: 1, try: followed, type: types.fumbleTouchdown }
      push({ ...play, ...all, yards, defender, second })
      return elapse(12, 170) ? { kickTo: offense } : 'half'
    }
    push({ ...play, type: types.fumbleLost, yards, defender, second })
    return elapse(8, 60) ? { offense: 1 - offense, toGoal: Math.max(1, toGoal) } : 'half'
  }

  function endPunt(at: { down: number; distance: number; toGoal: number }): Next | undefined {
    const { length, returned, isTouchback } = punt(random, at.toGoal)
    const receivers = team(1 - offense).depth
    const actor = team(offense).depth.punter
    if (random.chance(0.006)) {
      push({ ...at, type: types.blockedPunt, actor, defender: one(receivers.rushers) })
      return elapse(6, 60) ? { offense: 1 - offense, toGoal: Math.min(98, Math.max(1, 92 - at.toGoal)) } : undefined
    }
    const partner = isTouchback ? nobody : one(receivers.returners)
    const toGoal = isTouchback ? 80 : 100 - (at.toGoal - length) - returned
    const kick = { ...at, actor, partner, length }
    if (toGoal <= 0) {
      const followed = tryAfter(1 - offense)
      const all = { returned: 100 - (at.toGoal - length), scoring: 1, try: followed, type: types.puntTouchdown }
      push({ ...kick, ...all })
      return elapse(14, 170) ? { kickTo: offense } : undefined
    }
    push({ ...kick, type: types.punt, returned })
    return elapse(9, 60) ? { offense: 1 - offense, toGoal } : undefined
  }

  function endKick(at: { down: number; distance: number; toGoal: number }): Next | undefined {
    const length = at.toGoal + 17
    const kick = { ...at, actor: team(offense).depth.kicker, length }
    const missed = { offense: 1 - offense, toGoal: Math.min(80, 100 - at.toGoal - 7) }
    if (random.chance(0.015)) {
      push({ ...kick, type: types.blockedFieldGoal, defender: one(team(1 - offense).depth.rushers) })
      return elapse(5, 60) ? missed : undefined
    }
    if (!isFieldGoalGood(random, length)) {
      push({ ...kick, type: types.fieldGoalMissed })
      return elapse(5, 60) ? missed : undefined
    }
    addScore(offense, 3)
    push({ ...kick, type: types.fieldGoal, scoring: 1 })
    return elapse(5, 120) ? { kickTo: 1 - offense } : undefined
  }

  /** Plays a half; `first` receives the kickoff. */
  function playHalf(first: number): void {
    let next: Next | undefined = { kickTo: first }
    while (next) {
      if ('kickTo' in next) next = kickTo(next.kickTo)
      else {
        if (offense !== next.offense || drive === 0) drive++
        offense = next.offense
        next = playDrive(next.toGoal)
      }
    }
  }

  /** Each team gets the ball at the 25; the last periods are decided by force, so that every game ends. */
  function playOvertime(): void {
    for (period = 5; scoreOf(0) === scoreOf(1); period++) {
      clock = 0
      const first = random.int(0, 1)
      for (const side of [first, 1 - first]) {
        offense = side
        drive++
        const before = scoreOf(side)
        if (period < 4 + mostOvertimes) playDrive(25)
        else if (side === first) {
          addScore(side, 3)
          push({
            down: 1,
            distance: 10,
            toGoal: 25,
            type: types.fieldGoal,
            length: 42,
            scoring: 1,
            actor: team(side).depth.kicker,
          })
        }
        // a turnover that was returned for a touchdown decides
        if (scoreOf(1 - side) > scoreOf(side) && side === first && scoreOf(side) === before) break
      }
      push({ type: types.endPeriod })
    }
    period--
  }

  const opening = random.int(0, 1)
  playHalf(opening)
  push({ type: types.endOfHalf })
  ;[period, clock, wall] = [3, periodSeconds, wall + 1200]
  timeouts.fill(3)
  playHalf(1 - opening)
  if (scoreOf(0) === scoreOf(1)) playOvertime()
  push({ type: types.endOfGame, clock: 0 })
}
