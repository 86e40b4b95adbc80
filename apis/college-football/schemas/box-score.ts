// The advanced box score of one game: team and player metrics by quarter, without garbage time.
import { int, list, type Members, num, obj, opt, str } from '#define'
import { GameOutline } from './games.ts'
import { maybeNum } from './values.ts'

const quarters = {
  total: maybeNum,
  quarter1: maybeNum,
  quarter2: maybeNum,
  quarter3: maybeNum,
  quarter4: maybeNum,
} satisfies Members
const Quarters = obj(quarters)
const byKind = { ...quarters, rushing: maybeNum, passing: maybeNum } satisfies Members
const who = { player: str(), team: str(), position: str() } satisfies Members

const TeamPoints = obj({ team: str(), plays: num(), overall: Quarters, passing: Quarters, rushing: Quarters })

export const BoxScore = obj({
  gameInfo: opt(GameOutline),
  teams: obj({
    ppa: list(TeamPoints),
    cumulativePpa: list(TeamPoints),
    successRates: list(obj({ team: str(), overall: Quarters, standardDowns: Quarters, passingDowns: Quarters })),
    explosiveness: list(obj({ team: str(), overall: Quarters })),
    rushing: list(
      obj({
        team: str(),
        powerSuccess: maybeNum,
        stuffRate: maybeNum,
        lineYards: maybeNum,
        lineYardsAverage: maybeNum,
        secondLevelYards: maybeNum,
        secondLevelYardsAverage: maybeNum,
        openFieldYards: maybeNum,
        openFieldYardsAverage: maybeNum,
      }),
    ),
    havoc: list(obj({ team: str(), total: maybeNum, frontSeven: maybeNum, db: maybeNum })),
    scoringOpportunities: list(
      obj({ team: str(), opportunities: int(), points: int(), pointsPerOpportunity: maybeNum }),
    ),
    fieldPosition: list(obj({ team: str(), averageStart: maybeNum, averageStartingPredictedPoints: maybeNum })),
  }),
  players: obj({
    usage: list(obj({ ...who, ...byKind })),
    ppa: list(obj({ ...who, average: obj(byKind), cumulative: obj(byKind) })),
  }),
})
