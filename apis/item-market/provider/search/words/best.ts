// The best few of many by cost: what comes first in the list wins among equals. Costs less than sorting all of them.

export interface Best {
  /** How many there were. */
  readonly count: number
  /** Places in the list, best first. */
  readonly places: readonly number[]
}

/** `costOf` gives Infinity for what is out of the question. */
export function bestOf(length: number, limit: number, costOf: (place: number) => number): Best {
  const places: number[] = []
  const costs: number[] = []
  let count = 0
  for (let place = 0; place < length; place++) {
    const cost = costOf(place)
    if (cost === Number.POSITIVE_INFINITY) continue
    count++
    if (places.length === limit && cost >= (costs.at(-1) ?? 0)) continue
    let at = places.length === limit ? limit - 1 : places.length
    for (; at > 0 && (costs[at - 1] ?? 0) > cost; at--) {
      costs[at] = costs[at - 1] ?? 0
      places[at] = places[at - 1] ?? 0
    }
    costs[at] = cost
    places[at] = place
  }
  return { count, places }
}
