// All rates in memory, as one table of numbers with sorted days, so that the nearest publication day is a binary
// search. Immutable: a new import builds a new one.
import { byKey, mapInSteps } from '#provider'

/** About 7,000 days and 43 currencies have been published since 1999: the bounds leave room for fifty more years. */
export const maxDays = 20_000
export const maxCurrencies = 64

/** One stored day: units of each currency for one euro. */
export interface Day {
  readonly day: string
  readonly rates: Readonly<Record<string, number>>
}

export interface RateIndex {
  /** Days ascending. */
  readonly days: readonly string[]
  /** Every currency that occurs, and EUR, ascending. */
  readonly codes: readonly string[]
  /** Whether the figures are the sample. */
  readonly isSample: boolean
  /** Units for one euro on the day at that position; undefined when not published then, and always for EUR. */
  rate(position: number, code: string): number | undefined
  /** Position of the newest day up to and including a day; -1 when there is none. */
  positionUpTo(day: string): number
}

/**
 * Days may come in any order, each once. Beyond the bounds the oldest days and the last currencies are left out. Yields
 * to the event loop.
 */
export async function createRateIndex(unsorted: readonly Day[], isSample: boolean): Promise<RateIndex> {
  const sorted = unsorted.toSorted(byKey(({ day }) => day)).slice(-maxDays)
  const found = new Set<string>()
  await mapInSteps(sorted, ({ rates }) => {
    for (const code in rates) found.add(code)
  })
  const currencies = [...found].sort().slice(0, maxCurrencies)
  const columns = new Map(currencies.map((code, column) => [code, column]))
  const table = new Float64Array(sorted.length * currencies.length).fill(Number.NaN)
  await mapInSteps(sorted.entries(), ([row, { rates }]) => {
    for (const code in rates) {
      const column = columns.get(code)
      if (column !== undefined) table[row * currencies.length + column] = rates[code] ?? Number.NaN
    }
  })
  const days = sorted.map(({ day }) => day)
  return {
    days,
    codes: [...currencies, 'EUR'].sort(),
    isSample,
    rate(position, code) {
      const column = columns.get(code)
      const value = column === undefined ? undefined : table[position * currencies.length + column]
      return value === undefined || Number.isNaN(value) ? undefined : value
    },
    positionUpTo: (day) => countUpTo(days, day) - 1,
  }
}

/** How many of the sorted days are not later than a day. */
function countUpTo(days: readonly string[], day: string): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] ?? '') <= day) low = middle + 1
    else high = middle
  }
  return low
}
