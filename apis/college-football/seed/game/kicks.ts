// Kickoffs, punts and field goals.
import { nobody } from '../../model/plays/columns.ts'
import { types } from '../../model/plays/kinds.ts'
import type { GameState, Next, Spot } from './game-state.ts'
import { isFieldGoalGood, kickoff, punt } from './outcomes.ts'

export function kickTo(game: GameState, side: number): Next {
  game.offense = side
  game.drive++
  const { length, returned, isTouchback } = kickoff(game.random)
  const [actor, partner] = [
    game.team(1 - side).depth.kicker,
    isTouchback ? nobody : game.one(game.team(side).depth.returners),
  ]
  const toGoal = isTouchback ? 75 : 35 + length - returned
  const kick = { actor, partner, length, toGoal: 65, distance: 10 }
  if (toGoal > 0) {
    const tackled = isTouchback ? {} : { returned, defender: game.one(game.team(1 - side).depth.tacklers) }
    game.push({ ...kick, ...tackled, type: types.kickoff })
    game.elapse(isTouchback ? 0 : 6, 70)
    return { offense: side, toGoal }
  }
  const tried = { clock: game.clock, wall: game.wall }
  const followed = game.tryAfter(side)
  game.push({ ...kick, ...tried, type: types.kickoffTouchdown, returned: 35 + length, scoring: 1, try: followed })
  game.elapse(12, 160)
  return { kickTo: 1 - side }
}

export function endPunt(game: GameState, at: Spot): Next | undefined {
  const { length, returned, isTouchback } = punt(game.random, at.toGoal)
  const receivers = game.team(1 - game.offense).depth
  const actor = game.team(game.offense).depth.punter
  if (game.random.chance(0.006)) {
    game.push({ ...at, type: types.blockedPunt, actor, defender: game.one(receivers.rushers) })
    return game.elapse(6, 60)
      ? { offense: 1 - game.offense, toGoal: Math.min(98, Math.max(1, 92 - at.toGoal)) }
      : undefined
  }
  const partner = isTouchback ? nobody : game.one(receivers.returners)
  const toGoal = isTouchback ? 80 : 100 - (at.toGoal - length) - returned
  const kick = { ...at, actor, partner, length }
  if (toGoal <= 0) {
    const followed = game.tryAfter(1 - game.offense)
    const all = { returned: 100 - (at.toGoal - length), scoring: 1, try: followed, type: types.puntTouchdown }
    game.push({ ...kick, ...all })
    return game.elapse(14, 170) ? { kickTo: game.offense } : undefined
  }
  game.push({ ...kick, type: types.punt, returned })
  return game.elapse(9, 60) ? { offense: 1 - game.offense, toGoal } : undefined
}

export function endKick(game: GameState, at: Spot): Next | undefined {
  const length = at.toGoal + 17
  const kick = { ...at, actor: game.team(game.offense).depth.kicker, length }
  const missed = { offense: 1 - game.offense, toGoal: Math.min(80, 100 - at.toGoal - 7) }
  if (game.random.chance(0.015)) {
    game.push({ ...kick, type: types.blockedFieldGoal, defender: game.one(game.team(1 - game.offense).depth.rushers) })
    return game.elapse(5, 60) ? missed : undefined
  }
  if (!isFieldGoalGood(game.random, length)) {
    game.push({ ...kick, type: types.fieldGoalMissed })
    return game.elapse(5, 60) ? missed : undefined
  }
  game.addScore(game.offense, 3)
  game.push({ ...kick, type: types.fieldGoal, scoring: 1 })
  return game.elapse(5, 120) ? { kickTo: 1 - game.offense } : undefined
}
