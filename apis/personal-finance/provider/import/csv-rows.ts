// Reads rows of CSV files as banks write them: also with semicolons, tabs or bars between cells, any line ends,
// truncated cells, and unescaped quotation marks. A parser of RFC 4180 refuses such files or reads the rest of them as
// one cell.
import { present } from '#define/present'
import { type Line, linesOf } from './lines.ts'

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

export interface Row {
  /** First line of the row, from 1. */
  readonly line: number
  /** Trimmed cells. */
  readonly cells: readonly string[]
}

/** Line limit of a quoted cell. A quotation mark that is not closed within it is an ordinary character. */
const maxRowLines = 16

/** Yields the rows that are not blank. Throws `import.invalid` for a line that is too long. */
export async function* rowsOf(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<Row> {
  const lines: Line[] = []
  for await (const line of linesOf(text)) if (lines.push(line) > maxRowLines) yield* rowAt(lines, separator)
  while (lines.length > 0) yield* rowAt(lines, separator)
}

/** Returns a cell of a row; empty if the row is too short, or without a column. */
export function cellOf(cells: readonly string[], at: number | undefined): string {
  return at === undefined || at >= cells.length ? '' : present(cells[at])
}

/** Consumes the lines of the next row. */
function* rowAt(lines: Line[], separator: Separator): Generator<Row> {
  const { cells, used } = cellsAt(lines, separator)
  const [first] = lines.splice(0, used)
  const trimmed = cells.map(trimmedCell)
  if (first && trimmed.some((cell) => cell !== '')) yield { line: first.number, cells: trimmed }
}

/** Returns a cell without NUL, marks of the writing direction around it, and the form `="text"` of spreadsheets. */
function trimmedCell(cell: string): string {
  const text = cell.replaceAll('\0', '').trim()
  const plain = /^[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(text)
    ? text.replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
    : text
  return plain.startsWith('="') && plain.endsWith('"') ? plain.slice(2, -1).trim() : plain
}

function cellsAt(lines: readonly Line[], separator: Separator): { cells: string[]; used: number } {
  const cells: string[] = []
  let used = 1
  /** True once a search for the end has failed: repeated searches would take quadratic time. */
  let isOpen = false
  let text = lines[0]?.content ?? ''
  for (let at = 0; at <= text.length; ) {
    const opening = quoteAt(text, at, separator)
    const quoted: QuotedCell | undefined =
      opening === undefined || isOpen ? undefined : quotedCell(lines, { text, at: opening + 1, used, separator })
    isOpen ||= opening !== undefined && !quoted
    if (quoted) {
      cells.push(quoted.cell)
      ;({ text, at, used } = quoted)
      continue
    }
    const end = text.indexOf(separator, at)
    const cell = text.slice(opening === undefined ? at : opening + 1, end < 0 ? undefined : end)
    cells.push(cell)
    at = end < 0 ? text.length + 1 : end + 1
  }
  return { cells, used }
}

/** Returns the index of a quotation mark that begins a cell; blanks may precede it. */
function quoteAt(text: string, from: number, separator: Separator): number | undefined {
  let at = from
  while (text[at] === ' ' || (text[at] === '\t' && separator !== '\t')) at++
  return text[at] === '"' ? at : undefined
}

interface Position {
  readonly text: string
  /** Position after the opening quotation mark. */
  readonly at: number
  readonly used: number
  readonly separator: Separator
}

interface QuotedCell {
  readonly cell: string
  /** Text and position at which the row continues. */
  readonly text: string
  readonly at: number
  readonly used: number
}

/** Returns a cell up to the quotation mark before a separator or line end; undefined if it is not closed. */
function quotedCell(lines: readonly Line[], position: Position): QuotedCell | undefined {
  const { separator } = position
  let { text, at, used } = position
  let cell = ''
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) {
      const next = lines[used]
      if (!next) return undefined
      cell += `${text.slice(at)}\n`
      text = next.content
      at = 0
      used++
      continue
    }
    cell += text.slice(at, quote)
    at = quote + 1
    if (text[at] === '"') {
      cell += '"'
      at++
      continue
    }
    const end = at + blanksAt(text, at)
    if (end === text.length || text[end] === separator) return { cell, text, at: end + 1, used }
    // a later line begins a quoted cell, so this one was never closed
    if (used > position.used && (quote === 0 || text[quote - 1] === separator)) return undefined
    cell += '"'
  }
}

function blanksAt(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at++
  return at - from
}
