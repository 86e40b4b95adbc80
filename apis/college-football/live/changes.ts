// The names in version 1 of the provider's API of what version 2 sends, by endpoint. Endpoints not listed here answer
// alike in both.
import type { Change, Members } from './reshape.ts'

const byId: Change = { numbers: ['id'] }

const team: Change = {
  snake: true,
  names: { alternateColor: 'alt_color' },
  inside: {
    location: {
      snake: true,
      names: { id: 'venue_id', constructionYear: 'year_constructed' },
      numbers: ['elevation'],
    },
  },
  finish: namesApart,
}

export const changes = {
  coaches: { snake: true, inside: { seasons: { snake: true } } },
  conferences: { snake: true },
  draftPicks: { inside: { hometownInfo: { numbers: ['latitude', 'longitude'] } } },
  drives: { snake: true, numbers: ['id'] },
  games: {
    snake: true,
    names: {
      startTimeTBD: 'start_time_tbd',
      homeClassification: 'home_division',
      awayClassification: 'away_division',
      homePostgameWinProbability: 'home_post_win_prob',
      awayPostgameWinProbability: 'away_post_win_prob',
    },
  },
  playerGameStats: {
    inside: {
      teams: {
        names: { team: 'school' },
        inside: { categories: { inside: { types: { inside: { athletes: byId } } } } },
      },
    },
  },
  teamGameStats: { inside: { teams: { names: { team: 'school', teamId: 'schoolId' } } } },
  livePlays: {
    inside: {
      drives: {
        numbers: ['id'],
        // rushPash is a typo in some versions
        inside: { plays: { names: { wallClock: 'wallclock', rushPash: 'rushPass' }, numbers: ['id'] } },
      },
    },
  },
  winProbability: { names: { homeWinProbability: 'homeWinProb' }, numbers: ['playId'] },
  pregameWinProbability: { names: { homeWinProbability: 'homeWinProb' } },
  playStats: { numbers: ['driveId', 'playId', 'athleteId'] },
  searchPlayers: byId,
  playerUsage: byId,
  plays: { snake: true, names: { yardline: 'yard_line' }, numbers: ['id', 'drive_id'] },
  ppaByPlayerGame: byId,
  ppaByPlayerSeason: byId,
  recruitingGroups: { numbers: ['averageRating', 'totalRating', 'commits', 'averageStars'] },
  recruits: { numbers: ['id', 'athleteId'] },
  roster: { snake: true, names: { homeCountyFIPS: 'home_county_fips' }, numbers: ['id', 'recruit_ids'] },
  playerSeasonStats: { numbers: ['playerId', 'stat'] },
  teamSeasonStats: { numbers: ['statValue'] },
  talent: { names: { team: 'school' } },
  teams: team,
  fbsTeams: team,
  venues: {
    snake: true,
    names: { constructionYear: 'year_constructed' },
    numbers: ['elevation'],
    finish: placeTogether,
  },
} as const satisfies Record<string, Change>

/** The list of other names becomes three members; the list does not say which name belonged to which. */
function namesApart({ alternate_names: names, ...rest }: Members): Members {
  const [alt_name1 = null, alt_name2 = null, alt_name3 = null] = Array.isArray(names) ? names : []
  return { ...rest, alt_name1, alt_name2, alt_name3 }
}

/** Latitude and longitude become one point, null when either is unknown. */
function placeTogether({ latitude: x, longitude: y, ...rest }: Members): Members {
  return { ...rest, location: typeof x === 'number' && typeof y === 'number' ? { x, y } : null }
}
