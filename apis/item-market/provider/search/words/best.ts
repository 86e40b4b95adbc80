// The best few of many by cost; among equals the first in the list wins. Cheaper than sorting all of them.

export interface Best {
  /** How many have a cost. */
  readonly count: number
  /** Indexes in the list, best first. */
  readonly indexes: readonly number[]
}

/** `costOf` returns Infinity for entries that do not qualify. */
export function bestOf(length: number, limit: number, costOf: (index: number) => number): Best {
  const indexes: number[] = []
  const costs: number[] = []
  let count = 0
  for (let index = 0; index < length; index++) {
    const cost = costOf(index)
    if (cost === Number.POSITIVE_INFINITY) continue
    count++
    if (indexes.length === limit && cost >= (costs.at(-1) ?? 0)) continue
    let at = indexes.length === limit ? limit - 1 : indexes.length
    for (; at > 0 && (costs[at - 1] ?? 0) > cost; at--) {
      costs[at] = costs[at - 1] ?? 0
      indexes[at] = indexes[at - 1] ?? 0
    }
    costs[at] = cost
    indexes[at] = index
  }
  return { count, indexes }
}
