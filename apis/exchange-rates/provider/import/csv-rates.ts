// Reads the three CSV forms: the history and the single day (one column per currency) and SDMX data (one row per rate).
import { type DayCollector, quoted, refused } from './day-collector.ts'

/** The longest line of any of the three has below 3,000 characters. */
const lineLimit = 65_536
const months = 'January February March April May June July August September October November December'.split(' ')

type RowReader = (line: number, cells: readonly string[]) => void

/** Reads a file of any of the three forms; the first line tells which. Throws `import.invalid`. */
export async function readCsv(text: AsyncIterable<string>, collector: DayCollector): Promise<void> {
  let readRow: RowReader | undefined
  for await (const { line, content } of linesOf(text)) {
    if (content.trim() === '') continue
    const cells = splitCells(content)
    if (readRow === undefined) readRow = rowReader(cells ?? [content], collector)
    else if (cells === undefined) collector.refuseRow(line, 'a quotation mark is not closed')
    else readRow(line, cells)
  }
}

function rowReader(header: readonly string[], collector: DayCollector): RowReader {
  if (header[0] === 'Date') return wideReader(header, collector)
  if (['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'].every((name) => header.includes(name)))
    return sdmxReader(header, collector)
  throw refused([`line 1: ${quoted(header.join(','))} is not the first line of a file of reference rates`])
}

/** `Date,USD,JPY,…`: `N/A` and nothing mean no rate; header and rows may end in a comma. */
function wideReader(header: readonly string[], collector: DayCollector): RowReader {
  const codes = withoutLastEmpty(header).slice(1)
  if (new Set(codes).size < codes.length) throw refused(['line 1: a currency has two columns'])
  return (line, cells) => {
    const [date = '', ...rates] = withoutLastEmpty(cells, codes.length + 1)
    if (rates.length !== codes.length) {
      collector.refuseRow(line, `${rates.length} rates for ${codes.length} currencies`)
      return
    }
    const day = readDay(date)
    for (const [index, rate] of rates.entries())
      if (rate !== '' && rate !== 'N/A') collector.add(line, { day, code: codes[index] ?? '', rate })
  }
}

/** Series of the exchange-rate data set: only daily spot rates against the euro are reference rates. */
function sdmxReader(header: readonly string[], collector: DayCollector): RowReader {
  const column = new Map(header.map((name, index) => [name, index]))
  const wanted = { FREQ: 'D', CURRENCY_DENOM: 'EUR', EXR_TYPE: 'SP00', EXR_SUFFIX: 'A' }
  return (line, cells) => {
    const cell = (name: string): string => cells[column.get(name) ?? -1] ?? ''
    if (cells.length !== header.length) {
      collector.refuseRow(line, `${cells.length} columns where the first line has ${header.length}`)
      return
    }
    const other = Object.entries(wanted).find(([name, value]) => column.has(name) && cell(name) !== value)
    if (other) collector.refuseRow(line, `${other[0]} is ${quoted(cell(other[0]))}, not ${other[1]}`)
    else if (cell('OBS_VALUE') !== '' && cell('OBS_VALUE') !== 'NaN')
      collector.add(line, { day: cell('TIME_PERIOD'), code: cell('CURRENCY'), rate: cell('OBS_VALUE') })
  }
}

function withoutLastEmpty(cells: readonly string[], longerThan = 0): readonly string[] {
  return cells.length > longerThan && cells.at(-1) === '' ? cells.slice(0, -1) : cells
}

/** `2026-03-20`, or `20 March 2026` as in the file of a single day; anything else is given back as it is. */
function readDay(text: string): string {
  const [, day, name = '', year] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? []
  const month = months.indexOf(name) + 1
  if (day === undefined || month === 0) return text
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Cells without the blanks around them; quotation marks inside a quoted cell stay doubled. Undefined when a quotation mark stays open. */
function splitCells(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim())
  const cells: string[] = []
  const pattern = /(?: *"((?:[^"]|"")*)" *|([^",]*))(,|$)/y
  while (pattern.lastIndex < line.length) {
    const match = pattern.exec(line)
    if (match === null) return undefined
    cells.push(match[1] ?? (match[2] ?? '').trim())
    if (match[3] === '') return cells
  }
  return [...cells, '']
}

/** Lines with their numbers, without their ends. Throws `import.invalid` on a line that is too long. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<{ line: number; content: string }> {
  let rest = ''
  let line = 0
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const content of lines)
      yield { line: ++line, content: content.endsWith('\r') ? content.slice(0, -1) : content }
    if (rest.length > lineLimit) throw refused([`line ${line + 1} is longer than ${lineLimit} characters`])
  }
  if (rest !== '') yield { line: ++line, content: rest }
}
