// Long lists in parts that fit one statement: SQLite takes 32,766 values at once.

const rowsPerStatement = 250

/** The parts of a list, in order. */
export function* chunksOf<T>(list: Iterable<T>, size = rowsPerStatement): Generator<T[]> {
  let chunk: T[] = []
  for (const item of list) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
