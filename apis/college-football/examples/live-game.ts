// The example of a game in progress: as declared, and as sent by version 2 of the provider's API.

const team = {
  teamId: 9101,
  team: 'Northfield',
  homeAway: 'home',
  lineScores: [7, 3],
  points: 10,
  drives: 4,
  scoringOpportunities: 2,
  pointsPerOpportunity: 5,
  plays: 27,
  lineYards: 38.5,
  lineYardsPerRush: 2.8,
  secondLevelYards: 14,
  secondLevelYardsPerRush: 1,
  openFieldYards: 9,
  openFieldYardsPerRush: 0.6,
  epaPerPlay: 0.102,
  totalEpa: 2.8,
  passingEpa: 3.1,
  epaPerPass: 0.238,
  rushingEpa: -0.3,
  epaPerRush: -0.021,
  successRate: 0.444,
  standardDownSuccessRate: 0.5,
  passingDownSuccessRate: 0.286,
  explosiveness: 1.12,
}
const play = {
  homeScore: 10,
  awayScore: 7,
  period: 2,
  clock: '8:31',
  teamId: 9101,
  team: 'Northfield',
  down: 2,
  distance: 6,
  yardsToGoal: 48,
  yardsGained: 11,
  playTypeId: 24,
  playType: 'Pass Reception',
  epa: 1.033,
  garbageTime: false,
  success: true,
  downType: 'standard',
  playText: 'Sam Sample pass complete for 11 yards',
}
const drive = {
  offenseId: 9101,
  offense: 'Northfield',
  defenseId: 9102,
  defense: 'Lakeland',
  playCount: 4,
  yards: 29,
  startPeriod: 2,
  startClock: '10:05',
  startYardsToGoal: 77,
  endPeriod: null,
  endClock: null,
  endYardsToGoal: null,
  duration: null,
  scoringOpportunity: true,
  result: null,
  pointsGained: 0,
}
const game = {
  id: 401524001,
  status: 'In Progress',
  period: 2,
  clock: '8:31',
  possession: 'Northfield',
  down: 1,
  distance: 10,
  yardsToGoal: 37,
  teams: [team],
}
const wallclock = '2025-09-27T16:49:12.000Z'

export const liveGame = {
  ...game,
  drives: [{ ...drive, id: 40152400107, plays: [{ ...play, id: '401524001102839401', wallclock, rushPass: 'pass' }] }],
}

export const liveGameSent = {
  ...game,
  drives: [
    {
      ...drive,
      id: '40152400107',
      plays: [{ ...play, id: '401524001102839401', wallClock: wallclock, rushPash: 'pass' }],
    },
  ],
}
