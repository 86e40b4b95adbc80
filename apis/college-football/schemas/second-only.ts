// Result shapes of endpoints that only version 2 has.
import { int, nullable, num, obj, str } from '#define'
import { maybeNum, maybeText } from './values.ts'

const side = obj({
  totalPlays: int(),
  totalHavocEvents: int(),
  frontSevenHavocEvents: int(),
  dbHavocEvents: int(),
  havocRate: maybeNum,
  frontSevenHavocRate: maybeNum,
  dbHavocRate: maybeNum,
})

export const GameHavoc = obj({
  gameId: int(),
  season: int(),
  seasonType: str(),
  week: int(),
  team: str(),
  conference: maybeText,
  opponent: str(),
  opponentConference: maybeText,
  offense: side,
  defense: side,
})

export const TeamAts = obj({
  year: int(),
  teamId: int(),
  team: str(),
  conference: maybeText,
  games: int(),
  atsWins: int(),
  atsLosses: int(),
  atsPushes: int(),
  avgCoverMargin: maybeNum,
})

export const FpiRating = obj({
  year: int(),
  team: str(),
  conference: maybeText,
  fpi: maybeNum,
  resumeRanks: obj({
    strengthOfRecord: maybeNum,
    fpi: maybeNum,
    averageWinProbability: maybeNum,
    strengthOfSchedule: maybeNum,
    remainingStrengthOfSchedule: maybeNum,
    gameControl: maybeNum,
  }),
  efficiencies: obj({ overall: maybeNum, offense: maybeNum, defense: maybeNum, specialTeams: maybeNum }),
})

const points = obj({ total: maybeNum, passing: maybeNum, rushing: maybeNum })
const successes = obj({ total: maybeNum, standardDowns: maybeNum, passingDowns: maybeNum })
const runs = obj({
  lineYards: maybeNum,
  secondLevelYards: maybeNum,
  openFieldYards: maybeNum,
  highlightYards: maybeNum,
})

export const AdjustedTeam = obj({
  year: int(),
  teamId: int(),
  team: str(),
  conference: str(),
  epa: points,
  epaAllowed: points,
  successRate: successes,
  successRateAllowed: successes,
  rushing: runs,
  rushingAllowed: runs,
  explosiveness: maybeNum,
  explosivenessAllowed: maybeNum,
})

export const AdjustedPlayer = obj({
  year: int(),
  athleteId: str(),
  athleteName: str(),
  position: str(),
  team: str(),
  conference: str(),
  wepa: num(),
  plays: int(),
})

export const KickerPoints = obj({
  year: int(),
  athleteId: str(),
  athleteName: str(),
  team: str(),
  conference: str(),
  paar: num(),
  attempts: int(),
})

export const FieldGoalPoints = obj({ yardsToGoal: int(), distance: int(), expectedPoints: num() })

export const Account = nullable(obj({ patronLevel: int(), remainingCalls: int() }))
