// Writes rows as delimited text (RFC 4180), with a line of column names. Texts come from imported files, so a cell that
// begins like a formula is escaped for spreadsheets.

/** A cell; null and undefined are empty. */
export type Cell = string | number | null | undefined

export function* delimited<Name extends string>(
  names: readonly Name[],
  rows: Iterable<Readonly<Record<Name, Cell>>>,
  separator: ',' | '\t',
): Generator<string> {
  yield `${names.map((name) => cellText(name, separator)).join(separator)}\r\n`
  for (const row of rows) yield `${names.map((name) => cellText(row[name], separator)).join(separator)}\r\n`
}

const formulaStart = /^[\s\0]*[=+\-@]/
const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

function cellText(cell: Cell, separator: ',' | '\t'): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const value = formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell
  if (separator === '\t') return value.replaceAll(/[\t\r\n]+/g, ' ')
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
