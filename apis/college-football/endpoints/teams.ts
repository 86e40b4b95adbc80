// Statistics, talent, teams and venues.
import { get, int, list, req, str } from '#define'
import { anySeasonType, conference, endWeek, excludeGarbageTime, startWeek, team, week, year } from '../parameters.ts'
import { AdvancedGameStat, AdvancedSeasonStat, PlayerSeasonStat, TeamSeasonStat } from '../schemas/stats.ts'
import { Team, TeamMatchup, TeamTalent, Venue } from '../schemas/teams.ts'

const yearOrTeam = 'Needs a year or a team.'

export const teamEndpoints = {
  statCategories: get('/stats/categories', 'Names of team statistics', { returns: list(str()) }),
  advancedGameStats: get('/stats/game/advanced', 'Advanced metrics of teams by game', {
    params: {
      year,
      week,
      team,
      opponent: str({ doc: 'School of the opponent.' }),
      seasonType: anySeasonType,
      excludeGarbageTime,
    },
    returns: list(AdvancedGameStat),
    doc: yearOrTeam,
  }),
  playerSeasonStats: get('/stats/player/season', 'Statistics of players by season', {
    params: {
      year: req.int({ doc: 'Season.', example: 2025 }),
      team,
      conference,
      seasonType: anySeasonType,
      category: str({ doc: 'Group of statistics, such as passing.' }),
      startWeek,
      endWeek,
    },
    missing: 'provider',
    returns: list(PlayerSeasonStat),
    doc: 'One row per statistic.',
  }),
  teamSeasonStats: get('/stats/season', 'Statistics of teams by season', {
    params: { year, startWeek, endWeek, team, conference },
    returns: list(TeamSeasonStat),
    doc: `One row per statistic. ${yearOrTeam}`,
  }),
  advancedSeasonStats: get('/stats/season/advanced', 'Advanced metrics of teams by season', {
    params: { year, startWeek, endWeek, team, excludeGarbageTime },
    returns: list(AdvancedSeasonStat),
    doc: yearOrTeam,
  }),
  talent: get('/talent', 'Talent of teams, from the ratings of their recruits', {
    params: { year },
    returns: list(TeamTalent),
    doc: 'The live provider needs a year.',
  }),
  teams: get('/teams', 'Teams', {
    params: { conference, year: int({ beyond: true, doc: 'Season, for the conferences of that time.' }) },
    returns: list(Team),
  }),
  fbsTeams: get('/teams/fbs', 'Teams of the highest division in a season', {
    params: { year },
    invalid: 'provider',
    returns: list(Team),
  }),
  matchup: get('/teams/matchup', 'Meetings of two teams', {
    params: {
      team1: req.str({ doc: 'School.', example: 'Northfield' }),
      team2: req.str({ doc: 'School.', example: 'Lakeland' }),
      minYear: int({ doc: 'First season.' }),
      maxYear: int({ doc: 'Last season.' }),
    },
    missing: 'provider',
    returns: TeamMatchup,
  }),
  venues: get('/venues', 'Venues', { returns: list(Venue) }),
}
