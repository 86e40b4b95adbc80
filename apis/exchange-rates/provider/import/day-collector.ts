// Gathers the rates of an import file by day, whatever their order in the file, and checks each one. Nothing is stored
// unless the whole file is right: a wrong row refuses the file and is named by its line.
import { fail } from '#define'
import { firstDay, isDay } from '../calendar.ts'
import { currencyLimit, type Day, dayLimit } from '../rates/rate-index.ts'

const problemLimit = 5
const ratesPerReport = 10_000

export interface DayCollector {
  /** Takes one rate, units of the currency for one euro, as the texts of the file. Throws like `refuseRow`. */
  add(line: number, given: { day: string; code: string; rate: string }): void
  /** Notes what is wrong with a row; throws `import.invalid` when there is too much. */
  refuseRow(line: number, problem: string): void
  /** The days, ascending. Throws `import.invalid` when a row was refused or there is no rate. */
  finish(): Day[]
  counts(): Record<string, number>
}

interface Given {
  readonly today: string
  readonly progress: (counts: Record<string, number>) => void
}

/** `today` is the last day that can have rates. */
export function createDayCollector({ today, progress }: Given): DayCollector {
  const columns = new Map<string, number>()
  const days = new Map<string, Float64Array>()
  const problems: string[] = []
  let rateCount = 0

  const refuseRow = (line: number, problem: string): void => {
    problems.push(`line ${line}: ${problem}`)
    if (problems.length >= problemLimit) throw refused([...problems, 'and perhaps more'])
  }
  const counts = () => ({ days: days.size, rates: rateCount })

  return {
    refuseRow,
    counts,
    add(line, given) {
      const problem = problemOf(given, today)
      if (problem !== undefined) return refuseRow(line, problem)
      const column = columns.get(given.code) ?? columns.size
      if (column >= currencyLimit) throw refused([`line ${line}: more than ${currencyLimit} currencies`])
      columns.set(given.code, column)
      const row = days.get(given.day) ?? new Float64Array(currencyLimit)
      if (!days.has(given.day) && days.size >= dayLimit) throw refused([`line ${line}: more than ${dayLimit} days`])
      days.set(given.day, row)
      const rate = Number(given.rate)
      const before = row[column]
      if (before !== 0 && before !== rate)
        return refuseRow(line, `${given.code} on ${given.day} is given twice with different rates`)
      row[column] = rate
      rateCount += 1
      if (rateCount % ratesPerReport === 0) progress(counts())
    },
    finish() {
      if (problems.length > 0) throw refused(problems)
      if (rateCount === 0) throw refused(['it holds no rates'])
      return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, row]) => ({ day, rates: ratesOf(row, columns) }))
    },
  }
}

/** Says why the file as a whole is refused. */
export function refused(problems: readonly string[]): Error {
  return fail('import.invalid', { reason: problems.join('; ') })
}

/** A piece of the file as it may stand in a message: short, and with nothing that could break a log line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}

function ratesOf(row: Float64Array, columns: ReadonlyMap<string, number>): Record<string, number> {
  const rates: Record<string, number> = {}
  for (const [code, column] of columns) {
    const rate = row[column]
    if (rate) rates[code] = rate
  }
  return rates
}

function problemOf(
  { day, code, rate }: { day: string; code: string; rate: string },
  today: string,
): string | undefined {
  if (!isDay(day)) return `${quoted(day)} is not a day`
  if (day < firstDay) return `${day} is before the first reference rates of ${firstDay}`
  if (day > today) return `${day} is in the future`
  if (!/^[A-Z]{3}$/.test(code) || code === 'EUR') return `${quoted(code)} is not a currency other than the euro`
  if (!/^\d{1,9}(\.\d{1,12})?$/.test(rate) || Number(rate) === 0) return `${quoted(rate)} is not a rate`
  return undefined
}
