// Collects the rates of an import file by day, in any order, and validates each one.
import type { ImportCounts } from '#define/imports'
import { byKey, isDay } from '#provider'
import { createImportProblems, excerpt, invalidImport } from '#provider/import'
import { firstDay } from '../../model/calendar.ts'
import type { Day } from '../../model/day.ts'
import { maxCurrencies, maxDays } from '../rates/rate-index.ts'

const ratesPerReport = 10_000

/** One rate as written in the file: units of the currency for one euro. */
interface RateCells {
  readonly day: string
  readonly code: string
  readonly rate: string
}
export interface DayCollector {
  /** Adds one rate. Throws like `refuseRow`. */
  add(line: number, cells: RateCells): void
  /** Records a problem with a row; throws `import.invalid` when there are too many. */
  refuseRow(line: number, problem: string): void
  /** Returns the days, ascending. Throws `import.invalid` if a row was refused or no rate was added. */
  finish(): Day[]
  counts(): ImportCounts
}
interface DayCollectorOptions {
  /** The latest valid day. */
  readonly today: string
  readonly progress: (counts: ImportCounts) => void
}

export function createDayCollector({ today, progress }: DayCollectorOptions): DayCollector {
  const columns = new Map<string, number>()
  const days = new Map<string, Float64Array>()
  const problems = createImportProblems()
  let rateCount = 0

  const refuseRow = (line: number, problem: string) => problems.add(`line ${line}`, problem)
  const counts = () => ({ days: days.size, rates: rateCount })

  return {
    refuseRow,
    counts,
    add(line, cells) {
      const problem = problemOf(cells, today)
      if (problem !== undefined) {
        refuseRow(line, problem)
        return
      }
      const column = columns.get(cells.code) ?? columns.size
      if (column >= maxCurrencies) throw invalidImport(`line ${line}: more than ${maxCurrencies} currencies`)
      columns.set(cells.code, column)
      const row = days.get(cells.day) ?? new Float64Array(maxCurrencies)
      if (!days.has(cells.day) && days.size >= maxDays) throw invalidImport(`line ${line}: more than ${maxDays} days`)
      days.set(cells.day, row)
      const rate = Number(cells.rate)
      const previous = row[column]
      if (previous !== 0 && previous !== rate) {
        refuseRow(line, `${cells.code} on ${cells.day} appears twice with different rates`)
        return
      }
      row[column] = rate
      rateCount += 1
      if (rateCount % ratesPerReport === 0) progress(counts())
    },
    finish() {
      problems.throwIfAny()
      if (rateCount === 0) throw invalidImport('it holds no rates')
      return [...days].map(([day, row]) => ({ day, rates: ratesOf(row, columns) })).sort(byKey(({ day }) => day))
    },
  }
}

function ratesOf(row: Float64Array, columns: ReadonlyMap<string, number>): Record<string, number> {
  const rates: Record<string, number> = {}
  for (const [code, column] of columns) {
    const rate = row[column]
    if (rate) rates[code] = rate
  }
  return rates
}

function problemOf({ day, code, rate }: RateCells, today: string): string | undefined {
  if (!isDay(day)) return `${excerpt(day)} is not a day`
  if (day < firstDay) return `${day} is before the first reference rates of ${firstDay}`
  if (day > today) return `${day} is in the future`
  if (!/^[A-Z]{3}$/.test(code) || code === 'EUR') return `${excerpt(code)} is not a currency other than the euro`
  if (!/^\d{1,9}(\.\d{1,12})?$/.test(rate) || Number(rate) === 0) return `${excerpt(rate)} is not a rate`
  return undefined
}
