// Writes rows into frames.
import { type Frame, frameBytes, type Part } from './shelf.ts'

/** The rows of a part; undefined ones mark where the computation may be interrupted. */
export interface RowPart {
  readonly id: number
  rows(): Iterable<unknown>
}

/** The frames of all parts; undefined between rows, wherever it may be interrupted. */
export function* framesOf(parts: Iterable<RowPart>): Generator<Frame | undefined> {
  const encoder = new TextEncoder()
  let texts: Uint8Array[] = []
  let length = 0
  let made: Part[] = []
  let text = ''
  const close = (): Frame => {
    const all = new Uint8Array(length)
    let at = 0
    for (const one of texts) {
      all.set(one, at)
      at += one.length
    }
    const frame = { text: all, parts: made }
    texts = []
    length = 0
    made = []
    return frame
  }
  /** The rows of a part so far. */
  const flush = (id: number) => {
    if (text === '') return
    const bytes = encoder.encode(text)
    text = ''
    texts.push(bytes)
    made.push({ id, from: length, to: length + bytes.length })
    length += bytes.length
  }
  for (const { id, rows } of parts) {
    for (const row of rows()) {
      if (row !== undefined) text += `,${JSON.stringify(row)}`
      yield undefined
      if (length + text.length < frameBytes) continue
      flush(id)
      yield close()
    }
    flush(id)
    yield undefined
  }
  if (length > 0) yield close()
}
