// Streams comma-separated values (RFC 4180), one row in memory at a time. Parsed by `csv-parse`; this file adds bounds,
// line numbers and messages.
import { pipeline, Readable } from 'node:stream'
import { present } from '#define/present'
import { createPacer } from '../event-loop.ts'
import { invalidImport } from './problems.ts'

export interface CsvRow {
  /** First line of the row, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}
export interface NamedCsvRow {
  readonly line: number
  /** Cells by header, which is trimmed and in lower case. Without a prototype. */
  readonly cells: Readonly<Record<string, string>>
  /** The row's problem; a row with a problem has no cells. */
  readonly problem?: string
}
export interface CsvOptions {
  /** Separator of cells; a comma by default. */
  readonly delimiter?: string
  /** Largest size of a row in bytes; 100,000 by default. An unclosed quotation mark is detected here. */
  readonly maxRowBytes?: number
  /** Removes blanks around cells, including those outside quotation marks. */
  readonly trim?: boolean
}

/**
 * Reads the rows that are not blank. Line ends are LF or CRLF; quoted cells can hold delimiters, line ends and doubled
 * quotation marks. A quotation mark inside an unquoted cell is an ordinary character. Yields to the event loop every
 * 5 ms. Throws `import.invalid` if a quotation mark is not closed, a row is too long, or the text is not CSV.
 */
export async function* csvRows(text: AsyncIterable<string>, options: CsvOptions = {}): AsyncGenerator<CsvRow> {
  const { delimiter = ',', maxRowBytes = 100_000, trim = false } = options
  // loaded on use: most processes never import a file
  const { parse } = await import('csv-parse')
  /** First lines of the rows that are parsed but not yet read. */
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
      await pause()
    }
  } catch (error) {
    throw rowFailure(error, nextLine, maxRowBytes)
  }
}

/** Counts the lines of a row beyond its first: quoted cells contain line ends. */
function lineEndsIn(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1
  return count
}

/** Reads the rows below the header, with their cells by header. Throws as `csvRows` does. */
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
  for (const [at, name] of names.entries()) named[name] = present(cells[at])
  return { line, cells: named }
}

/**
 * Converts errors of the parser to `import.invalid` with the first line of the row; errors of the source are left
 * unchanged.
 */
function rowFailure(error: unknown, line: number, maxRowBytes: number): unknown {
  const { code }: { readonly code?: unknown } = Object(error)
  if (code === 'CSV_QUOTE_NOT_CLOSED') return invalidImport(`line ${line}: a quotation mark is not closed`, error)
  if (code === 'CSV_MAX_RECORD_SIZE')
    return invalidImport(`line ${line}: the row has more than ${maxRowBytes} bytes`, error)
  if (typeof code === 'string' && code.startsWith('CSV_'))
    return invalidImport(`line ${line}: the row is not CSV; a delimiter or the line's end follows a quoted cell`, error)
  return error
}
