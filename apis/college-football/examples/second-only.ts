// Examples of endpoints that only version 2 has.
import { defineExamples } from '#define'
import { secondOnly } from '../endpoints/second-only.ts'

const year = 2025
const team = 'Northfield'
const conference = 'Example Conference'
const havoc = {
  totalPlays: 66,
  totalHavocEvents: 11,
  frontSevenHavocEvents: 7,
  dbHavocEvents: 4,
  havocRate: 0.167,
  frontSevenHavocRate: 0.106,
  dbHavocRate: 0.061,
}
const points = { total: 0.21, passing: 0.29, rushing: 0.12 }
const successes = { total: 0.44, standardDowns: 0.49, passingDowns: 0.33 }
const runs = { lineYards: 2.9, secondLevelYards: 1.1, openFieldYards: 1.2, highlightYards: 2.3 }
const player = { year, athleteId: '4400001', athleteName: 'Sam Sample', team, conference }

export const secondOnlyExamples = defineExamples(secondOnly, {
  fieldGoalPointsV2: { output: [{ yardsToGoal: 20, distance: 37, expectedPoints: 2.577 }] },
  fpiRatingsV2: {
    params: { year, team },
    output: [
      {
        year,
        team,
        conference,
        fpi: 12.4,
        resumeRanks: {
          strengthOfRecord: 3,
          fpi: 2,
          averageWinProbability: 4,
          strengthOfSchedule: 9,
          remainingStrengthOfSchedule: null,
          gameControl: 2,
        },
        efficiencies: { overall: 93.1, offense: 88.4, defense: 90.2, specialTeams: 61.5 },
      },
    ],
  },
  gameHavocV2: {
    params: { year, week: 5, team },
    output: [
      {
        gameId: 401524001,
        season: year,
        seasonType: 'regular',
        week: 5,
        team,
        conference,
        opponent: 'Lakeland',
        opponentConference: conference,
        offense: havoc,
        defense: havoc,
      },
    ],
  },
  teamsAtsV2: {
    params: { year, team },
    output: [
      {
        year,
        teamId: 9101,
        team,
        conference,
        games: 13,
        atsWins: 7,
        atsLosses: 5,
        atsPushes: 1,
        avgCoverMargin: 1.8,
      },
    ],
  },
  adjustedTeamsV2: {
    params: { year, team },
    output: [
      {
        year,
        teamId: 9101,
        team,
        conference,
        epa: points,
        epaAllowed: points,
        successRate: successes,
        successRateAllowed: successes,
        rushing: runs,
        rushingAllowed: runs,
        explosiveness: 1.24,
        explosivenessAllowed: 1.19,
      },
    ],
  },
  adjustedPassersV2: { params: { year, team }, output: [{ ...player, position: 'QB', wepa: 0.24, plays: 402 }] },
  adjustedRunnersV2: { params: { year, team }, output: [{ ...player, position: 'RB', wepa: 0.08, plays: 211 }] },
  kickersV2: { params: { year, team }, output: [{ ...player, paar: 6.42, attempts: 24 }] },
  accountV2: { output: { patronLevel: 3, remainingCalls: 74211 } },
})
