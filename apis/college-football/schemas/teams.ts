// Result shapes of teams, their conferences, coaches, venues and meetings.
import { bool, int, list, nullable, num, obj, opt, str } from '#define'
import { maybeInt, maybeNum, maybeText } from './values.ts'

const maybeBool = nullable(bool())

export const Conference = obj({
  id: int(),
  name: str(),
  short_name: maybeText,
  abbreviation: maybeText,
  classification: maybeText,
})

export const Team = obj({
  id: int(),
  school: str(),
  mascot: maybeText,
  abbreviation: maybeText,
  alt_name1: maybeText,
  alt_name2: maybeText,
  alt_name3: maybeText,
  classification: opt(maybeText),
  conference: maybeText,
  division: opt(maybeText),
  color: maybeText,
  alt_color: maybeText,
  logos: nullable(list(str())),
  twitter: opt(maybeText),
  location: nullable(
    obj({
      venue_id: maybeInt,
      name: maybeText,
      city: maybeText,
      state: maybeText,
      zip: maybeText,
      country_code: maybeText,
      timezone: maybeText,
      latitude: maybeNum,
      longitude: maybeNum,
      elevation: maybeNum,
      capacity: maybeInt,
      year_constructed: maybeInt,
      grass: maybeBool,
      dome: maybeBool,
    }),
  ),
})

export const Venue = obj({
  id: int(),
  name: maybeText,
  capacity: maybeInt,
  grass: maybeBool,
  city: maybeText,
  state: maybeText,
  zip: maybeText,
  country_code: maybeText,
  location: nullable(obj({ x: num({ doc: 'Latitude.' }), y: num({ doc: 'Longitude.' }) })),
  elevation: maybeNum,
  year_constructed: maybeInt,
  dome: maybeBool,
  timezone: maybeText,
})

export const TeamTalent = obj({ year: int(), school: str(), talent: num() })

/** Meetings of two teams, in the requested years. */
export const TeamMatchup = obj({
  team1: opt(str()),
  team2: opt(str()),
  startYear: opt(int()),
  endYear: opt(int()),
  team1Wins: int(),
  team2Wins: int(),
  ties: int(),
  games: list(
    obj({
      season: int(),
      week: int(),
      seasonType: str(),
      date: str(),
      neutralSite: bool(),
      venue: maybeText,
      homeTeam: str(),
      homeScore: maybeInt,
      awayTeam: str(),
      awayScore: maybeInt,
      winner: nullable(str({ doc: 'Null on a tie.' })),
    }),
  ),
})

export const Coach = obj({
  first_name: str(),
  last_name: str(),
  hire_date: opt(maybeText),
  seasons: list(
    obj({
      school: str(),
      year: int(),
      games: int(),
      wins: int(),
      losses: int(),
      ties: int(),
      preseason_rank: maybeInt,
      postseason_rank: maybeInt,
      srs: maybeNum,
      sp_overall: maybeNum,
      sp_offense: maybeNum,
      sp_defense: maybeNum,
    }),
  ),
})
