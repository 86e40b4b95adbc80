// Searches one text of every book at once: the texts are joined, because one search through a long string is many times
// faster than many searches through short ones.
import { present } from '#define/present'

const separator = '\n'

export interface TextColumn<Row> {
  /** Returns the rows whose text contains a text without line ends. */
  find(text: string): Set<Row>
}

/** Creates a column; its texts have no line ends. */
export function createTextColumn<Row>(rows: readonly Row[], textOf: (row: Row) => string): TextColumn<Row> {
  const texts = rows.map(textOf)
  const joined = texts.join(separator)
  const starts = new Int32Array(texts.length + 1)
  for (const [at, text] of texts.entries()) starts[at + 1] = present(starts[at]) + text.length + separator.length

  /** Returns the row of a position. */
  function rowAt(position: number): number {
    let low = 0
    let high = texts.length
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if (present(starts[middle]) <= position) low = middle
      else high = middle
    }
    return low
  }

  return {
    find(text) {
      const found = new Set<Row>()
      if (text === '') return found
      for (let at = joined.indexOf(text); at >= 0; ) {
        const row = rowAt(at)
        const value = rows[row]
        if (value !== undefined) found.add(value)
        at = joined.indexOf(text, starts[row + 1])
      }
      return found
    },
  }
}
