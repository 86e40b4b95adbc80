// Player statistics of one play.
import { nobody, type Play } from '../../model/plays/columns.ts'
import { types } from '../../model/plays/kinds.ts'

/** Types of statistics: the first numbers are the provider's, those from 101 are ours (SOURCES 3.9). */
export const playStatTypes = [
  { id: 1, name: 'Incompletion' },
  { id: 2, name: 'Target' },
  { id: 4, name: 'Completion' },
  { id: 5, name: 'Reception' },
  { id: 7, name: 'Rush' },
  { id: 11, name: 'Sack Taken' },
  { id: 20, name: 'Interception Thrown' },
  { id: 101, name: 'Interception' },
  { id: 102, name: 'Pass Breakup' },
  { id: 103, name: 'Sack' },
  { id: 104, name: 'Fumble' },
  { id: 105, name: 'Fumble Forced' },
  { id: 106, name: 'Fumble Recovered' },
  { id: 107, name: 'Touchdown' },
  { id: 108, name: 'Tackle' },
  { id: 109, name: 'Punt' },
  { id: 110, name: 'Punt Return' },
  { id: 111, name: 'Kickoff' },
  { id: 112, name: 'Kickoff Return' },
  { id: 113, name: 'Field Goal Made' },
  { id: 114, name: 'Field Goal Missed' },
] as const

type StatId = (typeof playStatTypes)[number]['id']
const names = new Map<StatId, string>(playStatTypes.map(({ id, name }) => [id, name]))

interface PlayerStat {
  readonly player: number
  readonly typeId: StatId
  readonly name: string
  readonly value: number
  /** True if the player is on the team with the ball. */
  readonly isOffense: boolean
}

export function playStatsOf(play: Play): PlayerStat[] {
  const { type, actor, partner, defender, second, yards, length, returned } = play
  const offense = (typeId: StatId, player: number, value: number) => stat(typeId, player, value, true)
  const defense = (typeId: StatId, player: number, value: number) => stat(typeId, player, value, false)
  const stats: PlayerStat[] = []
  switch (type) {
    case types.reception:
    case types.passTouchdown:
      stats.push(offense(4, actor, yards), offense(2, partner, 1), offense(5, partner, yards))
      break
    case types.incompletion:
      stats.push(offense(1, actor, 1), offense(2, partner, 1), defense(102, defender, 1))
      break
    case types.interception:
    case types.interceptionTouchdown:
      stats.push(offense(20, actor, 1), offense(2, partner, 1), defense(101, defender, returned))
      break
    case types.sack:
      stats.push(offense(11, actor, yards), defense(103, defender, yards))
      break
    case types.rush:
    case types.rushTouchdown:
    case types.safety:
      stats.push(offense(7, actor, yards))
      break
    case types.fumbleOwn:
      stats.push(offense(7, actor, yards), offense(104, actor, 1), defense(105, defender, 1), offense(106, second, 1))
      break
    case types.fumbleLost:
    case types.fumbleTouchdown:
      stats.push(offense(7, actor, yards), offense(104, actor, 1), defense(105, defender, 1), defense(106, second, 1))
      break
    case types.punt:
    case types.puntTouchdown:
      stats.push(offense(109, actor, length))
      if (returned > 0) stats.push(defense(110, partner, returned))
      break
    case types.kickoff:
    case types.kickoffTouchdown:
      stats.push(defense(111, actor, length), offense(112, partner, returned))
      break
    case types.fieldGoal:
      stats.push(offense(113, actor, length))
      break
    case types.fieldGoalMissed:
    case types.blockedFieldGoal:
      stats.push(offense(114, actor, length))
      break
    default:
  }
  if (type === types.rush || type === types.reception || type === types.safety)
    stats.push(defense(108, defender, 1), defense(108, second, 1))
  const scorer = scorerOf(play)
  if (scorer) stats.push(scorer)
  return stats.filter(({ player }) => player !== nobody)
}

function scorerOf({ type, actor, partner, defender, second }: Play): PlayerStat | undefined {
  if (type === types.passTouchdown || type === types.kickoffTouchdown) return stat(107, partner, 1, true)
  if (type === types.rushTouchdown) return stat(107, actor, 1, true)
  if (type === types.interceptionTouchdown) return stat(107, defender, 1, false)
  if (type === types.fumbleTouchdown) return stat(107, second, 1, false)
  return type === types.puntTouchdown ? stat(107, partner, 1, false) : undefined
}

function stat(typeId: StatId, player: number, value: number, isOffense: boolean): PlayerStat {
  return { player, typeId, name: names.get(typeId) ?? '', value, isOffense }
}
