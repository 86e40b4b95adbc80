// Comma-separated values: cells are translated one by one. The separator is detected and kept.
import { inPlaces, type Place } from './places.ts'

const separators = [',', ';', '\t', '|']
/** Number of rows from which the separator is detected. */
const sampledRows = 50

export const translateCsv = inPlaces(function* (text) {
  // Excel names the separator in a line before the rows
  const named = /^sep=([,;\t|])\r?(?:\n|$)/i.exec(text)
  const separator = named?.[1] ?? separatorOf(text)
  for (const cell of cellsIn(text, separator, named?.[0].length)) yield* placesIn(cell, separator)
})

interface Cell {
  readonly start: number
  readonly value: string
  readonly isQuoted: boolean
  readonly endsRow: boolean
}

/**
 * Cells in order. A quotation mark counts at the beginning of a cell and after leading blanks; elsewhere it is text.
 */
function* cellsIn(text: string, separator: string, from = 0): Generator<Cell> {
  const mark = RegExp.escape(separator)
  const cell = new RegExp(`( *)"([^"]*(?:""[^"]*)*)" *(?=[${mark}\\r\\n]|$)|[^${mark}\\r\\n]*`, 'y')
  for (let at = from; at < text.length; at = cell.lastIndex + 1) {
    cell.lastIndex = at
    const [whole = '', blanks = '', quoted] = cell.exec(text) ?? []
    const isQuoted = quoted !== undefined
    const start = isQuoted ? at + blanks.length + 1 : at
    yield { start, value: quoted ?? whole, isQuoted, endsRow: text.charAt(at + whole.length) !== separator }
  }
}

/** The text of a cell, or each of its lines if it has several. */
function* placesIn({ start, value, isQuoted }: Cell, separator: string): Generator<Place> {
  const write = (said: string) => {
    const line = said.replaceAll(/[\r\n]+/g, ' ')
    if (isQuoted) return line.replaceAll('"', '""')
    return line.includes(separator) || line.startsWith('"') ? `"${line.replaceAll('"', '""')}"` : line
  }
  const isFormula = /^\s*=[\p{L}\p{N}\s"'(+@-]/u.test(value)
  for (const { 0: line, index } of value.matchAll(/[^\r\n]+/g)) {
    const place = { start: start + index, end: start + index + line.length, ...(isFormula ? {} : { write }) }
    yield { ...place, text: isQuoted ? line.replaceAll('""', '"') : line }
  }
}

/**
 * The separator that gives most rows the same number of cells, at least two. Of equals, the one followed by the fewest
 * blanks, unlike the commas of sentences. A comma if there is none.
 */
function separatorOf(text: string): string {
  let best = { separator: ',', alike: 0, blanks: 0 }
  for (const separator of separators) {
    const rows = new Map<number, number>()
    let cells = 0
    let count = 0
    let blanks = 0
    for (const { value, endsRow } of cellsIn(text, separator)) {
      cells += 1
      if (value.startsWith(' ')) blanks += 1
      if (!endsRow) continue
      if (cells > 1) rows.set(cells, (rows.get(cells) ?? 0) + 1)
      // a blank line is not a row
      if (cells > 1 || value !== '') count += 1
      cells = 0
      if (count === sampledRows) break
    }
    const alike = Math.max(0, ...rows.values())
    if (alike > best.alike || (alike === best.alike && alike > 0 && blanks < best.blanks))
      best = { separator, alike, blanks }
  }
  return best.separator
}
