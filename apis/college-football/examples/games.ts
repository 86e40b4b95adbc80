// Examples of drives, games, and data of a single game.
import { defineExamples } from '#define'
import { gameEndpoints } from '../endpoints/games.ts'
import { boxScore } from './box-score.ts'
import { liveGame, liveGameSent } from './live-game.ts'

const id = 401524001
const sides = {
  homeTeam: 'Northfield',
  homeConference: 'Example Conference',
  awayTeam: 'Lakeland',
  awayConference: null,
}
const head = { id, season: 2025, week: 5, seasonType: 'regular' }
const start = '2025-09-27T16:00:00.000Z'
const athletes = { name: 'Sam Sample', stat: '12/20' }
const stats = [
  { category: 'thirdDownEff', stat: '5-13' },
  { category: 'possessionTime', stat: '31:12' },
]

export const gameExamples = defineExamples(gameEndpoints, {
  drives: {
    params: { year: 2025, week: 5, team: 'Northfield' },
    output: [
      {
        offense: 'Northfield',
        offense_conference: 'Example Conference',
        defense: 'Lakeland',
        defense_conference: null,
        game_id: id,
        id: 4015240011,
        drive_number: 1,
        scoring: true,
        start_period: 1,
        start_yardline: 25,
        start_yards_to_goal: 75,
        start_time: { minutes: 15, seconds: 0 },
        end_period: 1,
        end_yardline: 100,
        end_yards_to_goal: 0,
        end_time: { minutes: 11, seconds: 42 },
        plays: 8,
        yards: 75,
        drive_result: 'TD',
        is_home_offense: true,
        start_offense_score: 0,
        start_defense_score: 0,
        end_offense_score: 7,
        end_defense_score: 0,
      },
    ],
    provider: [
      {
        offense: 'Northfield',
        offenseConference: 'Example Conference',
        defense: 'Lakeland',
        defenseConference: null,
        gameId: id,
        id: '4015240011',
        driveNumber: 1,
        scoring: true,
        startPeriod: 1,
        startYardline: 25,
        startYardsToGoal: 75,
        startTime: { minutes: 15, seconds: 0 },
        endPeriod: 1,
        endYardline: 100,
        endYardsToGoal: 0,
        endTime: { minutes: 11, seconds: 42 },
        plays: 8,
        yards: 75,
        driveResult: 'TD',
        isHomeOffense: true,
        startOffenseScore: 0,
        startDefenseScore: 0,
        endOffenseScore: 7,
        endDefenseScore: 0,
      },
    ],
  },
  advancedBoxScore: { params: { gameId: id }, output: boxScore },
  games: {
    params: { year: 2025, week: 5, team: 'Northfield', division: 'fbs' },
    output: [
      {
        id,
        season: 2025,
        week: 5,
        season_type: 'regular',
        start_date: start,
        start_time_tbd: false,
        completed: true,
        neutral_site: false,
        conference_game: false,
        attendance: 41250,
        venue_id: 3901,
        venue: 'Sample Field',
        home_id: 9101,
        home_team: 'Northfield',
        home_conference: 'Example Conference',
        home_division: 'fbs',
        home_points: 31,
        home_line_scores: [7, 10, 7, 7],
        home_post_win_prob: 0.93,
        home_pregame_elo: 1612,
        home_postgame_elo: 1630,
        away_id: 9102,
        away_team: 'Lakeland',
        away_conference: null,
        away_division: null,
        away_points: 20,
        away_line_scores: [3, 7, 3, 7],
        away_post_win_prob: 0.07,
        away_pregame_elo: 1498,
        away_postgame_elo: 1480,
        excitement_index: 4.21,
        highlights: null,
        notes: null,
      },
    ],
    provider: [
      {
        ...head,
        startDate: start,
        startTimeTBD: false,
        completed: true,
        neutralSite: false,
        conferenceGame: false,
        attendance: 41250,
        venueId: 3901,
        venue: 'Sample Field',
        homeId: 9101,
        homeTeam: 'Northfield',
        homeConference: 'Example Conference',
        homeClassification: 'fbs',
        homePoints: 31,
        homeLineScores: [7, 10, 7, 7],
        homePostgameWinProbability: 0.93,
        homePregameElo: 1612,
        homePostgameElo: 1630,
        awayId: 9102,
        awayTeam: 'Lakeland',
        awayConference: null,
        awayClassification: null,
        awayPoints: 20,
        awayLineScores: [3, 7, 3, 7],
        awayPostgameWinProbability: 0.07,
        awayPregameElo: 1498,
        awayPostgameElo: 1480,
        excitementIndex: 4.21,
        highlights: null,
        notes: null,
      },
    ],
  },
  gameMedia: {
    params: { year: 2025, week: 5, mediaType: 'tv' },
    output: [{ ...head, startTime: start, isStartTimeTBD: false, ...sides, mediaType: 'tv', outlet: 'EXTV' }],
  },
  playerGameStats: {
    params: { year: 2025, week: 5, team: 'Northfield', category: 'passing' },
    output: [
      {
        id,
        teams: [
          {
            school: 'Northfield',
            conference: 'Example Conference',
            homeAway: 'home',
            points: 31,
            categories: [{ name: 'passing', types: [{ name: 'C/ATT', athletes: [{ id: 4400001, ...athletes }] }] }],
          },
        ],
      },
    ],
    provider: [
      {
        id,
        teams: [
          {
            team: 'Northfield',
            conference: 'Example Conference',
            homeAway: 'home',
            points: 31,
            categories: [{ name: 'passing', types: [{ name: 'C/ATT', athletes: [{ id: '4400001', ...athletes }] }] }],
          },
        ],
      },
    ],
  },
  teamGameStats: {
    params: { year: 2025, gameId: id },
    output: [
      {
        id,
        teams: [
          {
            schoolId: 9101,
            school: 'Northfield',
            conference: 'Example Conference',
            homeAway: 'home',
            points: 31,
            stats,
          },
        ],
      },
    ],
    provider: [
      {
        id,
        teams: [
          { teamId: 9101, team: 'Northfield', conference: 'Example Conference', homeAway: 'home', points: 31, stats },
        ],
      },
    ],
  },
  gameWeather: {
    params: { year: 2025, week: 5 },
    output: [
      {
        ...head,
        startTime: start,
        gameIndoors: false,
        ...sides,
        venueId: 3901,
        venue: 'Sample Field',
        temperature: 71.2,
        dewPoint: 58.1,
        humidity: 63,
        precipitation: 0,
        snowfall: 0,
        windDirection: 210,
        windSpeed: 6.9,
        pressure: 1016.4,
        weatherConditionCode: 2,
        weatherCondition: 'Fair',
      },
    ],
  },
  lines: {
    params: { year: 2025, week: 5, team: 'Northfield' },
    output: [
      {
        ...head,
        startDate: start,
        ...sides,
        homeScore: 31,
        awayScore: 20,
        lines: [
          {
            provider: 'Example Book',
            spread: -6.5,
            formattedSpread: 'Northfield -6.5',
            spreadOpen: -7,
            overUnder: 51.5,
            overUnderOpen: null,
            homeMoneyline: -250,
            awayMoneyline: 205,
          },
        ],
      },
    ],
  },
  livePlays: { params: { id }, output: liveGame, provider: liveGameSent },
})
