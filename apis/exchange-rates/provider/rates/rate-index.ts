// All rates in memory, in one table of numbers with sorted days, so that the nearest publication day is a binary
// search. Immutable: an import builds a new index.
import { present } from '#define/present'
import { byKey, mapInSteps } from '#provider'
import type { Day } from '../../model/day.ts'

/** About 7,000 days and 43 currencies have been published since 1999: the bounds leave room for fifty more years. */
export const maxDays = 20_000
export const maxCurrencies = 64

export interface RateIndex {
  /** The days, ascending. */
  readonly days: readonly string[]
  /** All currencies of the data and EUR, in ascending order. */
  readonly codes: readonly string[]
  /** True if the figures are the sample. */
  readonly isSample: boolean
  /** Returns units for one euro on the day at a position; undefined if not published then, and always for EUR. */
  rate(position: number, code: string): number | undefined
  /** Returns the position of the newest day up to and including a day; -1 if there is no such day. */
  positionUpTo(day: string): number
}

/**
 * Builds the index from days in any order, each once. Beyond the bounds the oldest days and the last currencies are
 * left out. Yields to the event loop.
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

/** Returns the number of sorted days up to and including a day. */
function countUpTo(days: readonly string[], day: string): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (present(days[middle]) <= day) low = middle + 1
    else high = middle
  }
  return low
}
