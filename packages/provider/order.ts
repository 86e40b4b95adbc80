// Orders for `sort` and `toSorted`. Strings compare by UTF-16 code units, never by locale, so the order is the same on
// every machine and in every database with a binary collation.

export type Compare<T> = (one: T, other: T) => number

/** Ascending numbers or strings. */
export function compare<T extends number | string>(one: T, other: T): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Ascending order by the result of `keyOf`: `rows.toSorted(byKey(({ id }) => id))`. */
export function byKey<T>(keyOf: (item: T) => number | string): Compare<T> {
  return (one, other) => compare(keyOf(one), keyOf(other))
}

/** The reverse of an order. */
export function descending<T>(order: Compare<T>): Compare<T> {
  return (one, other) => order(other, one)
}

/** Sorts by the first order, ties by the next one, and so on. */
export function inOrder<T>(...orders: readonly Compare<T>[]): Compare<T> {
  return (one, other) => {
    for (const order of orders) {
      const result = order(one, other)
      if (result !== 0) return result
    }
    return 0
  }
}
