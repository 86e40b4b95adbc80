// Result shapes of players: rosters, usage, recruiting, transfers and the professional draft.
import { int, list, type Members, nullable, num, obj, opt, str } from '#define'
import { bigId, maybeInt, maybeNum, maybeText } from './values.ts'

export const RosterPlayer = obj({
  id: bigId,
  first_name: str(),
  last_name: str(),
  team: str(),
  height: maybeInt,
  weight: maybeInt,
  jersey: maybeInt,
  year: nullable(int({ doc: 'Class year, 1 to 5.' })),
  position: maybeText,
  home_city: maybeText,
  home_state: maybeText,
  home_country: maybeText,
  home_latitude: maybeNum,
  home_longitude: maybeNum,
  home_county_fips: maybeText,
  recruit_ids: nullable(list(bigId)),
})

export const FoundPlayer = obj({
  id: bigId,
  team: str(),
  name: str(),
  firstName: maybeText,
  lastName: maybeText,
  weight: maybeInt,
  height: maybeInt,
  jersey: maybeInt,
  position: maybeText,
  hometown: maybeText,
  teamColor: maybeText,
  teamColorSecondary: maybeText,
})

const who = {
  season: int(),
  id: bigId,
  name: str(),
  position: str(),
  team: str(),
  conference: str(),
} satisfies Members

/** Shares of the team's plays. */
export const PlayerUsage = obj({
  ...who,
  usage: obj({
    overall: maybeNum,
    pass: maybeNum,
    rush: maybeNum,
    firstDown: maybeNum,
    secondDown: maybeNum,
    thirdDown: maybeNum,
    standardDowns: maybeNum,
    passingDowns: maybeNum,
  }),
})

export const ReturningProduction = obj({
  season: int(),
  team: str(),
  conference: str(),
  totalPPA: maybeNum,
  totalPassingPPA: maybeNum,
  totalReceivingPPA: maybeNum,
  totalRushingPPA: maybeNum,
  percentPPA: maybeNum,
  percentPassingPPA: maybeNum,
  percentReceivingPPA: maybeNum,
  percentRushingPPA: maybeNum,
  usage: maybeNum,
  passingUsage: maybeNum,
  receivingUsage: maybeNum,
  rushingUsage: maybeNum,
})

export const PortalPlayer = obj({
  season: int(),
  firstName: str(),
  lastName: str(),
  position: maybeText,
  origin: str(),
  destination: maybeText,
  transferDate: maybeText,
  rating: maybeNum,
  stars: maybeInt,
  eligibility: nullable(str({ doc: 'Withdrawn, TBD, PendingAppeal, SittingOne or Immediate.' })),
})

export const Recruit = obj({
  id: bigId,
  athleteId: nullable(bigId),
  recruitType: str({ doc: 'HighSchool, JUCO or PrepSchool.' }),
  year: int(),
  ranking: maybeInt,
  name: str(),
  school: maybeText,
  committedTo: maybeText,
  position: maybeText,
  height: maybeNum,
  weight: maybeInt,
  stars: int(),
  rating: num(),
  city: maybeText,
  stateProvince: maybeText,
  country: maybeText,
  hometownInfo: obj({ latitude: maybeNum, longitude: maybeNum, fipsCode: maybeText }),
})

export const TeamRecruitingRank = obj({ year: int(), rank: int(), team: str(), points: num() })

export const RecruitingGroup = obj({
  team: str(),
  conference: str(),
  positionGroup: nullable(str({ doc: 'All Positions in the row for the whole team.' })),
  averageRating: num(),
  totalRating: num(),
  commits: num(),
  averageStars: num(),
})

export const DraftTeam = obj({ location: str(), nickname: maybeText, displayName: maybeText, logo: maybeText })

export const DraftPosition = obj({ name: str(), abbreviation: str() })

export const DraftPick = obj({
  collegeAthleteId: maybeInt,
  nflAthleteId: int(),
  collegeId: int(),
  collegeTeam: str(),
  collegeConference: maybeText,
  nflTeamId: opt(int()),
  nflTeam: str(),
  year: int(),
  overall: int(),
  round: int(),
  pick: int(),
  name: str(),
  position: str(),
  height: maybeInt,
  weight: maybeInt,
  preDraftRanking: maybeInt,
  preDraftPositionRanking: maybeInt,
  preDraftGrade: maybeNum,
  hometownInfo: obj({
    city: maybeText,
    state: maybeText,
    country: maybeText,
    latitude: maybeNum,
    longitude: maybeNum,
    countyFips: nullable(str({ doc: 'Five digits, with leading zeros.' })),
  }),
})
