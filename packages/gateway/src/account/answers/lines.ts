// Lines of a stream of bytes.
import { mostLineBytes } from './answer-line.ts'

interface Line {
  /** Number of the line, from 1. */
  readonly line: number
  /** Undefined for a line that is longer than any answer. */
  readonly text: string | undefined
}

const lineBreak = 0x0a

/** Yields the lines that are not empty. Holds one line at a time. */
export async function* nextLine(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let line = 1
  let parts: Buffer[] = []
  let length = 0
  const take = (): Line | undefined => {
    const text = length > mostLineBytes ? undefined : Buffer.concat(parts).toString('utf8').trim()
    const taken = text === '' ? undefined : { line, text }
    parts = []
    length = 0
    line++
    return taken
  }
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const at = chunk.indexOf(lineBreak, from)
      const end = at < 0 ? chunk.length : at
      length += end - from
      if (length <= mostLineBytes) parts.push(Buffer.from(chunk.subarray(from, end)))
      else parts = []
      from = end + 1
      if (at < 0) continue
      const taken = take()
      if (taken) yield taken
    }
  }
  const last = take()
  if (last) yield last
}
