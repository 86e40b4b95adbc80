// Schools, venues, conferences, talent and meetings of two schools.
import type { HandlersFor, Of } from '#define'
import { byKey } from '#provider'
import type { teamEndpoints } from '../../endpoints/teams.ts'
import type * as shapes from '../../schemas/teams.ts'
import type { createAnswers } from '../answers/answers.ts'
import { badRating } from '../errors.ts'
import type { School, Venue } from '../league/records.ts'
import { talentOf } from '../metrics/talent.ts'
import { round } from '../metrics/tally.ts'
import { createPerSeason, findGames, isNamed, isOf, seasonsOf } from '../query.ts'

export const talentIn = createPerSeason(talentOf)

type Ids = 'talent' | 'teams' | 'fbsTeams' | 'matchup' | 'venues'

export function teamHandlers({
  list,
  value,
}: ReturnType<typeof createAnswers>): HandlersFor<typeof teamEndpoints, Ids> {
  return {
    teams: list(({ league }, { conference }) =>
      league.schools
        .filter((school) => isOf(school.conference, conference))
        .sort(byKey(({ name }) => name))
        .map((school) => ({ ...viewTeam(school), classification: school.conference.classification })),
    ),
    fbsTeams: list(({ league }, { year }) => {
      if (typeof year === 'string') throw badRating('A numeric year parameter must be specified.')
      return (league.seasons.find((season) => season.year === year)?.schools ?? league.schools)
        .filter(({ conference }) => conference.classification === 'fbs')
        .sort(byKey(({ name }) => name))
        .map((school) => ({ ...viewTeam(school), division: school.division }))
    }),
    talent: list(({ league }, { year }) =>
      [...seasonsOf(league, year)].reverse().flatMap((season) =>
        talentIn(season).map(({ school, talent }) => ({
          year: season.year,
          school: school.name,
          talent: round(talent, 2),
        })),
      ),
    ),
    matchup: value(({ league }, { team1, team2, minYear, maxYear }) => {
      const [one, two] = [team1, team2].map((name) => league.schools.find((school) => isNamed(school, name)))
      // a school that has changed its conference is another object with the same index
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
          ...{
            season,
            week,
            seasonType,
            date: new Date(startMs).toISOString(),
            neutralSite: neutral,
            venue: venue?.name ?? null,
          },
          ...{ homeTeam: home.name, homeScore: result?.homePoints ?? null },
          ...{ awayTeam: away.name, awayScore: result?.awayPoints ?? null },
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
    venues: list(({ league }) => league.venues.toSorted(byKey(({ name }) => name ?? '')).map(viewVenue)),
  }
}

function viewTeam(school: School): Of<typeof shapes.Team> {
  const { id, name, mascot, abbreviation, otherNames, conference, color, altColor, logos, twitter, venue } = school
  return {
    ...{ id, school: name, mascot, abbreviation },
    ...{ alt_name1: otherNames[0], alt_name2: otherNames[1], alt_name3: otherNames[2] },
    conference: conference.name,
    color,
    alt_color: altColor,
    logos: logos === null ? null : [...logos],
    twitter,
    location: venue && {
      venue_id: venue.id,
      ...{ name: venue.name, city: venue.city, state: venue.state, zip: venue.zip },
      country_code: venue.country,
      ...{ timezone: venue.timezone, latitude: venue.latitude, longitude: venue.longitude },
      ...{ elevation: venue.elevation, capacity: venue.capacity, year_constructed: venue.built },
      ...{ grass: venue.grass, dome: venue.dome },
    },
  }
}

function viewVenue({ latitude, longitude, built, country, ...venue }: Venue): Of<typeof shapes.Venue> {
  const { id, name, capacity, grass, city, state, zip, elevation, dome, timezone } = venue
  return {
    ...{ id, name, capacity, grass, city, state, zip, country_code: country },
    location: latitude === null || longitude === null ? null : { x: latitude, y: longitude },
    ...{ elevation, year_constructed: built, dome, timezone },
  }
}
