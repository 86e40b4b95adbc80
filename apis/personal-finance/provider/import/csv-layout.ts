// The layout of a CSV statement: its headings, and the meaning of its columns.
import type { ColumnName } from './csv-headings.ts'
import type { Separator } from './csv-rows.ts'
import type { StatementDate } from './dates.ts'

/** Columns by content: all that a heading names, likelier ones first. */
export type Columns = { readonly [K in ColumnName]: readonly number[] } & {
  /** Fees already deducted from a net amount. */
  readonly deducted: readonly number[]
  /** Amounts before those fees. */
  readonly gross: readonly number[]
  /** Days besides that of the transaction. */
  readonly otherDate: readonly number[]
}

export interface Layout {
  readonly separator: Separator
  /** Line of the header row. */
  readonly line: number
  /** Headings of the file. */
  readonly names: readonly string[]
  readonly columns: Columns
  /** The currency that a line above the headings states, lower-case. */
  readonly currency: string | undefined
  /** Dates in the lines above the headings, such as the period of the statement. */
  readonly headDates: readonly StatementDate[]
  /** The column with the accounts of double-entry books; undefined for an ordinary statement. */
  readonly books: number | undefined
}
