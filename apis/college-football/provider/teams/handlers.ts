// Schools, venues, conferences, talent, and meetings of two schools.
import type { HandlersFor, Of } from '#define'
import { byKey } from '#provider'
import type { teamEndpoints } from '../../endpoints/teams.ts'
import { talentOf } from '../../model/metrics/talent.ts'
import { round } from '../../model/metrics/tally.ts'
import type { School, Venue } from '../../model/records.ts'
import type * as shapes from '../../schemas/teams.ts'
import { badRating } from '../errors.ts'
import { findGames, isNamed, isOf, seasonsOf } from '../query.ts'
import type { Answers } from '../streamed.ts'

type Ids = 'talent' | 'teams' | 'fbsTeams' | 'matchup' | 'venues'

export function teamHandlers({ list, value }: Answers): HandlersFor<typeof teamEndpoints, Ids> {
  return {
    teams: list((league, { conference, year }) =>
      (year === undefined ? league.schools : seasonsOf(league, year).flatMap(({ schools }) => schools))
        .filter((school) => isOf(school.conference, conference))
        .toSorted(byKey(({ name }) => name))
        .map(viewTeam),
    ),
    fbsTeams: list((league, { year }) => {
      if (typeof year === 'string') throw badRating('A numeric year parameter must be specified.')
      return (league.seasons.find((season) => season.year === year)?.schools ?? league.schools)
        .filter(({ conference }) => conference.classification === 'fbs')
        .sort(byKey(({ name }) => name))
        .map(viewTeam)
    }),
    talent: list((league, { year }) =>
      [...seasonsOf(league, year)].reverse().flatMap((season) =>
        talentOf(season).map(({ school, talent }) => ({
          year: season.year,
          school: school.name,
          talent: round(talent, 2),
        })),
      ),
    ),
    matchup: value((league, { team1, team2, minYear, maxYear }) => {
      const [one, two] = [team1, team2].map((name) => league.schools.find((school) => isNamed(school, name)))
      // a school with a new conference is another object with the same index
      const games = findGames(league, {}).filter(
        ({ game: { season, home, away, result } }) =>
          result !== null &&
          (minYear === undefined || season >= minYear) &&
          (maxYear === undefined || season <= maxYear) &&
          one !== undefined &&
          two !== undefined &&
          ((home.index === one.index && away.index === two.index) ||
            (home.index === two.index && away.index === one.index)),
      )
      const meetings = games.map(({ game }): Of<typeof shapes.TeamMatchup>['games'][number] => {
        const { season, week, seasonType, startMs, neutral, venue, home, away, result } = game
        const margin = (result?.homePoints ?? 0) - (result?.awayPoints ?? 0)
        return {
          season,
          week,
          seasonType,
          date: new Date(startMs).toISOString(),
          neutralSite: neutral,
          venue: venue?.name ?? null,
          homeTeam: home.name,
          homeScore: result?.homePoints ?? null,
          awayTeam: away.name,
          awayScore: result?.awayPoints ?? null,
          winner: margin > 0 ? home.name : margin < 0 ? away.name : null,
        }
      })
      const won = (school: School | undefined) => meetings.filter(({ winner }) => winner === school?.name).length
      return {
        team1: one?.name ?? team1,
        team2: two?.name ?? team2,
        ...(minYear === undefined ? {} : { startYear: minYear }),
        ...(maxYear === undefined ? {} : { endYear: maxYear }),
        team1Wins: won(one),
        team2Wins: won(two),
        ties: meetings.filter(({ winner }) => winner === null).length,
        games: meetings,
      }
    }),
    venues: list((league) => league.venues.toSorted(byKey(({ name }) => name ?? '')).map(viewVenue)),
  }
}

function viewTeam(school: School): Of<typeof shapes.Team> {
  const { id, name, mascot, abbreviation, otherNames, conference, color, altColor, logos, twitter, venue } = school
  return {
    id,
    school: name,
    mascot,
    abbreviation,
    alt_name1: otherNames[0],
    alt_name2: otherNames[1],
    alt_name3: otherNames[2],
    conference: conference.name,
    division: school.division,
    classification: conference.classification,
    color,
    alt_color: altColor,
    logos: logos === null ? null : [...logos],
    twitter,
    location: venue && {
      venue_id: venue.id,
      name: venue.name,
      city: venue.city,
      state: venue.state,
      zip: venue.zip,
      country_code: venue.country,
      timezone: venue.timezone,
      latitude: venue.latitude,
      longitude: venue.longitude,
      elevation: venue.elevation,
      capacity: venue.capacity,
      year_constructed: venue.built,
      grass: venue.grass,
      dome: venue.dome,
    },
  }
}

function viewVenue({ latitude, longitude, built, country, ...venue }: Venue): Of<typeof shapes.Venue> {
  const { id, name, capacity, grass, city, state, zip, elevation, dome, timezone } = venue
  return {
    id,
    name,
    capacity,
    grass,
    city,
    state,
    zip,
    country_code: country,
    location: latitude === null || longitude === null ? null : { x: latitude, y: longitude },
    elevation,
    year_constructed: built,
    dome,
    timezone,
  }
}
