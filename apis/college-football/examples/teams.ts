// Examples of statistics, talent, teams and venues.
import { defineExamples } from '#define'
import { teamEndpoints } from '../endpoints/teams.ts'

const whose = { team: 'Northfield', conference: 'Example Conference' }
const line = {
  plays: 880,
  drives: 158,
  ppa: 0.21,
  totalPPA: 184.8,
  successRate: 0.455,
  explosiveness: 1.24,
  powerSuccess: 0.73,
  stuffRate: 0.17,
  lineYards: 3,
  lineYardsTotal: 1290,
  secondLevelYards: 1.1,
  secondLevelYardsTotal: 473,
  openFieldYards: 1.2,
  openFieldYardsTotal: 516,
}
const downs = { ppa: 0.19, successRate: 0.49, explosiveness: 1.05 }
const kind = { ...downs, totalPPA: 82.1 }
const seasonSide = {
  ...line,
  totalOpportunies: 81,
  pointsPerOpportunity: 4.3,
  fieldPosition: { averageStart: 70.4, averagePredictedPoints: 1.21 },
  havoc: { total: 0.15, frontSeven: 0.1, db: 0.05 },
  standardDowns: { rate: 0.69, ...downs },
  passingDowns: { rate: 0.31, ...downs },
  rushingPlays: { rate: 0.51, ...kind },
  passingPlays: { rate: 0.49, ...kind },
}
const gameSide = { ...line, standardDowns: downs, passingDowns: downs, rushingPlays: kind, passingPlays: kind }
const statOf = { season: 2025, player: 'Sam Sample', ...whose, category: 'passing', statType: 'YDS' }

const teamHead = { id: 9101, school: 'Northfield', mascot: 'Pilots', abbreviation: 'NOR' }
const teamTail = {
  classification: 'fbs',
  conference: 'Example Conference',
  division: 'West',
  color: '#224466',
  logos: ['https://images.example.org/northfield.png'],
  twitter: null,
}
const ground = {
  name: 'Sample Field',
  city: 'Northfield',
  state: 'IL',
  zip: '60093',
  timezone: 'America/Chicago',
  capacity: 45000,
  grass: true,
  dome: false,
}
const location = { latitude: 42.1, longitude: -87.8 }
const team = {
  ...teamHead,
  alt_name1: 'Northfield Pilots',
  alt_name2: 'NOR',
  alt_name3: null,
  ...teamTail,
  alt_color: '#ffffff',
  location: { venue_id: 3901, ...ground, ...location, country_code: 'US', elevation: 195.4, year_constructed: 1926 },
}
const teamSent = {
  ...teamHead,
  alternateNames: ['Northfield Pilots', 'NOR'],
  ...teamTail,
  alternateColor: '#ffffff',
  location: { id: 3901, ...ground, ...location, countryCode: 'US', elevation: '195.4', constructionYear: 1926 },
}

export const teamExamples = defineExamples(teamEndpoints, {
  statCategories: { output: ['firstDowns', 'rushingYards'] },
  advancedGameStats: {
    params: { year: 2025, week: 5, team: 'Northfield' },
    output: [
      {
        gameId: 401524001,
        season: 2025,
        week: 5,
        team: 'Northfield',
        opponent: 'Lakeland',
        offense: gameSide,
        defense: gameSide,
      },
    ],
  },
  playerSeasonStats: {
    params: { year: 2025, team: 'Northfield', category: 'passing' },
    output: [{ ...statOf, playerId: 4400001, stat: 3120 }],
    provider: [{ ...statOf, playerId: '4400001', stat: '3120' }],
  },
  teamSeasonStats: {
    params: { year: 2025, team: 'Northfield' },
    output: [{ season: 2025, ...whose, statName: 'rushingYards', statValue: 2216 }],
    provider: [{ season: 2025, ...whose, statName: 'rushingYards', statValue: '2216' }],
  },
  advancedSeasonStats: {
    params: { year: 2025, team: 'Northfield', excludeGarbageTime: true },
    output: [{ season: 2025, ...whose, offense: seasonSide, defense: seasonSide }],
  },
  talent: {
    params: { year: 2025 },
    output: [{ year: 2025, school: 'Northfield', talent: 721.35 }],
    provider: [{ year: 2025, team: 'Northfield', talent: 721.35 }],
  },
  teams: { output: [team], provider: [teamSent] },
  fbsTeams: { params: { year: 2025 }, output: [team], provider: [teamSent] },
  matchup: {
    params: { team1: 'Northfield', team2: 'Lakeland', minYear: 2020 },
    output: {
      team1: 'Northfield',
      team2: 'Lakeland',
      startYear: 2020,
      team1Wins: 1,
      team2Wins: 0,
      ties: 0,
      games: [
        {
          season: 2025,
          week: 5,
          seasonType: 'regular',
          date: '2025-09-27T16:00:00.000Z',
          neutralSite: false,
          venue: 'Sample Field',
          homeTeam: 'Northfield',
          homeScore: 31,
          awayTeam: 'Lakeland',
          awayScore: 20,
          winner: 'Northfield',
        },
      ],
    },
  },
  venues: {
    output: [
      {
        id: 3901,
        ...ground,
        location: { x: 42.1, y: -87.8 },
        country_code: 'US',
        elevation: 195.4,
        year_constructed: 1926,
      },
    ],
    provider: [{ id: 3901, ...ground, ...location, countryCode: 'US', elevation: '195.4', constructionYear: 1926 }],
  },
})
