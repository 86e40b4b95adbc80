// Endpoints that only version 2 of the provider's API has (SOURCES 2.3).
import { get, int, list, req, str } from '#define'
import { anySeasonType, conference, position, team, week, year } from '../parameters.ts'
import {
  Account,
  AdjustedPlayer,
  AdjustedTeam,
  FieldGoalPoints,
  FpiRating,
  GameHavoc,
  KickerPoints,
  TeamAts,
} from '../schemas/second-only.ts'

const yearOrTeam = 'Needs a year or a team.'
const ownConference = str({ doc: 'Abbreviation of the team’s conference, in any case.' })
const players = { year, team, conference: ownConference, position }

export const secondOnly = {
  fieldGoalPointsV2: get('/v2/metrics/fg/ep', 'Expected points of field goals by distance', {
    returns: list(FieldGoalPoints),
    upstream: { path: '/metrics/fg/ep' },
    beyond: true,
  }),
  fpiRatingsV2: get('/v2/ratings/fpi', 'Football power index of teams', {
    params: { year, team, conference: ownConference },
    returns: list(FpiRating),
    upstream: { path: '/ratings/fpi' },
    beyond: true,
    doc: yearOrTeam,
  }),
  gameHavocV2: get('/v2/stats/game/havoc', 'Havoc of teams by game', {
    params: { year, week, team, opponent: str({ doc: 'School of the opponent.' }), seasonType: anySeasonType },
    returns: list(GameHavoc),
    upstream: { path: '/stats/game/havoc' },
    beyond: true,
    doc: yearOrTeam,
  }),
  teamsAtsV2: get('/v2/teams/ats', 'Records of teams against the spread', {
    params: { year: req.int({ doc: 'Season.', example: 2025 }), team, conference },
    missing: 'provider',
    returns: list(TeamAts),
    upstream: { path: '/teams/ats' },
    beyond: true,
  }),
  adjustedTeamsV2: get('/v2/wepa/team/season', 'Metrics of teams, adjusted for their opponents', {
    params: { year: int({ doc: 'Season.', example: 2025 }), team, conference: ownConference },
    returns: list(AdjustedTeam),
    upstream: { path: '/wepa/team/season' },
    beyond: true,
  }),
  adjustedPassersV2: get('/v2/wepa/players/passing', 'Points added by passers, adjusted for their opponents', {
    params: players,
    returns: list(AdjustedPlayer),
    upstream: { path: '/wepa/players/passing' },
    beyond: true,
  }),
  adjustedRunnersV2: get('/v2/wepa/players/rushing', 'Points added by runners, adjusted for their opponents', {
    params: players,
    returns: list(AdjustedPlayer),
    upstream: { path: '/wepa/players/rushing' },
    beyond: true,
  }),
  kickersV2: get('/v2/wepa/players/kicking', 'Points of kickers above a replacement', {
    params: { year, team, conference: ownConference },
    returns: list(KickerPoints),
    upstream: { path: '/wepa/players/kicking' },
    beyond: true,
  }),
  accountV2: get('/v2/info', 'Tier and remaining calls of the provider key', {
    returns: Account,
    upstream: { path: '/info' },
    beyond: true,
    doc: 'The sample has the highest tier and never uses up its calls; limits of the gateway are in RateLimit headers.',
  }),
}
