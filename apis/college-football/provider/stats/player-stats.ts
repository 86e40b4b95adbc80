// Player statistics by category and type: strings for a game, numbers for a season.
import type { Of } from '#define'
import type { PlayerTotals } from '../../model/metrics/player-totals.ts'
import { ratio } from '../../model/metrics/tally.ts'
import type { Season } from '../../model/records.ts'
import type { PlayerSeasonStat } from '../../schemas/stats.ts'

type Totals = Readonly<PlayerTotals>
interface Category {
  readonly name: string
  /** Reports whether a player has a row in the category. */
  has(totals: Totals): boolean
  readonly game: Readonly<Record<string, (totals: Totals) => string>>
  readonly season: Readonly<Record<string, (totals: Totals) => number>>
}

const mean = (sum: number, count: number): string => (ratio(sum, count, 1) ?? 0).toFixed(1)
const rate = (sum: number, count: number, digits = 1): number => ratio(sum, count, digits) ?? 0
const kickingPoints = ({ fieldGoals, extraPoints }: Totals): number => 3 * fieldGoals + extraPoints

const categories: readonly Category[] = [
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

/** Returns the category of one kind of return: number, yards, touchdowns, longest. */
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

/** Returns the categories with a name in any case; all for an undefined name. */
export function categoriesOf(wanted: string | undefined): readonly Category[] {
  return categories.filter(({ name }) => !wanted || name.toLowerCase() === wanted.toLowerCase())
}

/** Yields the rows of a player of a season. */
export function* seasonRows(
  { year, players }: Season,
  entry: number,
  totals: Totals,
  category: string | undefined,
): Generator<Of<typeof PlayerSeasonStat>> {
  const school = players.schoolOf(entry)
  if (!school) return
  const head = {
    season: year,
    playerId: players.idOf(entry) ?? 0,
    player: players.nameOf(entry),
    position: players.positionOf(entry) ?? '',
    team: school.name,
    conference: school.conference.name,
  }
  for (const { name, has, season } of categoriesOf(category)) {
    if (!has(totals)) continue
    for (const [statType, stat] of Object.entries(season))
      yield { ...head, category: name, statType, stat: stat(totals) }
  }
}
