// A thread that reads a Parquet file: its outline, or some of its rows. Nothing can interrupt the decoder, and damaged
// files make it count for hours; so it runs where it can be ended.
import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

/** What the thread is asked for; without `columns`, the outline. */
export interface ParquetTask {
  readonly path: string
  readonly rowStart: number
  readonly rowEnd: number
  readonly columns?: readonly string[]
}
export interface ParquetOutline {
  /** Rows of each group. */
  readonly groups: readonly number[]
  readonly columns: readonly string[]
}

/** Bytes of one unpacked page; writers make pages of a megabyte or two. */
const largestPage = 256 * 2 ** 20
const largestFooter = 64 * 2 ** 20
const damaged = () => new Error('the file is damaged')

const task: ParquetTask = workerData
const handle = await open(task.path, 'r')
const { size: byteLength } = await handle.stat()
const file = { byteLength, slice: (start: number, end: number = byteLength) => read(start, end) }
await checkFooter()
const metadata = await parquetMetadataAsync(file)
parentPort?.postMessage(task.columns ? await rowsOf(task.columns) : outline())
await handle.close()

function outline(): ParquetOutline {
  return {
    groups: metadata.row_groups.map(({ num_rows: rows }) => Number(rows)),
    columns: parquetSchema(metadata).children.map(({ element }) => element.name),
  }
}

function rowsOf(columns: readonly string[]): Promise<Record<string, unknown>[]> {
  const { rowStart, rowEnd } = task
  return parquetReadObjects({
    ...{ file, metadata, columns: [...columns], rowStart, rowEnd },
    compressors: Object.fromEntries(
      Object.entries(compressors).map(([codec, unpack]) => [
        codec,
        (input: Uint8Array, length: number): Uint8Array => {
          if (!(length >= 0 && length <= largestPage)) throw damaged()
          return unpack(input, length)
        },
      ]),
    ),
  })
}

async function read(start: number, end: number): Promise<ArrayBuffer> {
  if (start < 0 || end > byteLength || end < start) throw damaged()
  const buffer = new ArrayBuffer(end - start)
  for (let done = 0; done < buffer.byteLength; ) {
    const { bytesRead } = await handle.read(new Uint8Array(buffer), done, buffer.byteLength - done, start + done)
    if (bytesRead === 0) throw damaged()
    done += bytesRead
  }
  return buffer
}

/** The length of the footer stands before the last four bytes. */
async function checkFooter(): Promise<void> {
  if (byteLength < 12) throw damaged()
  const tail = new DataView(await read(byteLength - 8, byteLength))
  const footer = tail.getUint32(0, true)
  if (tail.getUint32(4, true) !== 0x31_52_41_50 || footer > Math.min(largestFooter, byteLength - 12)) throw damaged()
}
