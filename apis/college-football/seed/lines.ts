// Lines of invented books. They know the strengths of the schools, but not exactly.

import type { BookLine, Fixture, School } from '../provider/league/records.ts'
import { marginDeviation, normalShare } from '../provider/metrics/win-probability.ts'
import { createRandom, hash } from './draws.ts'
import { strengthOf } from './schools.ts'
import { books } from './words.ts'

const topic = 31
/** Points that playing at home is worth. */
export const homeAdvantage = 2.5
/** Points of a game by both teams, on average. */
const usualTotal = 54.5

type Drawn = Pick<Fixture, 'id' | 'season' | 'home' | 'away' | 'neutral'>

/** The expected margin of the home team. */
export function expectedMargin({ season, home, away, neutral }: Omit<Drawn, 'id'>): number {
  return strengthOf(home, season) - strengthOf(away, season) + (neutral ? 0 : homeAdvantage)
}

/** One line of each book and their consensus; none for games of two schools of the lower division. */
export function linesOf(game: Drawn): BookLine[] {
  const isFcs = ({ conference }: School) => conference.classification === 'fcs'
  if (isFcs(game.home) && isFcs(game.away)) return []
  const random = createRandom(hash(topic, game.id))
  const spread = -expectedMargin(game) + 0.9 * random.normal()
  const total = usualTotal + 4 * random.normal()
  const lines = books.map((provider) =>
    lineOf(provider, spread + 0.4 * random.normal(), total + random.normal(), random.normal()),
  )
  return [...lines, lineOf('consensus', spread, total, random.normal())]
}

function lineOf(provider: string, spread: number, total: number, moved: number): BookLine {
  const chance = normalShare(-spread / marginDeviation)
  return {
    provider,
    spread: half(spread),
    spreadOpen: half(spread + moved),
    overUnder: half(total),
    overUnderOpen: half(total - moved),
    homeMoneyline: moneyline(chance),
    awayMoneyline: moneyline(1 - chance),
  }
}

/** American odds with a margin of the book. */
function moneyline(chance: number): number {
  const sold = Math.min(0.985, Math.max(0.015, chance + 0.02))
  const odds = sold >= 0.5 ? (-100 * sold) / (1 - sold) : (100 * (1 - sold)) / sold
  return Math.round(odds / 5) * 5
}

function half(value: number): number {
  return Math.round(value * 2) / 2 || 0
}
