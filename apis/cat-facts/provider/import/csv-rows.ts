// Reads comma-separated values with a first line of names (RFC 4180): cells may be quoted, and quoted cells may hold commas,
// line ends and doubled quotation marks. Streams; only one row is held at a time.
import { refused } from './cat-collector.ts'

const rowLimit = 100_000

export interface CsvRow {
  /** Line on which it begins, from 1. */
  readonly line: number
  /** Cells by the names of the first line. */
  readonly cells: Readonly<Record<string, string>>
  /** What is wrong with the row; then it has no cells. */
  readonly problem?: string
}

/** The rows below the first line. Throws `import.invalid` when a quotation mark stays open or a row is endless. */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let names: readonly string[] | undefined
  for await (const { line, cells } of rows(text)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (names) yield namedRow(line, names, cells)
    else names = cells.map((name) => name.trim().toLowerCase())
  }
}

function namedRow(line: number, names: readonly string[], cells: readonly string[]): CsvRow {
  if (cells.length !== names.length)
    return { line, cells: {}, problem: `${cells.length} cells where the first line has ${names.length}` }
  const named: Record<string, string> = Object.create(null)
  for (const [at, name] of names.entries()) named[name] = cells[at] ?? ''
  return { line, cells: named }
}

interface Reading {
  line: number
  begun: number
  cells: string[]
  cell: string
  quoted: boolean
  /** A quotation mark inside a quoted cell: the next character tells whether it ends the cell. */
  closing: boolean
  held: number
}

async function* rows(text: AsyncIterable<string>): AsyncGenerator<{ line: number; cells: string[] }> {
  const state: Reading = { line: 1, begun: 1, cells: [], cell: '', quoted: false, closing: false, held: 0 }
  for await (const piece of text) {
    for (const character of piece) {
      if (!endsRow(character, state)) continue
      yield { line: state.begun, cells: endRow(state) }
    }
  }
  if (state.quoted && !state.closing) throw refused([`line ${state.begun}: a quotation mark is not closed`])
  if (state.cell !== '' || state.cells.length > 0) yield { line: state.begun, cells: endRow(state) }
}

/** Takes one character; true at the end of a row. */
function endsRow(character: string, state: Reading): boolean {
  if (character === '\n') state.line += 1
  state.held += 1
  if (state.held > rowLimit) throw refused([`line ${state.begun}: the row has more than ${rowLimit} characters`])
  if (state.closing) {
    state.closing = false
    if (character === '"') {
      state.cell += character
      return false
    }
    state.quoted = false
  }
  if (state.quoted) {
    if (character === '"') state.closing = true
    else state.cell += character
  } else if (character === '"' && state.cell === '') state.quoted = true
  else if (character === ',') {
    state.cells.push(state.cell)
    state.cell = ''
  } else if (character === '\n') return true
  else if (character !== '\r') state.cell += character
  return false
}

function endRow(state: Reading): string[] {
  const cells = [...state.cells, state.cell]
  Object.assign(state, { begun: state.line, cells: [], cell: '', quoted: false, closing: false, held: 0 })
  return cells
}
