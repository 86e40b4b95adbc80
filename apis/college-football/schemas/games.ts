// Result shapes of games and their data: drives, media, weather, box scores in long form, lines, records, calendar.
import { anyOf, bool, int, list, type Members, nullable, num, obj, oneOf, opt, str } from '#define'
import { bigId, Clock, maybeInt, maybeNum, maybeText } from './values.ts'

export const Week = obj({
  season: anyOf([int(), str()], { doc: 'As requested.' }),
  week: int(),
  seasonType: str(),
  startDate: opt(str()),
  endDate: opt(str()),
  firstGameStart: str(),
  lastGameStart: str(),
})

export const Game = obj({
  id: int(),
  season: int(),
  week: int(),
  season_type: str(),
  start_date: str({ doc: 'UTC time with milliseconds.' }),
  start_time_tbd: bool(),
  completed: bool(),
  neutral_site: bool(),
  conference_game: bool(),
  attendance: maybeInt,
  venue_id: maybeInt,
  venue: maybeText,
  home_id: int(),
  home_team: str(),
  home_conference: maybeText,
  home_division: maybeText,
  home_points: maybeInt,
  home_line_scores: nullable(list(int())),
  home_post_win_prob: maybeNum,
  home_pregame_elo: maybeInt,
  home_postgame_elo: maybeInt,
  away_id: int(),
  away_team: str(),
  away_conference: maybeText,
  away_division: maybeText,
  away_points: maybeInt,
  away_line_scores: nullable(list(int())),
  away_post_win_prob: maybeNum,
  away_pregame_elo: maybeInt,
  away_postgame_elo: maybeInt,
  excitement_index: maybeNum,
  highlights: maybeText,
  notes: maybeText,
})

const gameHead = { id: int(), season: int(), week: int(), seasonType: str() } satisfies Members
const gameSides = {
  homeTeam: str(),
  homeConference: maybeText,
  awayTeam: str(),
  awayConference: maybeText,
} satisfies Members

export const GameMedia = obj({
  ...gameHead,
  startTime: str(),
  isStartTimeTBD: bool(),
  ...gameSides,
  mediaType: oneOf(['tv', 'radio', 'web', 'ppv', 'mobile']),
  outlet: str(),
})

export const GameWeather = obj({
  ...gameHead,
  startTime: str(),
  gameIndoors: bool(),
  ...gameSides,
  venueId: maybeInt,
  venue: maybeText,
  temperature: maybeNum,
  dewPoint: maybeNum,
  humidity: maybeNum,
  precipitation: maybeNum,
  snowfall: maybeNum,
  windDirection: maybeNum,
  windSpeed: maybeNum,
  pressure: maybeNum,
  weatherConditionCode: maybeInt,
  weatherCondition: maybeText,
})

const homeAway = oneOf(['home', 'away'])

/** Stats are strings, such as 12/20. */
export const PlayerGame = obj({
  id: int(),
  teams: list(
    obj({
      school: str(),
      conference: maybeText,
      homeAway,
      points: maybeInt,
      categories: list(
        obj({
          name: str(),
          types: list(obj({ name: str(), athletes: list(obj({ id: bigId, name: str(), stat: str() })) })),
        }),
      ),
    }),
  ),
})

/** Stats are strings, such as 5-13 or 31:12. */
export const TeamGame = obj({
  id: int(),
  teams: list(
    obj({
      schoolId: opt(int()),
      school: str(),
      conference: maybeText,
      homeAway,
      points: maybeInt,
      stats: list(obj({ category: str(), stat: str() })),
    }),
  ),
})

export const Drive = obj({
  offense: str(),
  offense_conference: maybeText,
  defense: str(),
  defense_conference: maybeText,
  game_id: int(),
  id: bigId,
  drive_number: maybeInt,
  scoring: bool(),
  start_period: int(),
  start_yardline: int(),
  start_yards_to_goal: int(),
  start_time: Clock,
  end_period: int(),
  end_yardline: int(),
  end_yards_to_goal: int(),
  end_time: Clock,
  elapsed: opt(Clock),
  plays: int(),
  yards: int(),
  drive_result: str(),
  is_home_offense: bool(),
  start_offense_score: int(),
  start_defense_score: int(),
  end_offense_score: int(),
  end_defense_score: int(),
})

export const GameLines = obj({
  ...gameHead,
  startDate: str(),
  ...gameSides,
  homeTeamId: opt(int()),
  homeClassification: opt(maybeText),
  homeScore: maybeInt,
  awayTeamId: opt(int()),
  awayClassification: opt(maybeText),
  awayScore: maybeInt,
  lines: list(
    obj({
      provider: str(),
      spread: maybeNum,
      formattedSpread: maybeText,
      spreadOpen: maybeNum,
      overUnder: maybeNum,
      overUnderOpen: maybeNum,
      homeMoneyline: maybeNum,
      awayMoneyline: maybeNum,
    }),
  ),
})

const Tally = obj({ games: int(), wins: int(), losses: int(), ties: int() })

export const TeamRecord = obj({
  year: int(),
  teamId: opt(int()),
  team: str(),
  classification: opt(maybeText),
  conference: maybeText,
  division: maybeText,
  expectedWins: maybeNum,
  total: Tally,
  conferenceGames: Tally,
  homeGames: Tally,
  awayGames: Tally,
  neutralSiteGames: opt(Tally),
  regularSeason: opt(Tally),
  postseason: opt(Tally),
})

const ScoreboardTeam = obj({
  id: int(),
  name: str(),
  conference: maybeText,
  classification: maybeText,
  points: maybeInt,
  lineScores: opt(nullable(list(int()))),
  winProbability: opt(maybeNum),
})

export const ScoreboardGame = obj({
  id: int(),
  startDate: str(),
  startTimeTBD: bool(),
  tv: maybeText,
  neutralSite: bool(),
  conferenceGame: bool(),
  status: oneOf(['scheduled', 'in_progress', 'completed']),
  period: maybeInt,
  clock: maybeText,
  situation: maybeText,
  possession: maybeText,
  lastPlay: opt(maybeText),
  venue: obj({ name: maybeText, city: maybeText, state: maybeText }),
  homeTeam: ScoreboardTeam,
  awayTeam: ScoreboardTeam,
  weather: obj({ temperature: maybeNum, description: maybeText, windSpeed: maybeNum, windDirection: maybeNum }),
  betting: obj({ spread: maybeNum, overUnder: maybeNum, homeMoneyline: maybeInt, awayMoneyline: maybeInt }),
})

/** A summary of a game and its winner, part of later versions of the advanced box score. */
export const GameOutline = obj({
  homeTeam: str(),
  homePoints: num(),
  homeWinProb: maybeNum,
  awayTeam: str(),
  awayPoints: num(),
  awayWinProb: maybeNum,
  homeWinner: bool(),
  excitement: maybeNum,
})
