// Reads lines of a dump: five tab-separated columns, plain or compressed with gzip (SOURCES 4.1). Each line has its end
// position in the decompressed text, so that an import can resume there.
import { createHash } from 'node:crypto'
import { gunzipped, invalidImport, isGzip, peekBytes } from '#provider/import'

/** Maximum line length; the longest known records have about 1 MB. */
const maxLineBytes = 8 * 1024 * 1024
/** Bytes that distinguish two files with the same name: records begin with keys and times. */
const fingerprintBytes = 4096
const newline = 10

export interface DumpLine {
  /** Line number, from 1. */
  readonly number: number
  readonly text: string
  /** End of this line in bytes of decompressed text. */
  readonly end: number
}
interface DumpFile {
  /** Name and fingerprint: the key of the import's stored position. */
  readonly id: string
  /** Yields the lines after a position. */
  lines(from: { position: number; lines: number }): AsyncGenerator<DumpLine>
}

/** Opens a file; its first bytes indicate compression. */
export async function openDump(name: string, chunks: AsyncIterable<Buffer>): Promise<DumpFile> {
  const { head, chunks: all } = await peekBytes(chunks, fingerprintBytes)
  const plain = isGzip(head) ? gunzipped(all) : all
  const id = `${name.slice(0, 200)} ${createHash('sha256').update(head).digest('hex').slice(0, 32)}`
  return { id, lines: (from) => linesOf(plain, from) }
}

async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  from: { position: number; lines: number },
): AsyncGenerator<DumpLine> {
  let end = 0
  let number = from.lines
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const received of chunks) {
    let chunk = received
    if (end < from.position) {
      const skipped = Math.min(chunk.length, from.position - end)
      end += skipped
      chunk = chunk.subarray(skipped)
    }
    for (let stop = chunk.indexOf(newline); stop >= 0; stop = chunk.indexOf(newline)) {
      const line = restBytes > 0 ? Buffer.concat([...rest, chunk.subarray(0, stop)]) : chunk.subarray(0, stop)
      rest = []
      restBytes = 0
      end += line.length + 1
      number += 1
      yield { number, text: line.toString('utf8'), end }
      chunk = chunk.subarray(stop + 1)
    }
    if (chunk.length > 0) rest.push(chunk)
    restBytes += chunk.length
    if (restBytes > maxLineBytes) throw invalidImport(`line ${number + 1} has more than ${maxLineBytes} bytes.`)
  }
  if (restBytes > 0) yield { number: number + 1, text: Buffer.concat(rest).toString('utf8'), end: end + restBytes }
}
