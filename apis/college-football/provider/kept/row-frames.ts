// Writes rows into frames.
import { releaseBuffer } from '#provider'
import { type Frame, frameBytes, type Part } from './shelf.ts'

/** The rows of a game, of a player of a season, or of a season; undefined ones mark where it may be interrupted. */
export interface RowPart {
  readonly id: number
  /** Objects; or texts of rows, each row preceded by a comma. */
  rows(): Iterable<unknown>
}

/** The frames of all parts; undefined between rows, wherever it may be interrupted. */
export function* framesOf(parts: Iterable<RowPart | undefined>): Generator<Frame | undefined> {
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
      // a GC would wait for tens of megabytes of them
      releaseBuffer(one)
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
  for (const part of parts) {
    yield undefined
    if (!part) continue
    const { id, rows } = part
    for (const row of rows()) {
      if (row !== undefined) text += typeof row === 'string' ? row : `,${JSON.stringify(row)}`
      yield undefined
      if (length + text.length < frameBytes) continue
      flush(id)
      yield close()
    }
    flush(id)
  }
  if (length > 0) yield close()
}
