// How well statements fit a text, as probabilities: by shared words, similar letters and the feeling of both. It only counts words, so its
// probabilities stay away from certainty.
import { similarity, vectorOf } from '../text/vector.ts'
import { meaningfulStems, wordsOf } from '../text/words.ts'
import { feelingOf, sideOf } from './feelings.ts'

/** What is judged, read once for all questions. */
export interface Evidence {
  readonly text: string
  readonly stems: ReadonlySet<string>
  readonly direction: readonly number[]
  readonly feeling: number
}
const lookedAt = 40_000

export function readEvidence(text: string): Evidence {
  const cut = text.slice(0, lookedAt)
  return { text: cut, stems: new Set(meaningfulStems(cut)), direction: vectorOf(cut), feeling: feelingOf(cut) }
}

/** The more the option is in the text, the higher; 0 where nothing speaks for it. */
export function support(evidence: Evidence, option: string): number {
  const stems = [...new Set(meaningfulStems(option))]
  const shared = stems.filter((stem) => evidence.stems.has(stem)).length
  const near = Math.max(0, similarity(evidence.direction, vectorOf(option.slice(0, 2000))))
  const exact =
    wordsOf(option).length > 0 && ` ${wordsOf(evidence.text).join(' ')} `.includes(` ${wordsOf(option).join(' ')} `)
      ? 1
      : 0
  return 1.5 * exact + (2 * shared) / Math.sqrt(stems.length + 1) + 2 * near + 1.5 * sideOf(option) * evidence.feeling
}

/** Probability that a statement or question is to be affirmed. */
export function likelihood(evidence: Evidence, statement: string): number {
  const isDenied = /\b(?:not|n't|never|no|without|free of)\b/i.test(statement.replace(/\bor not\b/gi, ''))
  const strength = support(evidence, statement) - 0.8
  return rounded(1 / (1 + Math.exp(isDenied ? strength : -strength)))
}

/** Probabilities of alternatives; they add up to 1 exactly as far as six digits go. */
export function shares(supports: readonly number[]): number[] {
  const most = Math.max(...supports)
  const weights = supports.map((value) => Math.exp(1.5 * (value - most)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = weights.map((weight) => rounded(weight / all))
  // what rounding left over goes to the likeliest
  const best = indexOfMost(parts)
  const others = parts.reduce((sum, part, at) => (at === best ? sum : sum + part), 0)
  return parts.map((part, at) => (at === best ? rounded(1 - others) : part))
}

export function indexOfMost(values: readonly number[]): number {
  return values.reduce((best, value, at) => (value > (values[best] ?? Number.NEGATIVE_INFINITY) ? at : best), 0)
}
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
