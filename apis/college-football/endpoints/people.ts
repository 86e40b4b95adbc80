// Calendar, coaches, conferences and the professional draft.
import { get, int, list, req, str } from '#define'
import { year } from '../parameters.ts'
import { Week } from '../schemas/games.ts'
import { DraftPick, DraftPosition, DraftTeam } from '../schemas/players.ts'
import { Coach, Conference } from '../schemas/teams.ts'

export const peopleEndpoints = {
  calendar: get('/calendar', 'Weeks of a season with the times of their first and last game', {
    params: { year: req.int({ doc: 'Season.', example: 2025 }) },
    missing: 'provider',
    returns: list(Week),
  }),
  coaches: get('/coaches', 'Coaches and their seasons', {
    params: {
      firstName: str({ doc: 'First name, in any case.' }),
      lastName: str({ doc: 'Last name, in any case.' }),
      team: str({ doc: 'School, in any case.' }),
      year,
      minYear: int({ doc: 'First season.' }),
      maxYear: int({ doc: 'Last season.' }),
    },
    returns: list(Coach),
  }),
  conferences: get('/conferences', 'Conferences', { returns: list(Conference) }),
  draftPicks: get('/draft/picks', 'Picks of the professional draft', {
    params: {
      year: int({ doc: 'Year of the draft.' }),
      proTeam: str({ doc: 'City of the professional team, such as Chicago.' }),
      nflTeam: str({ beyond: true, doc: 'The provider’s name for proTeam. Use one of the two.' }),
      college: str({ doc: 'School the player came from.' }),
      conference: str({ doc: 'Abbreviation of the conference of that school in the season before the draft.' }),
      position: str({ doc: 'Name or abbreviation of a position.' }),
    },
    returns: list(DraftPick),
    upstream: { rename: { proTeam: 'team', nflTeam: 'team', college: 'school' } },
  }),
  draftPositions: get('/draft/positions', 'Positions of the professional draft', { returns: list(DraftPosition) }),
  draftTeams: get('/draft/teams', 'Teams of the professional draft', { returns: list(DraftTeam) }),
}
