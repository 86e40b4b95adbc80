// Reads the three CSV forms: the history and the single day (a column per currency) and SDMX data (a row per rate).
import { present } from '#define/present'
import { type CsvRow, csvRows, excerpt, invalidImport } from '#provider/import'
import type { DayCollector } from './day-collector.ts'

/** The longest row of the three forms has fewer than 3,000 characters. */
const maxRowBytes = 65_536
const months = 'January February March April May June July August September October November December'.split(' ')

type RowReader = (row: CsvRow) => void

/** Reads a file in any of the three forms, which its first row identifies. Throws `import.invalid`. */
export async function readCsv(text: AsyncIterable<string>, collector: DayCollector): Promise<void> {
  let readRow: RowReader | undefined
  for await (const row of csvRows(text, { maxRowBytes, trim: true })) {
    if (readRow) readRow(row)
    else readRow = rowReader(row.cells, collector)
  }
}

function rowReader(header: readonly string[], collector: DayCollector): RowReader {
  if (header[0] === 'Date') return wideReader(header, collector)
  if (['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'].every((name) => header.includes(name)))
    return sdmxReader(header, collector)
  throw invalidImport(`line 1: ${excerpt(header.join(','))} is not the first line of a file of reference rates`)
}

/**
 * Reader of `Date,USD,JPY,…`: `N/A` and an empty cell mean no rate; header and rows can end in a comma (SOURCES 5.2).
 */
function wideReader(header: readonly string[], collector: DayCollector): RowReader {
  const codes = withoutLastEmpty(header).slice(1)
  if (new Set(codes).size < codes.length) throw invalidImport('line 1: a currency has two columns')
  return ({ line, cells }) => {
    const [date = '', ...rates] = withoutLastEmpty(cells, codes.length + 1)
    if (rates.length !== codes.length) {
      collector.refuseRow(line, `${rates.length} rates for ${codes.length} currencies`)
      return
    }
    const day = readDay(date)
    for (const [index, rate] of rates.entries())
      if (rate !== '' && rate !== 'N/A') collector.add(line, { day, code: present(codes[index]), rate })
  }
}

/** Reader of the exchange-rate data set: only daily spot rates against the euro are reference rates (SOURCES 5.4). */
function sdmxReader(header: readonly string[], collector: DayCollector): RowReader {
  const columns = new Map(header.map((name, index) => [name, index]))
  const required = { FREQ: 'D', CURRENCY_DENOM: 'EUR', EXR_TYPE: 'SP00', EXR_SUFFIX: 'A' }
  return ({ line, cells }) => {
    const cell = (name: string): string => {
      const at = columns.get(name)
      return at === undefined ? '' : present(cells[at])
    }
    if (cells.length !== header.length) {
      collector.refuseRow(line, `${cells.length} columns where the first line has ${header.length}`)
      return
    }
    const other = Object.entries(required).find(([name, value]) => columns.has(name) && cell(name) !== value)
    if (other) collector.refuseRow(line, `${other[0]} is ${excerpt(cell(other[0]))}, not ${other[1]}`)
    else if (cell('OBS_VALUE') !== '' && cell('OBS_VALUE') !== 'NaN')
      collector.add(line, { day: cell('TIME_PERIOD'), code: cell('CURRENCY'), rate: cell('OBS_VALUE') })
  }
}

function withoutLastEmpty(cells: readonly string[], longerThan = 0): readonly string[] {
  return cells.length > longerThan && cells.at(-1) === '' ? cells.slice(0, -1) : cells
}

/**
 * Normalises `20 March 2026`, the form of the single-day file, to `2026-03-20`; any other value is returned unchanged.
 */
function readDay(value: string): string {
  const [, day, name = '', year] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(value) ?? []
  const month = months.indexOf(name) + 1
  if (day === undefined || month === 0) return value
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}
