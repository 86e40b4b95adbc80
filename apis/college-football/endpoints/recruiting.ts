// Recruiting, rosters and the scoreboard.
import { get, int, list, str } from '#define'
import { conference, position, team } from '../parameters.ts'
import { ScoreboardGame } from '../schemas/games.ts'
import { Recruit, RecruitingGroup, RosterPlayer, TeamRecruitingRank } from '../schemas/players.ts'

export const recruitingEndpoints = {
  recruitingGroups: get('/recruiting/groups', 'Recruiting of teams by group of positions', {
    params: {
      startYear: int({ doc: 'First class; default 2000.' }),
      endYear: int({ doc: 'Last class; default this year.' }),
      team,
      conference,
      recruitType: str({ beyond: true, doc: 'HighSchool, JUCO or PrepSchool; all by default.' }),
    },
    returns: list(RecruitingGroup),
    doc: 'Rows for whole teams (All Positions) come last.',
  }),
  recruits: get('/recruiting/players', 'Recruits by rank', {
    params: {
      year: int({ doc: 'Year of the class.', example: 2025 }),
      classification: str({ default: 'HighSchool', doc: 'HighSchool, JUCO or PrepSchool.' }),
      position,
      state: str({ doc: 'Abbreviation of a state or province.' }),
      team: str({ doc: 'School the recruit committed to.' }),
    },
    returns: list(Recruit),
    doc: 'Needs a year or a team.',
  }),
  teamRecruitingRankings: get('/recruiting/teams', 'Ranks of teams by their recruiting class', {
    params: { year: int({ doc: 'Year of the class.', example: 2025 }), team },
    returns: list(TeamRecruitingRank),
  }),
  roster: get('/roster', 'Players of teams', {
    params: {
      team,
      year: int({ doc: 'Season; default: the current one.' }),
      classification: str({ beyond: true, doc: 'fbs or fcs.' }),
    },
    returns: list(RosterPlayer),
  }),
  scoreboard: get('/scoreboard', 'Games of this week and their scores', {
    params: {
      classification: str({ default: 'fbs', doc: 'fbs, fcs, ii or iii.' }),
      conference,
    },
    returns: list(ScoreboardGame),
    restricted: 'Supporters of the provider, tier 1 or higher.',
  }),
}
