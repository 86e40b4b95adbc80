// Selects the cheapest few entries of a list; among equals the first wins. Faster than sorting the whole list.
import { present } from '#define/present'

export interface Best {
  /** Number of entries with a cost. */
  readonly count: number
  /** Indexes in the list, best first. */
  readonly indexes: readonly number[]
}

/** Returns the best entries; `costOf` returns Infinity for entries that do not qualify. */
export function bestOf(length: number, limit: number, costOf: (index: number) => number): Best {
  const indexes: number[] = []
  const costs: number[] = []
  let count = 0
  for (let index = 0; index < length; index++) {
    const cost = costOf(index)
    if (cost === Number.POSITIVE_INFINITY) continue
    count++
    if (indexes.length === limit && (limit === 0 || cost >= present(costs.at(-1)))) continue
    let at = indexes.length === limit ? limit - 1 : indexes.length
    for (; at > 0 && present(costs[at - 1]) > cost; at--) {
      costs[at] = present(costs[at - 1])
      indexes[at] = present(indexes[at - 1])
    }
    costs[at] = cost
    indexes[at] = index
  }
  return { count, indexes }
}
