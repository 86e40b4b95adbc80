// Values of rows as small numbers: a filter is evaluated once for each distinct value and then looked up for each row.
import { present } from '#define/present'

export interface Column<V> {
  /** Index into `values`, by row. */
  readonly codes: Int32Array
  readonly values: readonly V[]
}

export function columnOf<T, V>(rows: readonly T[], fieldOf: (row: T, index: number) => V): Column<V> {
  const values: V[] = []
  const known = new Map<V, number>()
  const codes = Int32Array.from(rows, (row, index) => {
    const value = fieldOf(row, index)
    const code = known.get(value) ?? values.push(value) - 1
    known.set(value, code)
    return code
  })
  return { codes, values }
}

/** Rows of each value, for members with several values. */
export type Postings = ReadonlyMap<string, readonly number[]>

export function postingsOf<T>(rows: readonly T[], fieldsOf: (row: T) => readonly string[] | undefined): Postings {
  const postings = new Map<string, number[]>()
  for (const [index, row] of rows.entries())
    for (const value of new Set(fieldsOf(row))) {
      const list = postings.get(value)
      if (list) list.push(index)
      else postings.set(value, [index])
    }
  return postings
}

/** A selection of rows: 1 for a selected row, 0 for any other. */
export type Mask = Uint8Array

/** Keeps the rows with a wanted value. */
export function narrow<V>(mask: Mask, { codes, values }: Column<V>, isWanted: (value: V) => boolean): void {
  const wanted = Uint8Array.from(values, (value) => (isWanted(value) ? 1 : 0))
  if (!wanted.includes(0)) return
  for (let row = 0; row < codes.length; row++) if (wanted[present(codes[row])] === 0) mask[row] = 0
}

/** Keeps the rows that another mask also selects. */
export function intersect(mask: Mask, other: Mask): void {
  for (let row = 0; row < mask.length; row++) if (other[row] === 0) mask[row] = 0
}

/** Returns the mask of these rows; negative numbers are skipped. */
export function maskOf(length: number, rows: Iterable<number>): Mask {
  const mask = new Uint8Array(length)
  for (const row of rows) if (row >= 0) mask[row] = 1
  return mask
}
