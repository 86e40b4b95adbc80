// Tables and text for people. Server data is sanitised first: a name must not move the terminal's cursor.
import { stripVTControlCharacters, styleText } from 'node:util'

export interface Column {
  readonly title: string
  /** Numbers are aligned to the right. */
  readonly right?: boolean
}
export interface TableOptions {
  /** Bold titles. */
  readonly styled?: boolean
}

/** Rows under aligned titles, two spaces between columns, each line ended. Nothing is cut. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): string {
  const cells = rows.map((row) => columns.map((_column, at) => clean(row[at] ?? '')))
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...cells.map((row) => widthOf(row[at] ?? ''))))
  const line = (row: readonly string[]) =>
    columns
      .map(({ right }, at) =>
        pad(row[at] ?? '', { width: widths[at] ?? 0, right: right === true, last: at === columns.length - 1 }),
      )
      .join('  ')
  const head = line(columns.map(({ title }) => title))
  return `${[options.styled ? styleText('bold', head) : head, ...cells.map(line)].map((text) => text.trimEnd()).join('\n')}\n`
}

/** Names and values, one pair per line, the values aligned. */
export function pairs(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${clean(value)}\n`).join('')
}

/** The string on one line, without control characters (C0, DEL, C1) and escape sequences. */
export function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
}

/** The string without anything that would move the cursor; line breaks and tabs stay. */
export function cleanLines(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}

function pad(text: string, cell: { width: number; right: boolean; last: boolean }): string {
  const gap = ' '.repeat(Math.max(0, cell.width - widthOf(text)))
  if (cell.right) return gap + text
  return cell.last ? text : text + gap
}

/** Columns that a string takes: East Asian wide characters and emoji take two (Unicode TR 11), combining marks none. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    if (/\p{Mark}/u.test(character)) continue
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1
  }
  return width
}
