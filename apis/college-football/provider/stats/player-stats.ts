// Player statistics by category and type: texts for a game, numbers for a season.
import type { RowBytes } from '../answers/row-bytes.ts'
import type { School, Season } from '../league/records.ts'
import type { PlayerTotals } from '../metrics/player-totals.ts'
import { ratio } from '../metrics/tally.ts'
import { createMemo } from '../query.ts'

type Totals = Readonly<PlayerTotals>
interface Category {
  readonly name: string
  /** Whether a player has a row in it. */
  has(totals: Totals): boolean
  readonly game: Readonly<Record<string, (totals: Totals) => string>>
  readonly season: Readonly<Record<string, (totals: Totals) => number>>
}

const mean = (sum: number, count: number): string => (ratio(sum, count, 1) ?? 0).toFixed(1)
const rate = (sum: number, count: number, digits = 1): number => ratio(sum, count, digits) ?? 0
const kickingPoints = ({ fieldGoals, extraPoints }: Totals): number => 3 * fieldGoals + extraPoints

export const categories: readonly Category[] = [
  {
    name: 'passing',
    has: ({ passes }) => passes > 0,
    game: {
      'C/ATT': ({ completions, passes }) => `${completions}/${passes}`,
      YDS: ({ passingYards }) => String(passingYards),
      AVG: ({ passingYards, passes }) => mean(passingYards, passes),
      TD: ({ passingTDs }) => String(passingTDs),
      INT: ({ passesThrownAway }) => String(passesThrownAway),
    },
    season: {
      COMPLETIONS: ({ completions }) => completions,
      ATT: ({ passes }) => passes,
      PCT: ({ completions, passes }) => rate(completions, passes, 3),
      YDS: ({ passingYards }) => passingYards,
      YPA: ({ passingYards, passes }) => rate(passingYards, passes),
      TD: ({ passingTDs }) => passingTDs,
      INT: ({ passesThrownAway }) => passesThrownAway,
    },
  },
  {
    name: 'rushing',
    has: ({ carries }) => carries > 0,
    game: {
      CAR: ({ carries }) => String(carries),
      YDS: ({ rushingYards }) => String(rushingYards),
      AVG: ({ rushingYards, carries }) => mean(rushingYards, carries),
      TD: ({ rushingTDs }) => String(rushingTDs),
      LONG: ({ longestRun }) => String(longestRun),
    },
    season: {
      CAR: ({ carries }) => carries,
      YDS: ({ rushingYards }) => rushingYards,
      YPC: ({ rushingYards, carries }) => rate(rushingYards, carries),
      TD: ({ rushingTDs }) => rushingTDs,
      LONG: ({ longestRun }) => longestRun,
    },
  },
  {
    name: 'receiving',
    has: ({ receptions }) => receptions > 0,
    game: {
      REC: ({ receptions }) => String(receptions),
      YDS: ({ receivingYards }) => String(receivingYards),
      AVG: ({ receivingYards, receptions }) => mean(receivingYards, receptions),
      TD: ({ receivingTDs }) => String(receivingTDs),
      LONG: ({ longestReception }) => String(longestReception),
    },
    season: {
      REC: ({ receptions }) => receptions,
      YDS: ({ receivingYards }) => receivingYards,
      YPR: ({ receivingYards, receptions }) => rate(receivingYards, receptions),
      TD: ({ receivingTDs }) => receivingTDs,
      LONG: ({ longestReception }) => longestReception,
    },
  },
  {
    name: 'fumbles',
    has: ({ fumbles, fumblesRecovered }) => fumbles + fumblesRecovered > 0,
    game: {
      FUM: ({ fumbles }) => String(fumbles),
      LOST: ({ fumblesLost }) => String(fumblesLost),
      REC: ({ fumblesRecovered }) => String(fumblesRecovered),
    },
    season: {
      FUM: ({ fumbles }) => fumbles,
      REC: ({ fumblesRecovered }) => fumblesRecovered,
      LOST: ({ fumblesLost }) => fumblesLost,
    },
  },
  {
    name: 'defensive',
    has: ({ tackles, passesBroken, defensiveTDs }) => tackles + passesBroken + defensiveTDs > 0,
    game: {
      TOT: ({ tackles }) => String(tackles),
      SOLO: ({ soloTackles }) => String(soloTackles),
      SACKS: ({ sacks }) => String(sacks),
      TFL: ({ tacklesForLoss }) => String(tacklesForLoss),
      PD: ({ passesBroken }) => String(passesBroken),
      'QB HUR': ({ hurries }) => String(hurries),
      TD: ({ defensiveTDs }) => String(defensiveTDs),
    },
    season: {
      TOT: ({ tackles }) => tackles,
      SOLO: ({ soloTackles }) => soloTackles,
      SACKS: ({ sacks }) => sacks,
      TFL: ({ tacklesForLoss }) => tacklesForLoss,
      PD: ({ passesBroken }) => passesBroken,
      'QB HUR': ({ hurries }) => hurries,
      TD: ({ defensiveTDs }) => defensiveTDs,
    },
  },
  {
    name: 'interceptions',
    has: ({ interceptions }) => interceptions > 0,
    game: {
      INT: ({ interceptions }) => String(interceptions),
      YDS: ({ interceptionYards }) => String(interceptionYards),
      TD: ({ interceptionTDs }) => String(interceptionTDs),
    },
    season: {
      INT: ({ interceptions }) => interceptions,
      YDS: ({ interceptionYards }) => interceptionYards,
      AVG: ({ interceptionYards, interceptions }) => rate(interceptionYards, interceptions),
      TD: ({ interceptionTDs }) => interceptionTDs,
    },
  },
  returns('kickReturns', (t) => [t.kickReturns, t.kickReturnYards, t.kickReturnTDs, t.longestKickReturn]),
  returns('puntReturns', (t) => [t.puntReturns, t.puntReturnYards, t.puntReturnTDs, t.longestPuntReturn]),
  {
    name: 'kicking',
    has: ({ fieldGoalTries, extraPointTries }) => fieldGoalTries + extraPointTries > 0,
    game: {
      FG: ({ fieldGoals, fieldGoalTries }) => `${fieldGoals}/${fieldGoalTries}`,
      PCT: ({ fieldGoals, fieldGoalTries }) => mean(100 * fieldGoals, fieldGoalTries),
      LONG: ({ longestFieldGoal }) => String(longestFieldGoal),
      XP: ({ extraPoints, extraPointTries }) => `${extraPoints}/${extraPointTries}`,
      PTS: (totals) => String(kickingPoints(totals)),
    },
    season: {
      FGM: ({ fieldGoals }) => fieldGoals,
      FGA: ({ fieldGoalTries }) => fieldGoalTries,
      PCT: ({ fieldGoals, fieldGoalTries }) => rate(fieldGoals, fieldGoalTries, 3),
      XPM: ({ extraPoints }) => extraPoints,
      XPA: ({ extraPointTries }) => extraPointTries,
      PTS: kickingPoints,
      LONG: ({ longestFieldGoal }) => longestFieldGoal,
    },
  },
  {
    name: 'punting',
    has: ({ punts }) => punts > 0,
    game: {
      NO: ({ punts }) => String(punts),
      YDS: ({ puntYards }) => String(puntYards),
      AVG: ({ puntYards, punts }) => mean(puntYards, punts),
      TB: ({ touchbacks }) => String(touchbacks),
      'In 20': ({ puntsInside20 }) => String(puntsInside20),
      LONG: ({ longestPunt }) => String(longestPunt),
    },
    season: {
      NO: ({ punts }) => punts,
      YDS: ({ puntYards }) => puntYards,
      YPP: ({ puntYards, punts }) => rate(puntYards, punts),
      LONG: ({ longestPunt }) => longestPunt,
      TB: ({ touchbacks }) => touchbacks,
      'In 20': ({ puntsInside20 }) => puntsInside20,
    },
  },
]

/** Returns of one kind: number, yards, touchdowns, longest. */
function returns(name: string, of: (totals: Totals) => [number, number, number, number]): Category {
  return {
    name,
    has: (totals) => of(totals)[0] > 0,
    game: {
      NO: (totals) => String(of(totals)[0]),
      YDS: (totals) => String(of(totals)[1]),
      AVG: (totals) => mean(of(totals)[1], of(totals)[0]),
      LONG: (totals) => String(of(totals)[3]),
      TD: (totals) => String(of(totals)[2]),
    },
    season: {
      NO: (totals) => of(totals)[0],
      YDS: (totals) => of(totals)[1],
      AVG: (totals) => rate(of(totals)[1], of(totals)[0]),
      TD: (totals) => of(totals)[2],
      LONG: (totals) => of(totals)[3],
    },
  }
}

/**
 * Writes the rows of a player of a season, those of a category where one is wanted, each preceded by a comma. There may
 * be a hundred thousand of them, and most of each is the same for all rows of a player.
 */
export function createStatRows({ year, players }: Season, category: string | undefined, out: RowBytes) {
  const wanted = categories.filter(({ name }) => !category || name.toLowerCase() === category.toLowerCase())
  const shown = wanted.map(({ name, has, season }) => ({
    has,
    stats: Object.entries(season).map(([type, stat]) => ({
      text: Buffer.from(`"category":${JSON.stringify(name)},"statType":${JSON.stringify(type)},"stat":`),
      stat,
    })),
  }))
  const where = createMemo(
    ({ name, conference }: School) =>
      `,"team":${JSON.stringify(name)},"conference":${JSON.stringify(conference.name)},`,
  )
  const head = (entry: number, school: School) =>
    `,{"season":${year},"playerId":${players.idOf(entry)},"player":${JSON.stringify(players.nameOf(entry))}${where(school)}`
  return (entry: number, totals: Totals): void => {
    const school = players.schoolOf(entry)
    if (!school) return
    let [from, to] = [-1, -1]
    for (const { has, stats } of shown) {
      if (!has(totals)) continue
      for (const { text, stat } of stats) {
        if (from < 0) {
          from = out.length
          out.text(head(entry, school))
          to = out.length
        } else out.again(from, to)
        out.bytes(text)
        out.number(stat(totals))
        out.byte(rowEnd)
      }
    }
  }
}
const rowEnd = '}'.charCodeAt(0)
