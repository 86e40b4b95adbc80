// Comma-separated values (RFC 4180), streamed: one row is held at a time. Parsed by `csv-parse`; this file adds bounds,
// line numbers and messages.
import { pipeline, Readable } from 'node:stream'
import { createPacer } from '../event-loop.ts'
import { invalidImport } from './problems.ts'

export interface CsvRow {
  /** Line on which the row begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}
export interface NamedCsvRow {
  readonly line: number
  /** Cells by the names of the first row, which are trimmed and in lower case. Without a prototype. */
  readonly cells: Readonly<Record<string, string>>
  /** What is wrong with the row; then it has no cells. */
  readonly problem?: string
}
export interface CsvOptions {
  /** Between the cells; a comma by default. */
  readonly delimiter?: string
  /** Bytes of one row; 100,000 by default. A quotation mark that is never closed ends here. */
  readonly maxRowBytes?: number
  /** Removes blanks around cells, also outside quotation marks. */
  readonly trim?: boolean
}

/**
 * The rows that are not blank. Line ends may be LF or CRLF; quoted cells may hold delimiters, line ends and doubled
 * quotation marks. A quotation mark inside an unquoted cell is an ordinary character. Yields to the event loop every
 * 5 ms. Throws `import.invalid` when a quotation mark is not closed or a row is too long.
 */
export async function* csvRows(text: AsyncIterable<string>, options: CsvOptions = {}): AsyncGenerator<CsvRow> {
  const { delimiter = ',', maxRowBytes = 100_000, trim = false } = options
  // loaded on use: most processes never import a file
  const { parse } = await import('csv-parse')
  /** Lines of the rows that are parsed and not yet read. */
  const lines: number[] = []
  let nextLine = 1
  const parser = parse({
    delimiter,
    trim,
    max_record_size: maxRowBytes,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    on_record(cells) {
      const line = nextLine
      nextLine += 1 + lineEndsIn(cells)
      if (cells.every((cell) => cell.trim() === '')) return undefined
      lines.push(line)
      return cells
    },
  })
  // when the source fails, this destroys the parser with the source's error, and the loop below throws it
  pipeline(Readable.from(text), parser, () => undefined)
  try {
    const pause = createPacer()
    for await (const cells of parser) {
      yield { line: lines.shift() ?? nextLine, cells }
      const pausing = pause()
      if (pausing) await pausing
    }
  } catch (error) {
    throw rowFailure(error, nextLine, maxRowBytes)
  }
}

/** Lines that a row goes over beyond its first: its quoted cells hold their ends. */
function lineEndsIn(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1
  return count
}

/** The rows below the first one, with their cells by the names in it. Throws as `csvRows`. */
export async function* namedCsvRows(
  text: AsyncIterable<string>,
  options: CsvOptions = {},
): AsyncGenerator<NamedCsvRow> {
  let names: readonly string[] | undefined
  for await (const { line, cells } of csvRows(text, options)) {
    if (names) yield namedRow(line, names, cells)
    else names = cells.map((name) => name.trim().toLowerCase())
  }
}

function namedRow(line: number, names: readonly string[], cells: readonly string[]): NamedCsvRow {
  const named: Record<string, string> = Object.create(null)
  if (cells.length !== names.length)
    return { line, cells: named, problem: `${cells.length} cells where the first line has ${names.length}` }
  for (const [at, name] of names.entries()) named[name] = cells[at] ?? ''
  return { line, cells: named }
}

/**
 * Errors of the parser become `import.invalid` with the line on which the row began; those of the source stay as they
 * are.
 */
function rowFailure(error: unknown, line: number, maxRowBytes: number): unknown {
  const code: unknown = Reflect.get(Object(error), 'code')
  if (code === 'CSV_QUOTE_NOT_CLOSED') return invalidImport(`line ${line}: a quotation mark is not closed`, error)
  if (code === 'CSV_MAX_RECORD_SIZE')
    return invalidImport(`line ${line}: the row has more than ${maxRowBytes} bytes`, error)
  return error
}
