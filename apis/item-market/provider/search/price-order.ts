// The order by lowest known price: cheapest first, what has no price last, equals by name.

/** Prices by name, in any unit; another state of the prices is another map. */
export type Lowest = ReadonlyMap<string, number>

interface Ordered {
  readonly entries: readonly unknown[]
  readonly sorted: readonly unknown[]
}
/** The last list that was ordered, for each state of the prices. */
const kept = new WeakMap<Lowest, Ordered>()

/** `entries` come in the order of names, which decides among equals. The same list is ordered once for each state of the prices. */
export function byPrice<T>(entries: readonly T[], nameOf: (entry: T) => string, lowest: Lowest): readonly T[] {
  const last = kept.get(lowest)
  if (last?.entries === entries) return last.sorted as readonly T[] // sorted from the very same list
  const priced = entries.map((entry, index) => ({
    entry,
    index,
    price: lowest.get(nameOf(entry)) ?? Number.POSITIVE_INFINITY,
  }))
  priced.sort((a, b) => (a.price === b.price ? a.index - b.index : a.price - b.price))
  const sorted = priced.map(({ entry }) => entry)
  kept.set(lowest, { entries, sorted })
  return sorted
}
