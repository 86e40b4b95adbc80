// Team statistics in long form: strings for a game, numbers for a season.
import { ratio } from '../../model/metrics/tally.ts'
import type { TeamTotals } from '../../model/metrics/team-totals.ts'

type Stat = (totals: TeamTotals) => number

const turnovers: Stat = ({ passesThrownAway, fumblesLost }) => passesThrownAway + fumblesLost
const totalYards: Stat = ({ rushingYards, netPassingYards }) => rushingYards + netPassingYards

/** Sums of a season; a game statistic of the form `a-b` has two names here. */
const sums: Readonly<Record<string, Stat>> = {
  firstDowns: ({ firstDowns }) => firstDowns,
  fourthDownConversions: ({ fourthDownConversions }) => fourthDownConversions,
  fourthDowns: ({ fourthDowns }) => fourthDowns,
  fumblesLost: ({ fumblesLost }) => fumblesLost,
  fumblesRecovered: ({ fumblesRecovered }) => fumblesRecovered,
  interceptionTDs: ({ interceptionTDs }) => interceptionTDs,
  interceptionYards: ({ interceptionYards }) => interceptionYards,
  interceptions: ({ passesThrownAway }) => passesThrownAway,
  kickReturnTDs: ({ kickReturnTDs }) => kickReturnTDs,
  kickReturnYards: ({ kickReturnYards }) => kickReturnYards,
  kickReturns: ({ kickReturns }) => kickReturns,
  netPassingYards: ({ netPassingYards }) => netPassingYards,
  passAttempts: ({ passAttempts }) => passAttempts,
  passCompletions: ({ passCompletions }) => passCompletions,
  passesIntercepted: ({ passesIntercepted }) => passesIntercepted,
  passingTDs: ({ passingTDs }) => passingTDs,
  penalties: ({ penalties }) => penalties,
  penaltyYards: ({ penaltyYards }) => penaltyYards,
  possessionTime: ({ possessionTime }) => possessionTime,
  puntReturnTDs: ({ puntReturnTDs }) => puntReturnTDs,
  puntReturnYards: ({ puntReturnYards }) => puntReturnYards,
  puntReturns: ({ puntReturns }) => puntReturns,
  rushingAttempts: ({ rushingAttempts }) => rushingAttempts,
  rushingTDs: ({ rushingTDs }) => rushingTDs,
  rushingYards: ({ rushingYards }) => rushingYards,
  sacks: ({ sacks }) => sacks,
  tacklesForLoss: ({ tacklesForLoss }) => tacklesForLoss,
  thirdDownConversions: ({ thirdDownConversions }) => thirdDownConversions,
  thirdDowns: ({ thirdDowns }) => thirdDowns,
  totalYards,
  turnovers,
}

type Text = (totals: TeamTotals) => string
const whole =
  (name: string): Text =>
  (totals) =>
    String(sums[name]?.(totals) ?? 0)
const quotient = (value: number | null): string => (value ?? 0).toFixed(1)

const texts: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(
    [
      ...['rushingTDs', 'passingTDs', 'puntReturnYards', 'puntReturnTDs', 'puntReturns', 'kickReturnYards'],
      ...['kickReturnTDs', 'kickReturns', 'interceptionYards', 'interceptionTDs', 'passesIntercepted'],
      ...['fumblesRecovered', 'tacklesForLoss', 'sacks', 'turnovers', 'fumblesLost', 'interceptions'],
      ...['rushingYards', 'rushingAttempts', 'netPassingYards', 'totalYards', 'firstDowns'],
    ].map((name) => [name, whole(name)]),
  ),
  totalFumbles: ({ fumbles }) => String(fumbles),
  passesDeflected: ({ passesDeflected }) => String(passesDeflected),
  defensiveTDs: ({ defensiveTDs }) => String(defensiveTDs),
  possessionTime: ({ possessionTime }) =>
    `${Math.floor(possessionTime / 60)}:${String(possessionTime % 60).padStart(2, '0')}`,
  totalPenaltiesYards: ({ penalties, penaltyYards }) => `${penalties}-${penaltyYards}`,
  yardsPerRushAttempt: ({ rushingYards, rushingAttempts }) => quotient(ratio(rushingYards, rushingAttempts, 1)),
  yardsPerPass: ({ netPassingYards, passAttempts }) => quotient(ratio(netPassingYards, passAttempts, 1)),
  completionAttempts: ({ passCompletions, passAttempts }) => `${passCompletions}-${passAttempts}`,
  thirdDownEff: ({ thirdDownConversions, thirdDowns }) => `${thirdDownConversions}-${thirdDowns}`,
  fourthDownEff: ({ fourthDownConversions, fourthDowns }) => `${fourthDownConversions}-${fourthDowns}`,
}

/** Names of the game statistics, in alphabetical order. */
export const statCategories: readonly string[] = Object.keys(texts).sort()

export function gameStats(totals: TeamTotals): { category: string; stat: string }[] {
  return Object.entries(texts).map(([category, stat]) => ({ category, stat: stat(totals) }))
}

/** Yields the statistics of a season by name. */
export function* seasonStats(totals: TeamTotals, games: number): Generator<[name: string, value: number]> {
  yield ['games', games]
  for (const [name, stat] of Object.entries(sums)) yield [name, stat(totals)]
}
