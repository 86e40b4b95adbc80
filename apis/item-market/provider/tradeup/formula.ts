// The arithmetic of a trade-up: the float of an outcome, and how likely each outcome is (SOURCES 4).

export type Formula = 'normalized' | 'legacy'
/** Range of floats of a skin. */
export interface FloatRange {
  readonly min: number
  readonly max: number
}
export interface InputFloat extends FloatRange {
  readonly float: number
}

/** Where a float lies in the range of its skin, 0 to 1. */
export function normalizedFloat({ float, min, max }: InputFloat): number {
  return Math.min(1, Math.max(0, (float - min) / (max - min)))
}

/**
 * The float of an outcome. Since October 2025 (`normalized`) the places of the inputs within their own ranges are averaged;
 * before (`legacy`) their floats were. The game reckons in 32-bit floats, so its last digit may differ.
 */
export function outcomeFloat(inputs: readonly InputFloat[], outcome: FloatRange, formula: Formula): number {
  const place =
    formula === 'normalized' ? meanOf(inputs.map(normalizedFloat)) : meanOf(inputs.map(({ float }) => float))
  return Math.fround(outcome.min + place * (outcome.max - outcome.min))
}

/**
 * How likely each outcome is: every input stands for one draw of its collection, and a collection's outcomes are alike.
 * `collections` gives inputs and outcomes of each; the answer is one list per collection. Summed up in order they make exactly 1.
 */
export function outcomeProbabilities(collections: readonly { inputs: number; outcomes: number }[]): number[][] {
  const all = collections.reduce((sum, { inputs }) => sum + inputs, 0)
  const lists = collections.map(({ inputs, outcomes }) =>
    Array.from({ length: outcomes }, () => inputs / all / outcomes),
  )
  const last = lists.at(-1)
  const before = lists.flat().slice(0, -1)
  // what rounding lost goes to the last one
  if (last && last.length > 0) last[last.length - 1] = 1 - before.reduce((sum, probability) => sum + probability, 0)
  return lists
}

/** The mean, without the noise that adding up leaves in the last digit. */
export function meanOf(values: readonly number[]): number {
  return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(15))
}
