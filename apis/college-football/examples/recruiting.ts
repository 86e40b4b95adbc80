// Examples of recruiting, rosters and the scoreboard.
import { defineExamples } from '#define'
import { recruitingEndpoints } from '../endpoints/recruiting.ts'

const recruit = {
  recruitType: 'HighSchool',
  year: 2025,
  ranking: 212,
  name: 'Robin Example',
  school: 'Lakeside High',
  committedTo: 'Northfield',
  position: 'WR',
  height: 73,
  weight: 188,
  stars: 4,
  rating: 0.9021,
  city: 'Lakeside',
  stateProvince: 'IL',
  country: 'USA',
  hometownInfo: { latitude: 41.8755616, longitude: -87.6244212, fipsCode: '01073' },
}
const player = {
  team: 'Northfield',
  height: 75,
  weight: 221,
  jersey: 7,
  year: 3,
  position: 'QB',
}
const group = { team: 'Northfield', conference: 'Example Conference', positionGroup: 'Quarterback' }

export const recruitingExamples = defineExamples(recruitingEndpoints, {
  recruitingGroups: {
    params: { startYear: 2020, endYear: 2025, team: 'Northfield' },
    output: [{ ...group, averageRating: 0.8723, totalRating: 3.4892, commits: 4, averageStars: 3.25 }],
    provider: [{ ...group, averageRating: 0.8723, totalRating: 3.4892, commits: '4', averageStars: '3.25' }],
  },
  recruits: {
    params: { year: 2025, position: 'WR' },
    output: [{ id: 98765, athleteId: 4400002, ...recruit }],
    provider: [{ id: '98765', athleteId: '4400002', ...recruit }],
  },
  teamRecruitingRankings: {
    params: { year: 2025, team: 'Northfield' },
    output: [{ year: 2025, rank: 31, team: 'Northfield', points: 218.44 }],
  },
  roster: {
    params: { team: 'Northfield', year: 2025 },
    output: [
      {
        id: 4400001,
        first_name: 'Sam',
        last_name: 'Sample',
        ...player,
        home_city: 'Lakeside',
        home_state: 'IL',
        home_country: 'USA',
        home_latitude: 41.8755616,
        home_longitude: -87.6244212,
        home_county_fips: '01073',
        recruit_ids: [98764],
      },
    ],
    provider: [
      {
        id: '4400001',
        firstName: 'Sam',
        lastName: 'Sample',
        ...player,
        homeCity: 'Lakeside',
        homeState: 'IL',
        homeCountry: 'USA',
        homeLatitude: 41.8755616,
        homeLongitude: -87.6244212,
        homeCountyFIPS: '01073',
        recruitIds: ['98764'],
      },
    ],
  },
  scoreboard: {
    params: { classification: 'fbs' },
    output: [
      {
        id: 401524001,
        startDate: '2025-09-27T16:00:00.000Z',
        startTimeTBD: false,
        tv: 'EXTV',
        neutralSite: false,
        conferenceGame: false,
        status: 'in_progress',
        period: 2,
        clock: '00:08:31',
        situation: '1st & 10 at LAK 37',
        possession: 'home',
        venue: { name: 'Sample Field', city: 'Northfield', state: 'IL' },
        homeTeam: { id: 9101, name: 'Northfield', conference: 'Example', classification: 'fbs', points: 10 },
        awayTeam: { id: 9102, name: 'Lakeland', conference: null, classification: null, points: 7 },
        weather: { temperature: 71.2, description: 'Fair', windSpeed: 6.9, windDirection: 210 },
        betting: { spread: -6.5, overUnder: 51.5, homeMoneyline: -250, awayMoneyline: 205 },
      },
    ],
  },
})
