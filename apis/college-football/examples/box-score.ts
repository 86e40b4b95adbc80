// The example of an advanced box score.

const quarters = { total: 0.31, quarter1: 0.42, quarter2: 0.18, quarter3: 0.29, quarter4: null }
const byKind = { ...quarters, rushing: 0.12, passing: 0.48 }
const team = 'Northfield'
const points = { team, plays: 62, overall: quarters, passing: quarters, rushing: quarters }
const who = { player: 'Sam Sample', team, position: 'QB' }

export const boxScore = {
  gameInfo: {
    homeTeam: 'Northfield',
    homePoints: 31,
    homeWinProb: 0.93,
    awayTeam: 'Lakeland',
    awayPoints: 20,
    awayWinProb: 0.07,
    homeWinner: true,
    excitement: 4.21,
  },
  teams: {
    ppa: [points],
    cumulativePpa: [points],
    successRates: [{ team, overall: quarters, standardDowns: quarters, passingDowns: quarters }],
    explosiveness: [{ team, overall: quarters }],
    rushing: [
      {
        team,
        powerSuccess: 0.75,
        stuffRate: 0.19,
        lineYards: 96,
        lineYardsAverage: 2.8,
        secondLevelYards: 41,
        secondLevelYardsAverage: 1.2,
        openFieldYards: 33,
        openFieldYardsAverage: 1,
      },
    ],
    havoc: [{ team, total: 0.14, frontSeven: 0.09, db: 0.05 }],
    scoringOpportunities: [{ team, opportunities: 6, points: 31, pointsPerOpportunity: 5.17 }],
    fieldPosition: [{ team, averageStart: 69.5, averageStartingPredictedPoints: 1.284 }],
  },
  players: {
    usage: [{ ...who, ...byKind }],
    ppa: [{ ...who, average: byKind, cumulative: byKind }],
  },
}
