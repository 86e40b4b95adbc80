// Probabilities that statements match a text, by the words they share. Counting words is not certain, so the
// probabilities avoid certainty.
import { meaningfulStems } from '../text/words.ts'

/** The stems of what is judged, read once for all questions. */
export type Evidence = ReadonlySet<string>
const longestText = 40_000

export const readEvidence = (text: string): Evidence => new Set(meaningfulStems(text.slice(0, longestText)))

/** Returns the support of an option, which rises with its share of words in the text; 0 without any. */
export function support(evidence: Evidence, option: string): number {
  const stems = [...new Set(meaningfulStems(option))]
  return (2 * stems.filter((stem) => evidence.has(stem)).length) / Math.sqrt(stems.length + 1)
}

/** Probability that a statement or question is true. */
export const likelihood = (evidence: Evidence, statement: string): number =>
  rounded(1 / (1 + Math.exp(0.8 - support(evidence, statement))))

/** Probabilities of alternatives, which add up to 1 to six digits. */
export function shares(supports: readonly number[]): number[] {
  const most = Math.max(...supports)
  const weights = supports.map((value) => Math.exp(1.5 * (value - most)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = weights.map((weight) => rounded(weight / all))
  // the likeliest gets the rounding remainder
  const best = indexOfMost(parts)
  const others = parts.reduce((sum, part, at) => (at === best ? sum : sum + part), 0)
  return parts.map((part, at) => (at === best ? rounded(1 - others) : part))
}

export function indexOfMost(values: readonly number[]): number {
  return values.reduce((best, value, at) => (value > (values[best] ?? Number.NEGATIVE_INFINITY) ? at : best), 0)
}
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
