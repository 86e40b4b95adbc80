// Surveys the columns of a CSV file over all of its rows before the import.
import { present } from '#define/present'
import { excerpt, invalidImport } from '#provider/import'
import { parseAmount, unitsUnder } from './amounts.ts'
import { columnsOf, rowsBelow } from './csv-columns.ts'
import { isBooked } from './csv-kinds.ts'
import type { Columns, Layout } from './csv-layout.ts'
import type { DirectionColumn } from './csv-plan.ts'
import { cellOf, type Row } from './csv-rows.ts'
import { isSerialDate, readDate } from './dates.ts'
import { type MarkEvidence, noEvidence, noteMarks } from './decimal-marks.ts'
import { directionsOf } from './directions.ts'

/** Distinct values of a column up to a limit, and the number of rows with a value. */
interface Values {
  readonly different: Set<string>
  filled: number
}
interface Signs {
  positive: number
  negative: number
  /** Number of unsigned positive amounts. */
  unsigned: number
}
export interface Survey {
  /** Rows with a date. */
  readonly rows: number
  /** Evidence by amount column. */
  readonly marks: ReadonlyMap<number, MarkEvidence>
  readonly signs: ReadonlyMap<number, Signs>
  readonly values: readonly Values[]
}

/** Limit of distinct values stored for a column. */
const maxDifferent = 1000

export async function surveyRows(read: () => AsyncIterable<string>, layout: Layout): Promise<Survey> {
  const { columns, names } = layout
  const money = [
    columns.amount,
    columns.gross,
    columns.debit,
    columns.credit,
    columns.fee,
    columns.deducted,
    columns.balance,
  ].flat()
  const marks = new Map(money.map((at) => [at, noEvidence()]))
  const signs = new Map(money.map((at) => [at, noSigns()]))
  const values: Values[] = names.map(() => ({ different: new Set(), filled: 0 }))
  let rows = 0
  const dates: DateForms = { serial: undefined, other: undefined }
  /** The last row without a date, which can be the title of another account. */
  let title: Row | undefined
  for await (const row of rowsBelow(read, layout)) {
    const { line, cells } = row
    if (!isDated(row, layout)) {
      refuseOtherHeadings(row, title, layout)
      title = row
      continue
    }
    title = undefined
    rows++
    refuseSecondAmount(row, layout)
    refuseMixedDates(row, layout, dates)
    for (const [at, seen] of signs) {
      const text = cellOf(cells, at)
      const written = parseAmount(text)
      if (!written) continue
      const evidence = marks.get(at)
      if (evidence) noteMarks(evidence, written, { line, text })
      if (!/[1-9]/.test(written.number)) continue
      seen[written.isNegative ? 'negative' : 'positive']++
      if (!written.hasSign) seen.unsigned++
    }
    for (const [at, column] of values.entries()) {
      const cell = cellOf(cells, at)
      if (cell === '') continue
      column.filled++
      if (column.different.size < maxDifferent) column.different.add(cell)
    }
  }
  return { rows, marks, signs, values }
}

/** Throws `import.invalid` for a row with different amounts under the same heading, of which only one can count. */
function refuseSecondAmount({ line, cells }: Row, { columns, names }: Layout): void {
  const filled = columns.amount.filter((at) => /[1-9]/.test(cellOf(cells, at)))
  const [one, ...others] = filled
  const other = others.find((at) => !isSameAmount(cellOf(cells, at), cellOf(cells, one)))
  if (one === undefined || other === undefined) return
  const shown = (at: number) => `${excerpt(cellOf(cells, at))} under ${excerpt(cellOf(names, at))}`
  throw invalidImport(
    `line ${line} has two amounts, ${shown(one)} and ${shown(other)}. Rename or remove the column that is not in the ` +
      "account's currency",
  )
}

/** Reports whether two cells have a reading in common: `-12.50` and `-12,5 €`. */
function isSameAmount(one: string, other: string): boolean {
  const [first, second] = [one, other].map((cell) => {
    const written = parseAmount(cell)
    return new Set((['.', ','] as const).flatMap((mark) => (written && unitsUnder(written, mark)) ?? []))
  })
  return first !== undefined && second !== undefined && !first.isDisjointFrom(second)
}

/** Lines of the first date as a number of days, and of the first in another form. */
interface DateForms {
  serial: number | undefined
  other: number | undefined
}

/**
 * Throws `import.invalid` for a file with both: a spreadsheet has read some of its dates, possibly with day and month
 * swapped, and left the others.
 */
function refuseMixedDates({ line, cells }: Row, { columns }: Layout, dates: DateForms): void {
  const form = isSerialDate(cellOf(cells, columns.date[0])) ? 'serial' : 'other'
  dates[form] ??= line
  if (dates.serial === undefined || dates.other === undefined) return
  throw invalidImport(
    `line ${dates.serial} has a date as a number of days, but line ${dates.other} has not: a spreadsheet has changed some ` +
      'of the dates. Use the file as the bank sent it',
  )
}

/** Yields the rows below the headings that have a date. */
export async function* bookedRows(read: () => AsyncIterable<string>, layout: Layout): AsyncGenerator<Row> {
  for await (const row of rowsBelow(read, layout)) if (isDated(row, layout)) yield row
}

function isDated({ cells }: Row, { columns }: Layout): boolean {
  return readDate(cellOf(cells, columns.date[0])) !== undefined
}

/** Throws `import.invalid` for headings of another statement; the same headings on each page are none. */
function refuseOtherHeadings({ line, cells }: Row, title: Row | undefined, { names }: Layout): void {
  const isSame = cells.length === names.length && cells.every((cell, at) => cell === names[at])
  if ((isSame && title === undefined) || !columnsOf(cells)) return
  throw invalidImport(
    `line ${line} has headings again (${excerpt(cells.join(' '))}), so the file holds several statements. ` +
      'Import each in a file of its own',
  )
}

/** Returns the columns of statuses: by heading if a value is known, or by their values if one is not booked. */
export function statusColumns({ columns, names }: Layout, { values }: Survey): readonly number[] {
  const named = new Set(Object.values(columns).flat())
  return [...names.keys()].filter((at) => {
    // OK is also a state of America
    const read = [...present(values[at]).different].filter((value) => !/^ok$/i.test(value)).map(isBooked)
    if (columns.status.includes(at)) return read.some((one) => one !== undefined)
    return !named.has(at) && read.includes(false) && !read.includes(undefined)
  })
}

/** Returns the counts of signs of columns together. */
export function signsOf({ signs }: Survey, columns: readonly number[]): Readonly<Signs> {
  const total = noSigns()
  for (const { positive, negative, unsigned } of columns.flatMap((at) => signs.get(at) ?? [])) {
    total.positive += positive
    total.negative += negative
    total.unsigned += unsigned
  }
  return total
}

function noSigns(): Signs {
  return { positive: 0, negative: 0, unsigned: 0 }
}

/** Returns the column with the direction of the money, recognised by its values under any heading. */
export function directionColumn({ columns, names }: Layout, survey: Survey): DirectionColumn | undefined {
  const { rows, values } = survey
  const named = new Set(Object.values(columns).flat())
  const unnamed = [...names.keys()].filter((at) => !named.has(at))
  const hasSigns = signsOf(survey, columns.amount).negative > 0
  const found = [...columns.direction, ...columns.debit, ...columns.credit, ...unnamed].flatMap(
    (at): DirectionColumn[] => {
      const { different, filled } = present(values[at])
      const directions = filled * 10 >= rows * 9 && different.size <= 40 ? directionsOf([...different]) : undefined
      const isLetters = [...different].every((value) => value.length === 1)
      // under another heading, letters or a constant next to signed amounts mean something else
      const isMeant = named.has(at) || (different.size > 1 ? !(isLetters && hasSigns) : !(isLetters || hasSigns))
      return directions && isMeant ? [{ at, directions }] : []
    },
  )
  return found.find(({ directions }) => new Set(directions.values()).size === 2) ?? found[0]
}

/** Returns a value without a known direction in a column of directions: the signs of such a file are unknown. */
export function unknownDirection(columns: Columns, { values }: Survey): { at: number; value: string } | undefined {
  for (const at of columns.direction) {
    const different = [...(values[at]?.different ?? [])]
    if (!different.some((value) => directionsOf([value]))) continue
    // each letter can be known, but not both together
    return { at, value: different.find((value) => !directionsOf([value])) ?? different.join(', ') }
  }
  return undefined
}

/**
 * Returns the column with the user's own account. Numbers are the payee's if they follow the payee and no other column
 * has the payee's, or if some rows have none or most rows another one.
 */
export function ownAccountColumn({ columns }: Layout, { rows, values }: Survey): number | undefined {
  const differentOf = (at: number | undefined) => (at === undefined ? undefined : values[at]?.different) ?? new Set()
  return columns.account.find((at) => {
    const different = [...differentOf(at)]
    if (!different.some((value) => /\d{4}/.test(String(value).replace(/[ .-]/g, '')))) return true
    if (values[at]?.filled !== rows || (rows >= 4 && different.length * 2 > rows)) return false
    const isConstant = different.length === 1 && rows >= 3 && differentOf(columns.payee[0]).size > 1
    const isBehind = [...columns.payee, ...columns.memo].some((described) => described < at)
    return isConstant || columns.payeeAccount.length > 0 || !isBehind
  })
}
