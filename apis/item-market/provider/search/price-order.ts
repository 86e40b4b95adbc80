// The order by lowest known price: cheapest first, entries without a price last, equal ones by name.

/** Prices by name, in any unit. The map is a new one whenever prices change. */
type Lowest = ReadonlyMap<string, number>
/** Sorts entries that are in the order of names, which decides between equals. */
type ByPrice = <T>(entries: readonly T[], nameOf: (entry: T) => string, lowest: Lowest) => readonly T[]

/** Creates a sorter that caches the last result for each list of prices. */
export function createPriceOrder(): ByPrice {
  const results = new WeakMap<Lowest, { readonly entries: readonly unknown[]; readonly sorted: readonly unknown[] }>()
  return <T>(entries: readonly T[], nameOf: (entry: T) => string, lowest: Lowest) => {
    const last = results.get(lowest)
    if (last?.entries === entries) return last.sorted as readonly T[] // sorted from this very list
    const priced = entries.map((entry, index) => ({
      entry,
      index,
      price: lowest.get(nameOf(entry)) ?? Number.POSITIVE_INFINITY,
    }))
    priced.sort((a, b) => (a.price === b.price ? a.index - b.index : a.price - b.price))
    const sorted = priced.map(({ entry }) => entry)
    results.set(lowest, { entries, sorted })
    return sorted
  }
}
