// The differences between versions 1 and 2 of the provider's API, by endpoint. They translate live responses for
// version 1 and embedded responses for version 2. Endpoints that are not listed respond alike in both.
import { list, nullable, num, str } from '#define'
import type { Change, Members, Rebuilt } from './reshape.ts'

const idIsString: Change = { strings: ['id'] }

/**
 * The list of other names, which is three members in version 1. The list does not say which name belonged to which
 * member.
 */
const otherNames: Rebuilt = {
  toFirst({ alternate_names: names, ...rest }) {
    const [alt_name1 = null, alt_name2 = null, alt_name3 = null] = Array.isArray(names) ? names : []
    return { ...rest, alt_name1, alt_name2, alt_name3 }
  },
  toSecond: ({ alt_name1, alt_name2, alt_name3, ...rest }) => ({
    ...rest,
    alternate_names: [alt_name1, alt_name2, alt_name3].filter((name) => typeof name === 'string'),
  }),
  shapesOfSecond: ({ alt_name1: _1, alt_name2: _2, alt_name3: _3, ...rest }) => ({
    ...rest,
    alternate_names: nullable(list(str())),
  }),
}

/** Latitude and longitude, one point in version 1, which is null if either is unknown. */
const place: Rebuilt = {
  toFirst: ({ latitude: x, longitude: y, ...rest }) => ({
    ...rest,
    location: typeof x === 'number' && typeof y === 'number' ? { x, y } : null,
  }),
  toSecond({ location, ...rest }) {
    const { x = null, y = null }: Members = Object(location)
    return { ...rest, latitude: x, longitude: y }
  },
  shapesOfSecond: ({ location: _location, ...rest }) => ({
    ...rest,
    latitude: nullable(num()),
    longitude: nullable(num()),
  }),
}

/** Splits without plays. */
const splits: Change = {
  leftOut: ['pass', 'rush', 'firstDown', 'secondDown', 'thirdDown', 'standardDowns', 'passingDowns'],
}
/** Ranking of the national averages: absent from their row in version 1. */
const ranked: Change = { nulls: ['ranking'] }

/** The season, which is the requested string in version 1. */
const seasonAsRequested: Rebuilt = {
  toFirst: (members) => members,
  toSecond: (members) => ({ ...members, season: Number(members.season) }),
  shapesOfSecond: (shapes) => ({ ...shapes, season: num() }),
}

const team: Change = {
  snake: true,
  names: { alternateColor: 'alt_color' },
  inside: {
    location: {
      snake: true,
      names: { id: 'venue_id', constructionYear: 'year_constructed' },
      strings: ['elevation'],
    },
  },
  rebuilt: otherNames,
}

export const changes = {
  coaches: { snake: true, inside: { seasons: { snake: true } } },
  conferences: { snake: true },
  draftPicks: { inside: { hometownInfo: { strings: ['latitude', 'longitude'] } } },
  drives: { snake: true, strings: ['id'] },
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
        inside: { categories: { inside: { types: { inside: { athletes: idIsString } } } } },
      },
    },
  },
  teamGameStats: { inside: { teams: { names: { team: 'school', teamId: 'schoolId' } } } },
  livePlays: {
    inside: {
      drives: {
        strings: ['id'],
        // rushPash is a typo in some versions
        inside: {
          plays: { names: { rushPash: 'rushPass', rushPass: 'rushPass', wallClock: 'wallclock' }, strings: ['id'] },
        },
      },
    },
  },
  winProbability: { names: { homeWinProbability: 'homeWinProb' }, strings: ['playId'], onlyFirst: ['timeRemaining'] },
  pregameWinProbability: { names: { homeWinProbability: 'homeWinProb' } },
  playStats: { strings: ['driveId', 'playId', 'athleteId'] },
  searchPlayers: idIsString,
  playerUsage: idIsString,
  plays: { snake: true, names: { yardline: 'yard_line' }, strings: ['id', 'drive_id'] },
  ppaByPlayerGame: { strings: ['id'], inside: { averagePPA: { leftOut: ['pass', 'rush'] } } },
  ppaByPlayerSeason: {
    strings: ['id'],
    onlyFirst: ['countablePlays'],
    inside: { averagePPA: splits, totalPPA: splits },
  },
  recruitingGroups: { numbers: ['averageRating', 'totalRating', 'commits', 'averageStars'] },
  recruits: { strings: ['id', 'athleteId'] },
  roster: { snake: true, names: { homeCountyFIPS: 'home_county_fips' }, strings: ['id', 'recruit_ids'] },
  playerSeasonStats: { strings: ['playerId', 'stat'] },
  teamSeasonStats: { numbers: ['statValue'] },
  talent: { names: { team: 'school' } },
  teams: team,
  fbsTeams: team,
  venues: {
    snake: true,
    names: { constructionYear: 'year_constructed' },
    strings: ['elevation'],
    rebuilt: place,
  },
} as const satisfies Record<string, Change>

/** Differences that live calls of version 1 leave as they are. */
const onlyToSecond: Readonly<Record<string, Change>> = {
  calendar: { rebuilt: seasonAsRequested },
  spRatings: { nulls: ['conference', 'ranking'], inside: { offense: ranked, defense: ranked } },
}

/** Returns the change of an endpoint of version 1; undefined if both versions respond alike. */
export function changeOf(id: string): Change | undefined {
  const all: Readonly<Record<string, Change>> = { ...changes, ...onlyToSecond }
  return Object.hasOwn(all, id) ? all[id] : undefined
}
