// Figures over rounds. A round measures every contender once, so ratios are computed within a round, under the same
// conditions, and then the median over the rounds.

/** A figure over rounds. */
export interface Figure {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** Returns undefined without values. */
export function figureOf(values: readonly number[]): Figure | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const [least] = sorted
  const most = sorted.at(-1)
  if (least === undefined || most === undefined) return undefined
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? least
  const lower = sorted[Math.ceil(middle) - 1] ?? least
  return { median: (lower + upper) / 2, least, most }
}

/** Computes ratios within rounds. */
export function ratioOf(values: readonly number[], others: readonly number[]): Figure | undefined {
  return figureOf(values.flatMap((value, round) => (others[round] ? [value / others[round]] : [])))
}

/** Returns the value below which the given share of all values falls. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
