// Columns for lists of people: objects of imported seasons would take as much memory as all plays. A column holds only
// its values, never the rows it was built from.

/** Returns the number of an entry; null if unknown. */
type NumberColumn = (entry: number) => number | null
type ValueColumn<Value> = (entry: number) => Value | undefined

export function numbersOf<Row>(rows: readonly Row[], of: (row: Row) => number | null): NumberColumn {
  return numbersIn(Float64Array.from(rows, (row) => of(row) ?? Number.NaN))
}

/** Reads a column where NaN means null. */
export function numbersIn(column: Float64Array): NumberColumn {
  return (entry) => {
    const value = column[entry]
    return value === undefined || Number.isNaN(value) ? null : value
  }
}

/** Builds a column of values that many rows share. */
export function valuesOf<Row, Value>(rows: readonly Row[], of: (row: Row) => Value): ValueColumn<Value> {
  const pool = [...new Set(rows.map(of))]
  const places = new Map(pool.map((value, at) => [value, at]))
  const own = rows.map((row) => places.get(of(row)) ?? 0)
  return valuesIn(pool, pool.length <= mostPlaces ? Uint16Array.from(own) : Uint32Array.from(own))
}
const mostPlaces = 0x1_0000

function valuesIn<Value>(pool: readonly Value[], column: Uint16Array | Uint32Array): ValueColumn<Value> {
  return (entry) => {
    const place = column[entry]
    return place === undefined ? undefined : pool[place]
  }
}
