// Classifies the pattern of an item in collectors' terms: phase, fade, marble fade or blue gem, from its paint and seed
// (SOURCES 2).

import { phaseOf } from '../../catalogue/phases.ts'
import { blueGemTier } from './blue-gems.ts'
import { type FadeFamily, fadeOf } from './fade.ts'
import { marbleFadeOf } from './marble-fade.ts'

interface PatternSubject {
  /** The game's name, without the star of knives. */
  readonly weapon: string
  /** Name of the finish, such as `Marble Fade`. */
  readonly finish: string
  readonly paintIndex: number
  readonly seed: number
}
export interface Pattern {
  readonly family: 'doppler' | 'gamma_doppler' | 'marble_fade' | 'case_hardened' | 'heat_treated' | FadeFamily
  /** Name of the class, such as `Ruby`, `98.6% Fade`, `Blue Gem Tier 1`; null if collectors have no name for it. */
  readonly class: string | null
  readonly tier?: number
  /** 80 to 100, exact. */
  readonly percentage?: number
  readonly rank?: number
  /** Origin: the paint alone, a computation from the seed, or a published list. */
  readonly source: 'paint_index' | 'computed' | 'tier_list'
}

const fades: Readonly<Record<string, { family: FadeFamily; word: string }>> = {
  Fade: { family: 'fade', word: 'Fade' },
  'Amber Fade': { family: 'amber_fade', word: 'Amber Fade' },
  'Acid Fade': { family: 'acid_fade', word: 'Acid Fade' },
}

/**
 * Returns the pattern of an item; null for a finish whose patterns are not classified, and for an impossible seed of a
 * classified one.
 */
export function patternOf(subject: PatternSubject): Pattern | null {
  const { weapon, finish, paintIndex, seed } = subject
  const phase = phaseOf(paintIndex)
  if (phase) return { family: phase.family, class: phase.name, source: 'paint_index' }
  const fade = fades[finish]
  if (fade) return fadePattern(fade, weapon, seed)
  if (finish === 'Marble Fade') return marblePattern(weapon, seed)
  if (finish === 'Case Hardened') return gemPattern(blueGemTier(weapon, seed))
  // no free list classifies its gems
  if (finish === 'Heat Treated') return { family: 'heat_treated', class: null, source: 'tier_list' }
  return null
}

function fadePattern(
  { family, word }: { family: FadeFamily; word: string },
  weapon: string,
  seed: number,
): Pattern | null {
  const score = fadeOf(family, weapon, seed)
  if (!score) return null
  const { percentage, rank } = score
  return { family, class: `${percentage.toFixed(1)}% ${word}`, percentage, rank, source: 'computed' }
}

function marblePattern(weapon: string, seed: number): Pattern | null {
  const score = marbleFadeOf(weapon, seed)
  if (!score) return null
  const { percentage, rank } = score
  return { family: 'marble_fade', class: score.class ?? null, percentage, rank, source: 'computed' }
}

function gemPattern(tier: 1 | 2 | undefined): Pattern {
  if (tier === undefined) return { family: 'case_hardened', class: null, source: 'tier_list' }
  return { family: 'case_hardened', class: `Blue Gem Tier ${tier}`, tier, source: 'tier_list' }
}
