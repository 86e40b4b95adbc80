// Result shapes of season and game statistics.
import { anyOf, int, type Members, num, obj, opt, str } from '#define'
import { bigId, maybeNum } from './values.ts'

export const TeamSeasonStat = obj({
  season: int(),
  team: str(),
  conference: str(),
  statName: str(),
  statValue: num(),
})

export const PlayerSeasonStat = obj({
  season: int(),
  playerId: bigId,
  player: str(),
  position: opt(str()),
  team: str(),
  conference: str(),
  category: str(),
  statType: str(),
  stat: anyOf([num(), str()], { doc: 'A string where it is not a number.' }),
})

const line = {
  plays: int(),
  drives: int(),
  ppa: maybeNum,
  totalPPA: maybeNum,
  successRate: maybeNum,
  explosiveness: maybeNum,
  powerSuccess: maybeNum,
  stuffRate: maybeNum,
  lineYards: maybeNum,
  lineYardsTotal: maybeNum,
  secondLevelYards: maybeNum,
  secondLevelYardsTotal: maybeNum,
  openFieldYards: maybeNum,
  openFieldYardsTotal: maybeNum,
} satisfies Members
const downs = { ppa: maybeNum, successRate: maybeNum, explosiveness: maybeNum } satisfies Members
const plays = { ...downs, totalPPA: maybeNum } satisfies Members
const rate = { rate: maybeNum } satisfies Members

const SeasonSide = obj({
  ...line,
  // the provider's own spelling
  totalOpportunies: maybeNum,
  pointsPerOpportunity: maybeNum,
  fieldPosition: obj({ averageStart: maybeNum, averagePredictedPoints: maybeNum }),
  havoc: obj({ total: maybeNum, frontSeven: maybeNum, db: maybeNum }),
  standardDowns: obj({ ...rate, ...downs }),
  passingDowns: obj({ ...rate, ...downs, totalPPA: opt(maybeNum) }),
  rushingPlays: obj({ ...rate, ...plays }),
  passingPlays: obj({ ...rate, ...plays }),
})

export const AdvancedSeasonStat = obj({
  season: int(),
  team: str(),
  conference: str(),
  offense: SeasonSide,
  defense: SeasonSide,
})

const GameSide = obj({
  ...line,
  standardDowns: obj(downs),
  passingDowns: obj(downs),
  rushingPlays: obj(plays),
  passingPlays: obj(plays),
})

export const AdvancedGameStat = obj({
  gameId: int(),
  season: int(),
  seasonType: opt(str()),
  week: int(),
  team: str(),
  opponent: str(),
  offense: GameSide,
  defense: GameSide,
})
