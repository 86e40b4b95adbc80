// The rows of an import file: JSON bodies with or without the envelope, CSV, or Parquet, plain or gzipped.
import { join } from 'node:path'
import {
  decodeUtf8,
  gunzipped,
  type ImportProblems,
  invalidImport,
  isGzip,
  jsonRecords,
  limitBytes,
  namedCsvRows,
  peekBytes,
  sniffJson,
} from '#provider/import'
import { type FileRow, fieldsOf } from './fields.ts'
import { isParquet, parquetRows } from './parquet-file.ts'

/** Larger than any file of a season, uncompressed. */
const maxBytes = 4 * 2 ** 30
/** Limit of one body in its envelope: all plays of a week have some 12 MB. */
const maxPage = 64 * 2 ** 20
const headBytes = 64 * 1024

interface RowSource {
  /** The beginning of the file as it was sent. */
  readonly head: Buffer
  readonly rows: AsyncGenerator<FileRow>
}

/** Opens the rows; `folder` holds files that cannot be read sequentially. */
export async function openRows(
  chunks: AsyncIterable<Buffer>,
  { folder, problems }: { folder: string; problems: ImportProblems },
): Promise<RowSource> {
  const sent = await peekBytes(limitBytes(chunks, maxBytes), headBytes)
  const unpacked = await peekBytes(isGzip(sent.head) ? limitBytes(gunzipped(sent.chunks), maxBytes) : sent.chunks, 4)
  const rows = isParquet(unpacked.head)
    ? parquetRows(unpacked.chunks, join(folder, 'college-football'))
    : textRows(unpacked.chunks, problems)
  return { head: sent.head, rows }
}

async function* textRows(chunks: AsyncIterable<Buffer>, problems: ImportProblems): AsyncGenerator<FileRow> {
  const { isJson, text } = await sniffJson(decodeUtf8(chunks))
  if (isJson) {
    for await (const { where, value } of jsonRecords(text, { pageMember: 'data', maxLength: maxPage, problems }))
      if (typeof value === 'object' && value !== null) yield { where, fields: fieldsOf(value) }
      else throw invalidImport(`${where}: it is not an object`)
    return
  }
  for await (const { line, cells, problem } of namedCsvRows(text, { maxRowBytes: 1_000_000 }))
    if (problem === undefined) yield { where: `line ${line}`, fields: fieldsOf(cells) }
    else problems.add(`line ${line}`, problem)
}
