// Lines of invented books, which know the strengths of the schools approximately.

import { marginDeviation, normalShare } from '../model/metrics/win-probability.ts'
import type { BookLine, Fixture, School } from '../model/records.ts'
import { createRandom, hash } from './draws.ts'
import { strengthOf } from './schools.ts'
import { books } from './words.ts'

const topic = 31
/** Points of home advantage. */
const homeAdvantage = 2.5
/** Average points of both teams in a game. */
const usualTotal = 54.5

type Drawn = Pick<Fixture, 'id' | 'season' | 'home' | 'away' | 'neutral'>

/** Returns the expected margin of the home team. */
export function expectedMargin({ season, home, away, neutral }: Omit<Drawn, 'id'>): number {
  return strengthOf(home, season) - strengthOf(away, season) + (neutral ? 0 : homeAdvantage)
}

/** Returns one line of each book and their consensus; empty for games of two lower-division schools. */
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

/** Returns American odds with the book's margin. */
function moneyline(chance: number): number {
  const sold = Math.min(0.985, Math.max(0.015, chance + 0.02))
  const odds = sold >= 0.5 ? (-100 * sold) / (1 - sold) : (100 * (1 - sold)) / sold
  return Math.round(odds / 5) * 5
}

function half(value: number): number {
  return Math.round(value * 2) / 2 || 0
}
