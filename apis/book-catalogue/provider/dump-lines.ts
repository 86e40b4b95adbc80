// Lines of a dump: five columns with tabs between them, plain or packed with gzip (FACTS, dumps). It tells where in the
// unpacked text each line ends, so that an import can go on there.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fail } from '#define'

/** The longest records known have about 1 MB. */
const longestLine = 8 * 1024 * 1024
/** Enough to tell two files of one name apart: records begin with keys and times. */
const fingerprintBytes = 4096
const newline = 10

export interface DumpLine {
  /** From 1. */
  readonly number: number
  readonly text: string
  /** Bytes of unpacked text up to the end of this line. */
  readonly end: number
}
export interface DumpFile {
  /** Name and fingerprint: what an import is remembered by. */
  readonly id: string
  /** The lines after a position. */
  lines(from: { position: number; lines: number }): AsyncGenerator<DumpLine>
}

/** Opens a file by its first bytes, which tell whether it is packed. */
export async function openDump(name: string, chunks: AsyncIterable<Buffer>): Promise<DumpFile> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first: Buffer[] = []
  for (let bytes = 0; bytes < fingerprintBytes; ) {
    const next = await iterator.next()
    if (next.done) break
    first.push(next.value)
    bytes += next.value.length
  }
  const head = Buffer.concat(first).subarray(0, fingerprintBytes)
  const all = again(first, iterator)
  const plain = head[0] === 0x1f && head[1] === 0x8b ? unpacked(all) : all
  const id = `${name.slice(0, 200)} ${createHash('sha256').update(head).digest('hex').slice(0, 32)}`
  return { id, lines: (from) => linesOf(plain, from) }
}

async function* again(first: readonly Buffer[], iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* first
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(chunks, { objectMode: false })
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const chunk of source.pipe(gunzip)) yield chunk
  } catch (cause) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
    if (code.startsWith('Z_'))
      throw fail('import.invalid', { reason: 'the gzip data is damaged or breaks off.' }, { cause })
    throw cause
  } finally {
    source.destroy()
  }
}

async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  from: { position: number; lines: number },
): AsyncGenerator<DumpLine> {
  let end = 0
  let number = from.lines
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const whole of chunks) {
    let chunk = whole
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
    if (restBytes > longestLine)
      throw fail('import.invalid', { reason: `line ${number + 1} has more than ${longestLine} bytes.` })
  }
  if (restBytes > 0) yield { number: number + 1, text: Buffer.concat(rest).toString('utf8'), end: end + restBytes }
}
