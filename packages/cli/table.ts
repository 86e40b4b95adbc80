// Tables and text for people. Server data is sanitised first: a name must not move the terminal's cursor.
import { stripVTControlCharacters, styleText } from 'node:util'

interface Column {
  readonly title: string
  /** Aligns the column to the right, for numbers. */
  readonly right?: boolean
}
interface TableOptions {
  /** Prints titles in bold. */
  readonly styled?: boolean
}

/** Formats rows under aligned titles, two spaces between columns, with a line break after each. Nothing is cut. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): string {
  const cells = rows.map((row) => columns.map((_column, at) => clean(row.at(at) ?? '')))
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...cells.map((row) => widthOf(row.at(at) ?? ''))),
  )
  const line = (row: readonly string[]) =>
    columns
      .map(({ right }, at) =>
        pad(row.at(at) ?? '', { width: widths.at(at) ?? 0, right: right === true, last: at === columns.length - 1 }),
      )
      .join('  ')
  const head = line(columns.map(({ title }) => title))
  return `${[options.styled ? styleText('bold', head) : head, ...cells.map(line)].map((text) => text.trimEnd()).join('\n')}\n`
}

/** Formats names and values, one pair per line, the values aligned. */
export function pairs(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${clean(value)}\n`).join('')
}

/** Returns the string on one line, without escape sequences, control characters (C0, DEL, C1) and invisible ones. */
export function clean(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(unseen, '')
}

/** The gateway's class of invisible characters (unseen.ts); names created before it was refused there may have them. */
const unseen = /[\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Removes anything that would move the cursor; line breaks and tabs stay. */
export function cleanLines(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}

function pad(text: string, cell: { width: number; right: boolean; last: boolean }): string {
  const gap = ' '.repeat(Math.max(0, cell.width - widthOf(text)))
  if (cell.right) return gap + text
  return cell.last ? text : text + gap
}

/**
 * Returns the columns of a string: two for East Asian wide characters and emoji (Unicode TR 11), none for combining
 * marks.
 */
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
