// Rows of comma-separated files as banks write them: also with semicolons, tabs or bars between the cells, with any
// line ends, and cut off within a cell.
import { type CsvRow, csvRows } from '#provider'

const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]
const maxRowBytes = 64 * 1024

/** The most frequent separator in the first line that is not blank. */
export function separatorOf(beginning: string): Separator {
  const line = beginning.split(/\r\n|\n|\r/).find((one) => one.trim() !== '') ?? ''
  const unquoted = line.replace(/"[^"]*"/g, '')
  const counts = separators.map((separator) => unquoted.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The rows that are not blank, with trimmed cells. Throws `import.invalid` for a row that is too long. */
export async function* rowsOf(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<CsvRow> {
  for await (const { line, cells } of csvRows(repaired(text), { delimiter: separator, maxRowBytes }))
    yield { line, cells: cells.map((cell) => cell.trim()) }
}

/** Line ends become LF, a byte order mark is dropped, and a quotation mark that is open at the end is closed. */
async function* repaired(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true
  let quotes = 0
  let endsInCr = false
  for await (const piece of text) {
    // a line end may be split across chunks
    const rest = endsInCr && piece.startsWith('\n') ? piece.slice(1) : piece
    const lines: string = (isFirst ? rest.replace(/^\uFEFF/, '') : rest).replace(/\r\n?/g, '\n')
    if (piece !== '') endsInCr = piece.endsWith('\r')
    quotes += lines.split('"').length - 1
    isFirst &&= lines === ''
    yield lines
  }
  if (quotes % 2 === 1) yield '"'
}
