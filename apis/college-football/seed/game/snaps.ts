// Plays from scrimmage: runs, passes, and their outcomes.
import { present } from '#define/present'
import { nobody, type Play } from '../../model/plays/columns.ts'
import { types } from '../../model/plays/kinds.ts'
import type { GameState, Next, Spot } from './game-state.ts'
import type { Snap } from './outcomes.ts'

const fumbleShare = { run: 0.013, sack: 0.09, complete: 0.011 } as const

/** Adds the play; returns the yards gained, or the next drive if this one ends. */
export function playSnap(game: GameState, snap: Snap, at: Spot): number | Next | 'half' {
  const { kind } = snap
  const [attackers, defenders] = [game.team(game.offense).depth, game.team(1 - game.offense).depth]
  const actor = game.one(kind === 'run' ? attackers.runners : attackers.passers)
  const isThrown = kind === 'complete' || kind === 'incomplete' || kind === 'intercepted'
  const partner = isThrown ? game.one(attackers.receivers) : nobody
  const play = { ...at, actor, partner }
  if (kind === 'intercepted') return intercepted(game, play, snap)
  if (kind === 'incomplete') {
    game.push({
      ...play,
      type: types.incompletion,
      defender: game.random.chance(0.28) ? game.one(defenders.backs) : nobody,
    })
    return game.elapse(6, 33) ? 0 : 'half'
  }
  const yards = Math.min(snap.yards, at.toGoal)
  if (yards === at.toGoal) return touchdown(game, play, kind === 'run', yards)
  const defender = game.one(kind === 'sack' ? defenders.rushers : yards <= 0 ? defenders.rushers : defenders.tacklers)
  const second = kind !== 'sack' && game.random.chance(0.32) ? game.one(defenders.tacklers) : nobody
  if (at.toGoal - yards >= 100) {
    const lost = at.toGoal - 100
    game.addScore(1 - game.offense, 2)
    game.push({ ...play, type: types.safety, yards: lost, defender, scoring: 1 })
    return game.elapse(6, 150) ? { kickTo: 1 - game.offense } : 'half'
  }
  if (game.random.chance(fumbleShare[kind])) return fumbled(game, play, yards, defender)
  const type = kind === 'run' ? types.rush : kind === 'sack' ? types.sack : types.reception
  game.push({ ...play, type, yards, defender, second: second === defender ? nobody : second })
  return game.elapse(...timeOf(game, at, yards)) ? yards : 'half'
}

/** Returns seconds of the game clock, and of real time until the next snap. */
function timeOf(game: GameState, at: { distance: number }, yards: number): [number, number] {
  const stopsForFirstDown = yards >= at.distance && game.period % 2 === 0 && game.clock < 120
  const margin = game.scoreOf(game.offense) - game.scoreOf(1 - game.offense)
  const isHurried = game.period % 2 === 0 && game.clock < 150 && margin <= 0 && margin > -20
  const isMilked = game.period === 4 && margin > 0 && game.clock < 400
  const used =
    stopsForFirstDown || isHurried
      ? game.random.int(9, 18)
      : isMilked
        ? game.random.int(34, 43)
        : game.random.int(26, 42)
  // the trailing team stops the clock late in the game
  const stopper = isHurried
    ? game.offense
    : margin > 0 && margin < 17 && game.period === 4 && game.clock < 150
      ? 1 - game.offense
      : -1
  if (stopper >= 0 && present(game.timeouts[stopper]) > 0 && game.random.chance(0.5)) {
    game.timeouts[stopper] = present(game.timeouts[stopper]) - 1
    game.push({ type: types.timeout, clock: Math.max(0, game.clock - 6) })
    return [6, 90]
  }
  return [used, 9]
}

function touchdown(game: GameState, play: Partial<Play>, isRun: boolean, yards: number): Next | 'half' {
  const before = { clock: game.clock, wall: game.wall }
  const followed = game.tryAfter(game.offense)
  const type = isRun ? types.rushTouchdown : types.passTouchdown
  game.push({ ...play, ...before, type, yards, scoring: 1, try: followed })
  return game.elapse(7, 170) ? { kickTo: 1 - game.offense } : 'half'
}

function intercepted(game: GameState, play: Partial<Play> & { toGoal: number }, { returned }: Snap): Next | 'half' {
  const defender = game.one(game.team(1 - game.offense).depth.backs)
  const spot = Math.max(1, play.toGoal - game.random.int(3, 22))
  const toGoal = 100 - spot - returned
  if (toGoal <= 0 || game.random.chance(0.05)) {
    const followed = game.tryAfter(1 - game.offense)
    const all = { returned: 100 - spot, scoring: 1, try: followed, type: types.interceptionTouchdown }
    game.push({ ...play, ...all, defender })
    return game.elapse(12, 170) ? { kickTo: game.offense } : 'half'
  }
  game.push({ ...play, type: types.interception, defender, returned })
  return game.elapse(8, 60) ? { offense: 1 - game.offense, toGoal: Math.min(99, toGoal) } : 'half'
}

function fumbled(
  game: GameState,
  play: Partial<Play> & { toGoal: number },
  yards: number,
  defender: number,
): number | Next | 'half' {
  const toGoal = 100 - (play.toGoal - yards)
  if (game.random.chance(0.48)) {
    game.push({ ...play, type: types.fumbleOwn, yards, defender, second: play.actor ?? nobody })
    return game.elapse(20, 30) ? yards : 'half'
  }
  const second = game.one(game.team(1 - game.offense).depth.tacklers)
  if (game.random.chance(0.06)) {
    const followed = game.tryAfter(1 - game.offense)
    const all = { returned: toGoal, scoring: 1, try: followed, type: types.fumbleTouchdown }
    game.push({ ...play, ...all, yards, defender, second })
    return game.elapse(12, 170) ? { kickTo: game.offense } : 'half'
  }
  game.push({ ...play, type: types.fumbleLost, yards, defender, second })
  return game.elapse(8, 60) ? { offense: 1 - game.offense, toGoal: Math.max(1, toGoal) } : 'half'
}
