// Result shapes of plays, their stats, and win probabilities.
import { bool, int, num, obj, opt, str } from '#define'
import { bigId, Clock, maybeInt, maybeNum, maybeText } from './values.ts'

export const Play = obj({
  id: bigId,
  drive_id: bigId,
  game_id: int(),
  drive_number: maybeInt,
  play_number: maybeInt,
  offense: str(),
  offense_conference: maybeText,
  offense_score: int(),
  defense: str(),
  home: str(),
  away: str(),
  defense_conference: maybeText,
  defense_score: int(),
  period: int(),
  clock: Clock,
  offense_timeouts: maybeInt,
  defense_timeouts: maybeInt,
  yard_line: int(),
  yards_to_goal: int(),
  down: int(),
  distance: int(),
  yards_gained: int(),
  scoring: bool(),
  play_type: str(),
  play_text: maybeText,
  ppa: maybeNum,
  wallclock: maybeText,
})

export const PlayType = obj({ id: int(), text: str(), abbreviation: maybeText })

export const PlayStatType = obj({ id: int(), name: str() })

export const PlayStat = obj({
  gameId: int(),
  season: int(),
  week: int(),
  team: str(),
  conference: str(),
  opponent: str(),
  teamScore: int(),
  opponentScore: int(),
  driveId: bigId,
  playId: bigId,
  period: int(),
  clock: opt(obj({ minutes: opt(maybeInt), seconds: opt(maybeInt) })),
  yardsToGoal: int(),
  down: int(),
  distance: int(),
  athleteId: bigId,
  athleteName: str(),
  statType: str(),
  stat: num(),
})

export const PlayWinProbability = obj({
  gameId: int(),
  playId: bigId,
  playText: maybeText,
  homeId: int(),
  home: str(),
  awayId: int(),
  away: str(),
  spread: num(),
  homeBall: bool(),
  homeScore: int(),
  awayScore: int(),
  timeRemaining: opt(int({ doc: 'Seconds.' })),
  yardLine: int(),
  down: int(),
  distance: int(),
  homeWinProb: num({ min: 0, max: 1 }),
  playNumber: int(),
})

export const PregameWinProbability = obj({
  season: int(),
  seasonType: str(),
  week: int(),
  gameId: int(),
  homeTeam: str(),
  awayTeam: str(),
  spread: num(),
  homeWinProb: num({ min: 0, max: 1 }),
})
