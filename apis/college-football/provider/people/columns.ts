// Columns of lists of people: as objects, those of six seasons would take as much memory as all plays. A column holds
// nothing else, least of all the rows that it was made from.

/** The number of an entry; null for one that has none. */
export type NumberColumn = (entry: number) => number | null
export type ValueColumn<Value> = (entry: number) => Value | undefined

/** Whole numbers of two bytes where all are. */
export function numbersOf<Row>(rows: readonly Row[], of: (row: Row) => number | null): NumberColumn {
  const isNarrow = rows.every((row) => {
    const value = of(row)
    return value === null || (Number.isInteger(value) && Math.abs(value) <= mostNarrow && !Object.is(value, -0))
  })
  if (isNarrow) return narrowNumbersIn(Int16Array.from(rows, (row) => of(row) ?? noNumber))
  return numbersIn(Float64Array.from(rows, (row) => of(row) ?? Number.NaN))
}
const mostNarrow = 0x7fff
const noNumber = -0x8000

function narrowNumbersIn(column: Int16Array): NumberColumn {
  return (entry) => {
    const value = column[entry]
    return value === undefined || value === noNumber ? null : value
  }
}

/** NaN stands for null. */
export function numbersIn(column: Float64Array): NumberColumn {
  return (entry) => {
    const value = column[entry]
    return value === undefined || Number.isNaN(value) ? null : value
  }
}

/** Values that many rows share. */
export function valuesOf<Row, Value>(rows: readonly Row[], of: (row: Row) => Value): ValueColumn<Value> {
  const pool = [...new Set(rows.map(of))]
  const places = new Map(pool.map((value, at) => [value, at]))
  const own = rows.map((row) => places.get(of(row)) ?? 0)
  return valuesIn(pool, pool.length <= mostPlaces ? Uint16Array.from(own) : Uint32Array.from(own))
}
const mostPlaces = 0x1_0000

function valuesIn<Value>(pool: readonly Value[], column: Uint16Array | Uint32Array): ValueColumn<Value> {
  return (entry) => pool[column[entry] ?? -1]
}

/** Texts of which most are different. */
export function textsOf<Row>(rows: readonly Row[], of: (row: Row) => string): (entry: number) => string {
  const texts = rows.map((row) => Buffer.from(of(row)))
  const starts = new Uint32Array(texts.length + 1)
  for (const [entry, text] of texts.entries()) starts[entry + 1] = (starts[entry] ?? 0) + text.length
  return textsIn(Buffer.concat(texts), starts)
}

function textsIn(all: Buffer, starts: Uint32Array): (entry: number) => string {
  return (entry) => all.toString('utf8', starts[entry], starts[entry + 1])
}
