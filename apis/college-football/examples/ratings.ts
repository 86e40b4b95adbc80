// Examples of predicted points added, polls, ratings and records.
import { defineExamples } from '#define'
import { ratingEndpoints } from '../endpoints/ratings.ts'

const whose = { team: 'Northfield', conference: 'Example Conference' }
const split = { overall: 0.21, passing: 0.33, rushing: 0.09, firstDown: 0.18, secondDown: 0.2, thirdDown: 0.41 }
const season = { ...split, cumulative: { total: 168.2, passing: 121.9, rushing: 40.3 } }
const spSide = {
  rating: 33.5,
  success: 0.47,
  explosiveness: 1.21,
  rushing: 18.4,
  passing: 22.9,
  standardDowns: 17.1,
  passingDowns: 24.3,
}
const spOffense = { ...spSide, runRate: 0.51, pace: null }
const spDefense = { ...spSide, havoc: { total: 0.17, frontSeven: 0.11, db: 0.06 } }
const spWhole = { rating: 14.1, secondOrderWins: 8.4, sos: 0.02 }
const tally = { games: 13, wins: 10, losses: 3, ties: 0 }
const home = { games: 7, wins: 6, losses: 1, ties: 0 }
const away = { games: 5, wins: 3, losses: 2, ties: 0 }
const gamePlayer = {
  season: 2025,
  week: 5,
  name: 'Sam Sample',
  position: 'QB',
  team: 'Northfield',
  opponent: 'Lakeland',
  averagePPA: { all: 0.352, pass: 0.401, rush: 0.118 },
}
const seasonPlayer = {
  season: 2025,
  name: 'Sam Sample',
  position: 'QB',
  ...whose,
  averagePPA: {
    all: 0.301,
    pass: 0.344,
    rush: 0.094,
    firstDown: 0.22,
    secondDown: 0.27,
    thirdDown: 0.51,
    standardDowns: 0.24,
    passingDowns: 0.43,
  },
  totalPPA: { all: 131.2, pass: 124.6, rush: null },
}

export const ratingExamples = defineExamples(ratingEndpoints, {
  ppaByGame: {
    params: { year: 2025, week: 5, team: 'Northfield' },
    output: [
      { gameId: 401524001, season: 2025, week: 5, ...whose, opponent: 'Lakeland', offense: split, defense: split },
    ],
  },
  ppaByPlayerGame: {
    params: { year: 2025, week: 5, position: 'QB', threshold: '10' },
    output: [{ id: 4400001, ...gamePlayer }],
    provider: [{ id: '4400001', ...gamePlayer }],
  },
  ppaByPlayerSeason: {
    params: { year: 2025, position: 'QB' },
    output: [{ id: 4400001, ...seasonPlayer }],
    provider: [{ id: '4400001', ...seasonPlayer }],
  },
  predictedPoints: {
    params: { down: 1, distance: 10 },
    output: [
      { yardLine: 10, predictedPoints: 4.87 },
      { yardLine: 75, predictedPoints: 1.02 },
    ],
  },
  ppaByTeam: {
    params: { year: 2025, team: 'Northfield' },
    output: [{ season: 2025, ...whose, offense: season, defense: season }],
  },
  rankings: {
    params: { year: 2025, week: 5 },
    output: [
      {
        season: 2025,
        seasonType: 'regular',
        week: 5,
        polls: [
          {
            poll: 'Example Poll',
            ranks: [
              {
                rank: 19,
                school: 'Northfield',
                conference: 'Example Conference',
                firstPlaceVotes: 0,
                points: 412,
              },
            ],
          },
        ],
      },
    ],
  },
  eloRatings: { params: { year: 2025, week: 5 }, output: [{ year: 2025, ...whose, elo: 1630 }] },
  spRatings: {
    params: { year: 2025 },
    output: [
      {
        year: 2025,
        ...whose,
        ranking: 21,
        ...spWhole,
        offense: { ranking: 30, ...spOffense },
        defense: { ranking: 24, ...spDefense },
        specialTeams: { rating: 0.4 },
      },
      {
        year: 2025,
        team: 'nationalAverages',
        ...spWhole,
        offense: spOffense,
        defense: spDefense,
        specialTeams: { rating: null },
      },
    ],
  },
  conferenceSpRatings: {
    params: { year: 2025 },
    output: [
      {
        year: 2025,
        conference: 'Example Conference',
        ...spWhole,
        offense: spOffense,
        defense: spDefense,
        specialTeams: { rating: 0.1 },
      },
    ],
  },
  srsRatings: {
    params: { year: 2025, team: 'Northfield' },
    output: [{ year: 2025, ...whose, division: 'West', rating: 11.2, ranking: 18 }],
  },
  records: {
    params: { year: 2025, team: 'Northfield' },
    output: [
      {
        year: 2025,
        teamId: 9101,
        ...whose,
        division: 'West',
        expectedWins: 9.4,
        total: tally,
        conferenceGames: { games: 8, wins: 6, losses: 2, ties: 0 },
        homeGames: home,
        awayGames: away,
      },
    ],
  },
})
