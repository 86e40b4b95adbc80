// Reads a file line by line in small pieces: whole files as strings would grow the process permanently.
import { closeSync, openSync, readSync } from 'node:fs'

const pieceBytes = 128 * 1024

/** Yields the lines of an ASCII file, without their line ends. */
export function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r')
  const piece = Buffer.alloc(pieceBytes)
  try {
    let rest = ''
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece)) {
      const lines = (rest + piece.toString('latin1', 0, bytes)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}
