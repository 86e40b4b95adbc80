// Rows as text: one JSON array for each, in which bytes are an object with their base64.
import type { Value } from '#store'
import { ArchiveRefused } from './archive-refused.ts'

const chunkLength = 64 * 1024
/** Limit of a line, far above the longest value that a table holds. */
const mostBytes = 384 * 1024 * 1024

/** Yields rows as chunks of lines. */
export async function* writeLines(rows: AsyncIterable<readonly Value[]>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const row of rows) {
    text += `${JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value)))}\n`
    if (text.length < chunkLength) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

/** Yields the rows of chunks of lines. Throws ArchiveRefused for anything else. */
export async function* readLines(chunks: AsyncIterable<Buffer>, width: number): AsyncGenerator<Value[]> {
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      yield readLine(Buffer.concat([...begun, chunk.subarray(start, end)]), width)
      begun = []
      length = 0
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > mostBytes) throw new ArchiveRefused('A row of the backup is too long.')
  }
  if (begun.length > 0) throw new ArchiveRefused('The last row of a table of the backup is cut off.')
}

function readLine(line: Buffer, width: number): Value[] {
  const row: unknown = JSON.parse(line.toString('utf8'))
  if (!Array.isArray(row) || row.length !== width) throw new ArchiveRefused('A row of the backup has other columns.')
  return row.map(readValue)
}

function readValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'object' && 'base64' in value && typeof value.base64 === 'string')
    return Buffer.from(value.base64, 'base64')
  throw new ArchiveRefused('A row of the backup holds something other than a value.')
}
