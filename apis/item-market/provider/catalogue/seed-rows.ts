// Reads a tab-separated file of `seed/` row by row; lines that begin with # are comments.
import { readFileSync } from 'node:fs'

const seed = new URL('../../seed/', import.meta.url)
const [newline, tab, comment] = [10, 9, 35]

/**
 * Yields the fields of each row, so that thirteen thousand rows never exist at once. Each field is decoded separately,
 * because a substring would retain the whole file.
 */
export function* rowsOf(file: string): Generator<string[]> {
  const bytes = readFileSync(new URL(file, seed))
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(newline, start)
    const end = next < 0 ? bytes.length : next
    if (end > start && bytes[start] !== comment) yield fieldsOf(bytes.subarray(start, end))
    start = end + 1
  }
}

function fieldsOf(line: Buffer): string[] {
  const fields: string[] = []
  for (let start = 0; start <= line.length; ) {
    const next = line.indexOf(tab, start)
    const end = next < 0 ? line.length : next
    fields.push(line.toString('utf8', start, end))
    start = end + 1
  }
  return fields
}
