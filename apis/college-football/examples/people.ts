// Examples of the calendar, coaches, conferences and the professional draft.
import { defineExamples } from '#define'
import { peopleEndpoints } from '../endpoints/people.ts'

const pick = {
  collegeAthleteId: 4400001,
  nflAthleteId: 9001,
  collegeId: 9101,
  collegeTeam: 'Northfield',
  collegeConference: 'Example Conference',
  nflTeam: 'Chicago',
  year: 2025,
  overall: 17,
  round: 1,
  pick: 17,
  name: 'Sam Sample',
  position: 'Quarterback',
  height: 75,
  weight: 221,
  preDraftRanking: 15,
  preDraftPositionRanking: 2,
  preDraftGrade: 91,
}
const home = { city: 'Lakeside', state: 'IL', country: 'USA', countyFips: '01073' }
const tally = { school: 'Northfield', year: 2025, games: 13, wins: 10, losses: 3, ties: 0, srs: 11.2 }

export const peopleExamples = defineExamples(peopleEndpoints, {
  calendar: {
    params: { year: 2025 },
    output: [
      {
        season: 2025,
        week: 1,
        seasonType: 'regular',
        firstGameStart: '2025-08-30T18:30:00.000Z',
        lastGameStart: '2025-09-02T00:00:00.000Z',
      },
    ],
  },
  coaches: {
    params: { team: 'Northfield', year: 2025 },
    output: [
      {
        first_name: 'Alex',
        last_name: 'Example',
        hire_date: '2019-12-08T05:00:00.000Z',
        seasons: [
          { ...tally, preseason_rank: null, postseason_rank: 19, sp_overall: 14.1, sp_offense: 33.5, sp_defense: 19.4 },
        ],
      },
    ],
    provider: [
      {
        firstName: 'Alex',
        lastName: 'Example',
        hireDate: '2019-12-08T05:00:00.000Z',
        seasons: [
          { ...tally, preseasonRank: null, postseasonRank: 19, spOverall: 14.1, spOffense: 33.5, spDefense: 19.4 },
        ],
      },
    ],
  },
  conferences: {
    output: [{ id: 91, name: 'Example Conference', short_name: 'Example', abbreviation: 'EX', classification: 'fbs' }],
    provider: [{ id: 91, name: 'Example Conference', shortName: 'Example', abbreviation: 'EX', classification: 'fbs' }],
  },
  draftPicks: {
    output: [{ ...pick, hometownInfo: { ...home, latitude: 41.8755616, longitude: -87.6244212 } }],
    provider: [{ ...pick, hometownInfo: { ...home, latitude: '41.8755616', longitude: '-87.6244212' } }],
  },
  draftPositions: { output: [{ name: 'Quarterback', abbreviation: 'QB' }] },
  draftTeams: {
    output: [
      {
        location: 'Chicago',
        nickname: 'Samples',
        displayName: 'Chicago Samples',
        logo: 'https://images.example.org/chicago.png',
      },
    ],
  },
})
