// Reads the files of the central bank: XML, CSV, SDMX data, and a ZIP archive of one of them (SOURCES 5). The format is
// detected from the content, not the file name.
import type { ImportCounts } from '#define/imports'
import { decodeUtf8, limitBytes, peekBytes } from '#provider/import'
import type { Day } from '../../model/day.ts'
import { isArchive, unpackArchive } from './archive.ts'
import { readCsv } from './csv-rates.ts'
import { createDayCollector } from './day-collector.ts'
import { readXml } from './xml-rates.ts'

/** The largest form, SDMX data of all years with every column, has about 100 MB. */
const maxFileBytes = 512 * 1024 * 1024
/** Length of the prefix that distinguishes the formats. */
const headBytes = 512

interface RateFileOptions {
  /** The latest valid day. */
  readonly today: string
  readonly progress: (counts: ImportCounts) => void
}

/** Returns the days of a file, ascending. Throws `import.invalid` with line numbers unless every rate is valid. */
export async function readRateFile(
  chunks: AsyncIterable<Buffer>,
  options: RateFileOptions,
): Promise<{ days: Day[]; counts: ImportCounts }> {
  const collector = createDayCollector(options)
  const { isXml, text } = await openText(limitBytes(chunks, maxFileBytes))
  await (isXml ? readXml(text, collector) : readCsv(text, collector))
  const days = collector.finish()
  return { days, counts: collector.counts() }
}

async function openText(chunks: AsyncIterable<Buffer>): Promise<{ isXml: boolean; text: AsyncIterable<string> }> {
  const file = await peekBytes(chunks, headBytes)
  const { head, chunks: plain } = isArchive(file.head) ? await peekBytes(unpackArchive(file.chunks), headBytes) : file
  return { isXml: /^(\xef\xbb\xbf)?\s*</.test(head.toString('latin1')), text: decodeUtf8(plain) }
}
