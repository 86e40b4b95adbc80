// Result shapes of polls, ratings and predicted points added.
import { int, list, type Members, num, obj, opt, str } from '#define'
import { bigId, maybeInt, maybeNum, maybeText } from './values.ts'

export const RankingWeek = obj({
  season: int(),
  seasonType: str(),
  week: int(),
  polls: list(
    obj({
      poll: str(),
      ranks: list(
        obj({
          rank: maybeInt,
          teamId: opt(int()),
          school: str(),
          conference: maybeText,
          firstPlaceVotes: maybeInt,
          points: maybeInt,
        }),
      ),
    }),
  ),
})

export const EloRating = obj({ year: int(), team: str(), conference: maybeText, elo: maybeNum })

export const SrsRating = obj({
  year: int(),
  team: str(),
  conference: maybeText,
  division: maybeText,
  rating: num(),
  ranking: maybeNum,
})

const spSide = {
  rating: maybeNum,
  success: maybeNum,
  explosiveness: maybeNum,
  rushing: maybeNum,
  passing: maybeNum,
  standardDowns: maybeNum,
  passingDowns: maybeNum,
} satisfies Members
const spOffense = { ...spSide, runRate: maybeNum, pace: maybeNum } satisfies Members
const spDefense = {
  ...spSide,
  havoc: obj({ total: maybeNum, frontSeven: maybeNum, db: maybeNum }),
} satisfies Members
const spWhole = { rating: maybeNum, secondOrderWins: maybeNum, sos: maybeNum } satisfies Members
const ranking = opt(maybeNum)

/** One row per year is for the team nationalAverages and has neither conference nor ranking. */
export const SpRating = obj({
  year: int(),
  team: str(),
  conference: opt(maybeText),
  ranking,
  ...spWhole,
  offense: obj({ ranking, ...spOffense }),
  defense: obj({ ranking, ...spDefense }),
  specialTeams: obj({ rating: maybeNum }),
})

export const ConferenceSpRating = obj({
  year: int(),
  conference: str(),
  ...spWhole,
  offense: obj(spOffense),
  defense: obj(spDefense),
  specialTeams: obj({ rating: maybeNum }),
})

export const PredictedPoints = obj({ yardLine: int(), predictedPoints: num() })

const split = {
  overall: maybeNum,
  passing: maybeNum,
  rushing: maybeNum,
  firstDown: maybeNum,
  secondDown: maybeNum,
  thirdDown: maybeNum,
} satisfies Members
const TeamSplit = obj({ ...split, cumulative: obj({ total: maybeNum, passing: maybeNum, rushing: maybeNum }) })

export const TeamPpa = obj({
  season: int(),
  team: str(),
  conference: str(),
  offense: TeamSplit,
  defense: TeamSplit,
})

export const GamePpa = obj({
  gameId: int(),
  season: int(),
  seasonType: opt(str()),
  week: int(),
  team: str(),
  conference: str(),
  opponent: str(),
  offense: obj(split),
  defense: obj(split),
})

export const PlayerGamePpa = obj({
  season: int(),
  seasonType: opt(str()),
  week: int(),
  id: opt(bigId),
  name: str(),
  position: str(),
  team: str(),
  opponent: str(),
  averagePPA: obj({ all: maybeNum, pass: opt(maybeNum), rush: opt(maybeNum) }),
})

/** Splits without plays are null or absent. */
const PlayerSplit = obj({
  all: maybeNum,
  pass: opt(maybeNum),
  rush: opt(maybeNum),
  firstDown: opt(maybeNum),
  secondDown: opt(maybeNum),
  thirdDown: opt(maybeNum),
  standardDowns: opt(maybeNum),
  passingDowns: opt(maybeNum),
})

export const PlayerSeasonPpa = obj({
  season: int(),
  id: bigId,
  name: str(),
  position: str(),
  team: str(),
  conference: str(),
  countablePlays: opt(int()),
  averagePPA: PlayerSplit,
  totalPPA: PlayerSplit,
})
