// Team statistics in long form: texts for a game, numbers for a season.

import type { RowBytes } from '../answers/row-bytes.ts'
import type { School } from '../league/records.ts'
import { ratio } from '../metrics/tally.ts'
import type { TeamTotals } from '../metrics/team-totals.ts'

type Stat = (totals: TeamTotals) => number

const turnovers: Stat = ({ passesThrownAway, fumblesLost }) => passesThrownAway + fumblesLost
const totalYards: Stat = ({ rushingYards, netPassingYards }) => rushingYards + netPassingYards

/** Sums of a season; a statistic that a game shows as `a-b` has two names here. */
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

/** Names of the statistics of games, in the order of the alphabet. */
export const statCategories: readonly string[] = Object.keys(texts).sort()

export function gameStats(totals: TeamTotals): { category: string; stat: string }[] {
  return Object.entries(texts).map(([category, stat]) => ({ category, stat: stat(totals) }))
}

/** Writes the rows of a team and season, each preceded by a comma. */
export function writeSeasonStats(out: RowBytes, year: number, school: School, totals: TeamTotals, games: number): void {
  const from = out.length
  const [team, conference] = [JSON.stringify(school.name), JSON.stringify(school.conference.name)]
  out.text(`,{"season":${year},"team":${team},"conference":${conference},"statName":`)
  const to = out.length
  out.bytes(gamesText)
  out.number(games)
  for (const { text, stat } of sumTexts) {
    out.byte(rowEnd)
    out.again(from, to)
    out.bytes(text)
    out.number(stat(totals))
  }
  out.byte(rowEnd)
}
const gamesText = Buffer.from('"games","statValue":')
const sumTexts = Object.entries(sums).map(([name, stat]) => ({
  text: Buffer.from(`${JSON.stringify(name)},"statValue":`),
  stat,
}))
const rowEnd = '}'.charCodeAt(0)
