// Rows as text with separated values (RFC 4180), with a line of column names.

type Cell = string | number | null | undefined

export function* delimited<Name extends string>(
  names: readonly Name[],
  rows: Iterable<Readonly<Record<Name, Cell>>>,
  separator: ',' | '\t',
): Generator<string> {
  yield `${names.map((name) => cellText(name, separator)).join(separator)}\r\n`
  for (const row of rows) yield `${names.map((name) => cellText(row[name], separator)).join(separator)}\r\n`
}

function cellText(value: Cell, separator: ',' | '\t'): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (separator === '\t') return value.replaceAll(/[\t\r\n]+/g, ' ')
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
