// Splits a statement into lines with any line end.
import { createPacer } from '#provider'
import { invalidImport } from '#provider/import'

export interface Line {
  /** Line number, from 1. */
  readonly number: number
  readonly content: string
}

/** Longer than any line of a statement. */
const maxLineLength = 64 * 1024

/**
 * Yields lines without their ends: CRLF, LF or CR. Yields to the event loop every 5 ms. Throws `import.invalid` for a
 * line that is too long.
 */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = ''
  let number = 0
  const pause = createPacer()
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength) throw tooLong(number + lines.length + 1)
    for (const content of lines) {
      await pause()
      yield { number: ++number, content: number === 1 ? content.replace(/^\uFEFF/, '') : content }
    }
  }
  if (rest !== '') yield { number: ++number, content: rest.replace(/^\uFEFF|\r$/g, '') }
}

function tooLong(line: number) {
  return invalidImport(`line ${line} has more than ${maxLineLength} characters`)
}
