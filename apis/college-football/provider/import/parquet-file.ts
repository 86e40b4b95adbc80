// Reads Parquet files. Their index is at the end, so they are written to a temporary file, and read some rows at a
// time.
import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { invalidImport } from '#provider/import'
import { createThread, TaskFailed } from '#provider/run'
import { type FileRow, fieldsOf, simpleName } from './fields.ts'
import type { ParquetTask } from './parquet-thread.ts'
import { playColumns } from './play-of.ts'

/** Rows in memory at a time, with all columns that the import reads. */
const rowsAtOnce = 20_000
const mostRows = 5_000_000
/** Time for some rows of a table with hundreds of columns on a slow machine. */
const usualTimeoutMs = 120_000

export function isParquet(head: Buffer): boolean {
  return head.subarray(0, 4).toString('latin1') === 'PAR1'
}

/** Yields the rows of a file. `path` is the prefix of a temporary file's path. Throws `import.invalid`. */
export async function* parquetRows(
  chunks: AsyncIterable<Buffer>,
  path: string,
  timeoutMs = usualTimeoutMs,
): AsyncGenerator<FileRow> {
  const temporary = `${path}-${randomUUID()}.parquet`
  try {
    await save(chunks, temporary)
    yield* readRows(temporary, timeoutMs)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function save(chunks: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) await file.writeFile(chunk)
  } finally {
    await file.close()
  }
}

async function* readRows(path: string, timeoutMs: number): AsyncGenerator<FileRow> {
  const thread = createThread<ParquetTask, unknown>({
    entry: new URL('./parquet-thread.ts', import.meta.url),
    timeoutMs,
    memoryMb: 1024,
  })
  const ask = (task: ParquetTask) =>
    thread.run(task, { owner: 'import' }).catch((error: unknown) => {
      throw error instanceof TaskFailed ? damaged() : error
    })
  const outline = Object(await ask({ path, rowStart: 0, rowEnd: 0 }))
  const groups: readonly unknown[] = Array.isArray(outline.groups) ? outline.groups : []
  const names: readonly string[] = Array.isArray(outline.columns) ? outline.columns.map(String) : []
  // files of plays have hundreds of columns, most of them computed from the others
  const hasPlays = names.some((name) => simpleName(name) === 'playtype')
  const columns = names.filter((name) => !hasPlays || playColumns.has(simpleName(name)))
  if (columns.length === 0) throw damaged()
  let row = 0
  for (const group of groups) {
    const groupEnd = row + Number(group)
    if (!(groupEnd >= row && groupEnd <= mostRows)) throw invalidImport(`it has more than ${mostRows} rows`)
    while (row < groupEnd) {
      const rowEnd = Math.min(groupEnd, row + rowsAtOnce)
      const rows = await ask({ path, columns, rowStart: row, rowEnd })
      if (!Array.isArray(rows) || rows.length !== rowEnd - row) throw damaged()
      for (const one of rows) yield { where: `row ${++row}`, fields: fieldsOf(Object(one)) }
    }
  }
}

const damaged = () => invalidImport('the Parquet file is damaged, or cannot be read in the time and memory there is')
