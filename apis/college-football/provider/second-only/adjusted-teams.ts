// Team metrics, adjusted for their opponents (SOURCES 3.15).
import type { Of } from '#define'
import { type Part, round, type Tally } from '../../model/metrics/tally.ts'
import type { School, Season } from '../../model/records.ts'
import type { AdjustedTeam } from '../../schemas/second-only.ts'
import { createPerSeason, findPlayed } from '../query.ts'
import { type SeasonTally, sumsOf } from '../stats/tallies.ts'

/** Returns a metric of an offense, or of the plays a defense allowed; undefined without a countable play. */
type Metric = (tally: Tally) => number | undefined
type Side = 'offense' | 'defense'

interface SeasonAdjustment {
  readonly sums: readonly SeasonTally[]
  /** Returns the metric of a team less the usual contribution of its opponents. */
  adjusted(sum: SeasonTally, side: Side, metric: Metric): number | undefined
  /** Returns the amount that a defense allows above the mean; 0 for schools of lower divisions. */
  allowedBeyondMean(school: School, metric: Metric): number
}

export const adjustmentOf = createPerSeason((season: Season): SeasonAdjustment => {
  const games = findPlayed({ seasons: [season] }, {})
  const sums = sumsOf(season, games, 'all')
  const bySchool = new Map(sums.map((sum) => [sum.school, sum]))
  const opponents = new Map<School, School[]>()
  for (const { game } of games)
    for (const [school, other] of [
      [game.home, game.away],
      [game.away, game.home],
    ] as const)
      opponents.set(school, [...(opponents.get(school) ?? []), other])

  const means = new Map<Metric, Map<Side, number>>()
  function meanOf(side: Side, metric: Metric): number {
    const known = means.get(metric) ?? new Map<Side, number>()
    means.set(metric, known)
    const mean = known.get(side) ?? average(sums.flatMap((sum) => metric(sum[side]) ?? []))
    known.set(side, mean)
    return mean
  }
  function beyondMean(school: School, side: Side, metric: Metric): number {
    const sum = bySchool.get(school)
    const value = sum && metric(sum[side])
    return value === undefined ? 0 : value - meanOf(side, metric)
  }
  return {
    sums,
    adjusted(sum, side, metric) {
      const value = metric(sum[side])
      const faced = side === 'offense' ? 'defense' : 'offense'
      const easier = (opponents.get(sum.school) ?? []).map((other) => beyondMean(other, faced, metric))
      return value === undefined ? undefined : value - average(easier)
    },
    allowedBeyondMean: (school, metric) => beyondMean(school, 'defense', metric),
  }
})

const perPlay =
  (of: (tally: Tally) => Part): Metric =>
  (tally) => {
    const { plays, ppa } = of(tally)
    return plays === 0 ? undefined : ppa / plays
  }
const success =
  (of: (tally: Tally) => Part): Metric =>
  (tally) => {
    const { plays, successes } = of(tally)
    return plays === 0 ? undefined : successes / plays
  }
const perRun =
  (of: (tally: Tally) => number): Metric =>
  (tally) =>
    tally.rushes === 0 ? undefined : of(tally) / tally.rushes

export const passPoints = perPlay(({ pass }) => pass)
export const runPoints = perPlay(({ rush }) => rush)
const allPoints = perPlay(({ all }) => all)
const allSuccess = success(({ all }) => all)
const standardSuccess = success(({ standardDowns }) => standardDowns)
const passingSuccess = success(({ passingDowns }) => passingDowns)
const line = perRun(({ lineYards }) => lineYards)
const secondLevel = perRun((tally) => tally.secondLevel)
const openField = perRun((tally) => tally.openField)
const highlight = perRun((tally) => tally.secondLevel + tally.openField)
const explosive: Metric = ({ all }) => (all.successes === 0 ? undefined : all.successPpa / all.successes)

export function viewAdjusted(sum: SeasonTally, { adjusted }: SeasonAdjustment): Of<typeof AdjustedTeam> {
  const { year, school } = sum
  const side = (of: Side) => {
    const shown = (metric: Metric) => {
      const value = adjusted(sum, of, metric)
      return value === undefined ? null : round(value, 3)
    }
    return {
      epa: { total: shown(allPoints), passing: shown(passPoints), rushing: shown(runPoints) },
      successRate: {
        total: shown(allSuccess),
        standardDowns: shown(standardSuccess),
        passingDowns: shown(passingSuccess),
      },
      rushing: {
        lineYards: shown(line),
        secondLevelYards: shown(secondLevel),
        openFieldYards: shown(openField),
        highlightYards: shown(highlight),
      },
      explosiveness: shown(explosive),
    }
  }
  const [made, allowed] = [side('offense'), side('defense')]
  return {
    year,
    teamId: school.id,
    team: school.name,
    conference: school.conference.name,
    epa: made.epa,
    epaAllowed: allowed.epa,
    successRate: made.successRate,
    successRateAllowed: allowed.successRate,
    rushing: made.rushing,
    rushingAllowed: allowed.rushing,
    explosiveness: made.explosiveness,
    explosivenessAllowed: allowed.explosiveness,
  }
}

/** Returns the mean; 0 for an empty list. */
export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
