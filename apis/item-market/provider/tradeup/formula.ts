// The arithmetic of a trade-up: the float and the probability of each outcome (SOURCES 4.2, 4.3).

export type Formula = 'normalized' | 'legacy'
/** The float range of a skin. */
interface FloatRange {
  readonly min: number
  readonly max: number
}
interface InputFloat extends FloatRange {
  readonly float: number
}

/** Returns the position of a float in the range of its skin, 0 to 1. */
export function normalizedFloat({ float, min, max }: InputFloat): number {
  return Math.min(1, Math.max(0, (float - min) / (max - min)))
}

/**
 * Returns the float of an outcome. Since October 2025 (`normalized`) the positions of the inputs within their own
 * ranges are averaged; before (`legacy`) their floats were. The game computes in 32-bit floats, so its last digit can
 * differ.
 */
export function outcomeFloat(inputs: readonly InputFloat[], outcome: FloatRange, formula: Formula): number {
  const position =
    formula === 'normalized' ? meanOf(inputs.map(normalizedFloat)) : meanOf(inputs.map(({ float }) => float))
  return Math.fround(outcome.min + position * (outcome.max - outcome.min))
}

/**
 * Returns the probability of each outcome: every input is one draw from its collection, in which all outcomes are
 * equally likely. `collections` has the inputs and outcomes of each; the result is one list per collection. Summed in
 * order they make exactly 1.
 */
export function outcomeProbabilities(collections: readonly { inputs: number; outcomes: number }[]): number[][] {
  const all = collections.reduce((sum, { inputs }) => sum + inputs, 0)
  const lists = collections.map(({ inputs, outcomes }) =>
    Array.from({ length: outcomes }, () => inputs / all / outcomes),
  )
  const last = lists.at(-1)
  const before = lists.flat().slice(0, -1)
  // the last one absorbs the rounding error
  if (last && last.length > 0) last[last.length - 1] = 1 - before.reduce((sum, probability) => sum + probability, 0)
  return lists
}

/** Returns the mean, without the rounding noise of the sum in the last digit. */
export function meanOf(values: readonly number[]): number {
  return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(15))
}
