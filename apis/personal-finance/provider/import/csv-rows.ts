// Rows of comma-separated files (RFC 4180), also with semicolons, tabs or bars between the cells.
import { linesOf } from './text.ts'

export interface Row {
  /** Line on which it begins. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Lines of one row at most, where a quoted cell goes over several. */
const rowLines = 50
const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** The separator that stands most often in the first line with anything in it. */
export function separatorOf(beginning: string): Separator {
  const line = beginning.split(/\r\n|\n|\r/).find((one) => one.trim() !== '') ?? ''
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = separators.map((separator) => bare.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Rows with anything in them. */
export async function* rowsOf(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<Row> {
  let open: { line: number; content: string; lines: number } | undefined
  for await (const { number, content } of linesOf(text)) {
    const row: { line: number; content: string; lines: number } = open
      ? { ...open, content: `${open.content}\n${content}`, lines: open.lines + 1 }
      : { line: number, content: number === 1 ? content.replace(/^\uFEFF/, '') : content, lines: 1 }
    // a cell whose quotation mark is open goes on in the next line; one that never closes is read as it stands
    const isOpen = (row.content.split('"').length - 1) % 2 === 1
    open = isOpen && row.lines < rowLines ? row : undefined
    if (!open && row.content.trim() !== '') yield { line: row.line, cells: cellsOf(row.content, separator) }
  }
  if (open) yield { line: open.line, cells: cellsOf(open.content, separator) }
}

function cellsOf(content: string, separator: Separator): string[] {
  const cells: string[] = []
  let at = 0
  while (at <= content.length) {
    const quoted = content[at] === '"'
    const end = quoted ? closingQuote(content, at + 1) : content.indexOf(separator, at)
    const stop = end < 0 ? content.length : end
    cells.push(
      quoted
        ? content
            .slice(at + 1, stop)
            .replaceAll('""', '"')
            .trim()
        : content.slice(at, stop).trim(),
    )
    const next = quoted ? content.indexOf(separator, stop) : stop
    if (next < 0 || next >= content.length) break
    at = next + 1
  }
  return cells
}

function closingQuote(content: string, from: number): number {
  for (let at = content.indexOf('"', from); at >= 0; at = content.indexOf('"', at)) {
    if (content[at + 1] !== '"') return at
    at += 2
  }
  return -1
}
