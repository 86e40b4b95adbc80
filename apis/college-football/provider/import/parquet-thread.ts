// A thread that reads a Parquet file: its outline, or some of its rows. The decoder cannot be interrupted, and damaged
// files can keep it busy for hours, so it runs in a thread that can be terminated.
import { type FileHandle, open } from 'node:fs/promises'
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { serveTasks } from '#provider/run'

/** A request to the thread; without `columns`, for the outline. */
export interface ParquetTask {
  readonly path: string
  readonly rowStart: number
  readonly rowEnd: number
  readonly columns?: readonly string[]
}
interface ParquetOutline {
  /** Number of rows of each group. */
  readonly groups: readonly number[]
  readonly columns: readonly string[]
}

/** Bytes of one uncompressed page; usual pages have a megabyte or two. */
const largestPage = 256 * 2 ** 20
const largestFooter = 64 * 2 ** 20
const damaged = () => new Error('the file is damaged')

interface ParquetFile {
  readonly byteLength: number
  slice(start: number, end?: number): Promise<ArrayBuffer>
}

serveTasks(async (task: ParquetTask) => {
  const handle = await open(task.path, 'r')
  const { size: byteLength } = await handle.stat()
  const file = {
    byteLength,
    slice: (start: number, end = byteLength) => read(handle, byteLength, start, end),
  }
  await checkFooter(file)
  const metadata = await parquetMetadataAsync(file)
  return task.columns ? rowsOf(file, metadata, task, task.columns) : outlineOf(metadata)
})

function outlineOf(metadata: FileMetaData): ParquetOutline {
  return {
    groups: metadata.row_groups.map(({ num_rows: rows }) => Number(rows)),
    columns: parquetSchema(metadata).children.map(({ element }) => element.name),
  }
}

function rowsOf(
  file: ParquetFile,
  metadata: FileMetaData,
  { rowStart, rowEnd }: ParquetTask,
  columns: readonly string[],
): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({
    file,
    metadata,
    columns: [...columns],
    rowStart,
    rowEnd,
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

async function read(handle: FileHandle, byteLength: number, start: number, end: number): Promise<ArrayBuffer> {
  if (start < 0 || end > byteLength || end < start) throw damaged()
  const buffer = new ArrayBuffer(end - start)
  for (let done = 0; done < buffer.byteLength; ) {
    const { bytesRead } = await handle.read(new Uint8Array(buffer), done, buffer.byteLength - done, start + done)
    if (bytesRead === 0) throw damaged()
    done += bytesRead
  }
  return buffer
}

/** Checks the length of the footer, which precedes the last four bytes. */
async function checkFooter({ byteLength, slice }: ParquetFile): Promise<void> {
  if (byteLength < 12) throw damaged()
  const tail = new DataView(await slice(byteLength - 8, byteLength))
  const footer = tail.getUint32(0, true)
  if (tail.getUint32(4, true) !== 0x31_52_41_50 || footer > Math.min(largestFooter, byteLength - 12)) throw damaged()
}
