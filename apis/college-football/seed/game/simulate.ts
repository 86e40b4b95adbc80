// Simulates a game play by play. The result depends only on the strengths, the depth charts and the seed.
import type { PlayColumns } from '../../model/plays/columns.ts'
import { types } from '../../model/plays/kinds.ts'
import { createRandom } from '../draws.ts'
import { GameState, type Next, periodSeconds, type SimulatedTeam } from './game-state.ts'
import { endKick, endPunt, kickTo } from './kicks.ts'
import { decide, pass, penalty, run } from './outcomes.ts'
import { playSnap } from './snaps.ts'

const mostOvertimes = 12
/** Advantage of offenses close to the goal, in points per game. */
const redZone = 16

/** Adds the plays of a game. `teams` are the away team and the home team. */
export function simulateGame(plays: PlayColumns, teams: readonly [SimulatedTeam, SimulatedTeam], seed: number): void {
  const random = createRandom(seed)
  const game = new GameState(plays, teams, random)
  const opening = random.int(0, 1)
  playHalf(game, opening)
  game.push({ type: types.endOfHalf })
  game.period = 3
  game.clock = periodSeconds
  game.wall += 1200
  game.timeouts.fill(3)
  playHalf(game, 1 - opening)
  if (game.scoreOf(0) === game.scoreOf(1)) playOvertime(game)
  game.push({ type: types.endOfGame, clock: 0 })
}

/** Plays a half; `first` receives the kickoff. */
function playHalf(game: GameState, first: number): void {
  let next: Next | undefined = { kickTo: first }
  while (next) {
    if ('kickTo' in next) next = kickTo(game, next.kickTo)
    else {
      if (game.offense !== next.offense || game.drive === 0) game.drive++
      game.offense = next.offense
      next = playDrive(game, next.toGoal)
    }
  }
}

/**
 * Plays overtime: each team gets the ball at the 25. The last periods are forced to a decision, so that every game
 * ends.
 */
function playOvertime(game: GameState): void {
  for (game.period = 5; game.scoreOf(0) === game.scoreOf(1); game.period++) {
    game.clock = 0
    const first = game.random.int(0, 1)
    for (const side of [first, 1 - first]) {
      game.offense = side
      game.drive++
      const before = game.scoreOf(side)
      if (game.period < 4 + mostOvertimes) playDrive(game, 25)
      else if (side === first) {
        game.addScore(side, 3)
        game.push({
          down: 1,
          distance: 10,
          toGoal: 25,
          type: types.fieldGoal,
          length: 42,
          scoring: 1,
          actor: game.team(side).depth.kicker,
        })
      }
      // a turnover returned for a touchdown decides
      if (game.scoreOf(1 - side) > game.scoreOf(side) && side === first && game.scoreOf(side) === before) break
    }
    game.push({ type: types.endPeriod })
  }
  game.period--
}

/** Plays a drive until the ball changes hands; undefined when the half ends. */
function playDrive(game: GameState, from: number): Next | undefined {
  let [down, distance, toGoal] = [1, Math.min(10, from), from]
  for (;;) {
    const margin = game.scoreOf(game.offense) - game.scoreOf(1 - game.offense)
    const secondsLeft = game.isOvertime() ? 0 : game.period % 2 === 1 ? game.clock + periodSeconds : game.clock
    const decision = decide(game.random, {
      down,
      distance,
      toGoal,
      margin,
      secondsLeft: late(game, secondsLeft),
      isOvertime: game.isOvertime(),
    })
    const at = { down, distance, toGoal }
    if (decision === 'punt') return endPunt(game, at)
    if (decision === 'kick') return endKick(game, at)
    if (game.random.chance(0.062)) {
      const { yards, isFirstDown } = penalty(game.random)
      const moved = Math.trunc(yards < 0 ? Math.max(yards, -(100 - toGoal) / 2) : Math.min(yards, toGoal / 2))
      game.push({ type: types.penalty, ...at, yards: moved })
      toGoal -= moved
      distance -= moved
      if (isFirstDown || distance <= 0) [down, distance] = [1, Math.min(10, toGoal)]
      game.wall += 45
      continue
    }
    const edge = game.team(game.offense).attack - game.team(1 - game.offense).defense + (toGoal <= 25 ? redZone : 0)
    const snap = decision === 'run' ? run(game.random, edge) : pass(game.random, edge, distance)
    const ended = playSnap(game, snap, at)
    if (ended === 'half') return undefined
    if (typeof ended === 'object') return ended
    toGoal -= ended
    distance -= ended
    if (distance <= 0) [down, distance] = [1, Math.min(10, toGoal)]
    else down++
    if (down > 4) return { offense: 1 - game.offense, toGoal: 100 - toGoal }
  }
}

/**
 * Returns the seconds left as far as hurry matters: fully at the end of the second half, hardly at the end of the
 * first.
 */
function late({ period }: GameState, secondsLeft: number): number {
  return period === 4 || (period === 2 && secondsLeft < 10) ? secondsLeft : 1800
}
