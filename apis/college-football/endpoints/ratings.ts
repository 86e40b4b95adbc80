// Predicted points added, polls, ratings and records.
import { get, int, list, req, str } from '#define'
import {
  anySeasonType,
  conference,
  excludeGarbageTime,
  position,
  seasonType,
  team,
  threshold,
  week,
  year,
} from '../parameters.ts'
import { TeamRecord } from '../schemas/games.ts'
import {
  ConferenceSpRating,
  EloRating,
  GamePpa,
  PlayerGamePpa,
  PlayerSeasonPpa,
  PredictedPoints,
  RankingWeek,
  SpRating,
  SrsRating,
  TeamPpa,
} from '../schemas/ratings.ts'

const season = req.int({ doc: 'Season.', example: 2025 })
const playerId = int({ doc: 'Id of a player.' })
const yearOrTeam = 'Needs a year or a team.'

export const ratingEndpoints = {
  ppaByGame: get('/ppa/games', 'Predicted points added of teams by game', {
    params: { year: season, week, team, conference, seasonType: anySeasonType, excludeGarbageTime },
    missing: 'provider',
    returns: list(GamePpa),
  }),
  ppaByPlayerGame: get('/ppa/players/games', 'Predicted points added of players by game', {
    params: { year, week, playerId, team, position, threshold, seasonType: anySeasonType, excludeGarbageTime },
    returns: list(PlayerGamePpa),
    doc: 'Needs a week or a team; the live provider also needs a year. QB, RB, FB, TE and WR only.',
  }),
  ppaByPlayerSeason: get('/ppa/players/season', 'Predicted points added of players by season', {
    params: { year, playerId, team, conference, position, threshold, excludeGarbageTime },
    returns: list(PlayerSeasonPpa),
    doc: 'QB, RB, FB, TE and WR only.',
  }),
  predictedPoints: get('/ppa/predicted', 'Predicted points by yard line for a down and distance', {
    params: {
      down: req.int({ doc: 'Down, 1 to 4.', example: 1 }),
      distance: req.int({ doc: 'Yards to the first down.', example: 10 }),
    },
    missing: 'provider',
    returns: list(PredictedPoints),
  }),
  ppaByTeam: get('/ppa/teams', 'Predicted points added of teams by season', {
    params: { year, team, conference, excludeGarbageTime },
    returns: list(TeamPpa),
    doc: yearOrTeam,
  }),
  rankings: get('/rankings', 'Polls by week', {
    params: { year: season, week, seasonType },
    missing: 'provider',
    returns: list(RankingWeek),
  }),
  eloRatings: get('/ratings/elo', 'Elo ratings of teams', {
    params: {
      year,
      week: int({ doc: 'Last week that counts.' }),
      seasonType: str({ beyond: true, doc: 'regular: the ratings before the postseason.' }),
      team,
      conference,
    },
    returns: list(EloRating),
  }),
  spRatings: get('/ratings/sp', 'SP+ ratings of teams', {
    params: { year, team },
    returns: list(SpRating),
    doc: `${yearOrTeam} Each year also has a row nationalAverages.`,
  }),
  conferenceSpRatings: get('/ratings/sp/conferences', 'SP+ ratings of conferences', {
    params: { year, conference: str({ doc: 'Abbreviation of a conference, in any case.' }) },
    returns: list(ConferenceSpRating),
  }),
  srsRatings: get('/ratings/srs', 'Simple-rating-system ratings of teams', {
    params: { year, team, conference },
    returns: list(SrsRating),
    doc: yearOrTeam,
  }),
  records: get('/records', 'Wins and losses of teams', {
    params: { year, team, conference },
    returns: list(TeamRecord),
    doc: yearOrTeam,
  }),
}
