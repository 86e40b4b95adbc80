// HAR files that arrive, for all who take them.
import { fail } from '#define'
import { createPacer } from '#provider'

/** Receives a file, which the work then has in shared memory. Fails with 'gateway.busy' beside too many others. */
export type WithHar = <T>(chunks: AsyncIterable<Buffer>, work: (har: Uint8Array) => Promise<T>) => Promise<T>

/** The limit of files at once: each may have 64 MiB. */
const most = 2

/** Creates the reception, one for a process. */
export function createWithHar(): WithHar {
  let files = 0
  return async (chunks, work) => {
    if (files >= most) throw fail('gateway.busy', {}, { retryAfterS: 10, note: 'too many files are arriving' })
    files++
    try {
      return await work(await sharedBytes(chunks))
    } finally {
      files--
    }
  }
}

/** Receives a file into memory that a thread can read without a copy. */
async function sharedBytes(chunks: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of chunks) {
    pieces.push(piece)
    length += piece.length
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(length))
  const pause = createPacer()
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
    await pause()
  }
  return bytes
}
