// Imports the files of the central bank: XML, CSV, SDMX data, and a ZIP archive of one of them. The content tells which, not
// the name. A file is taken whole or not at all.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import type { RateStore } from '../rates/store.ts'
import { readZip } from './archive.ts'
import { readCsv } from './csv-rates.ts'
import { createDayCollector, refused } from './day-collector.ts'
import { readXml } from './xml-rates.ts'

/** The longest form, SDMX data of all years with every column, has about 100 MB. */
const fileLimit = 512 * 1024 * 1024
/** Enough to tell the forms apart. */
const headBytes = 512

export const formats =
  'Euro reference rates of the European Central Bank: eurofxref-daily.xml, eurofxref-hist-90d.xml, eurofxref-hist.xml, ' +
  'eurofxref.csv, eurofxref-hist.csv, each also as a ZIP archive, and SDMX data of the series D..EUR.SP00.A as csvdata.'

export interface Import {
  readonly chunks: AsyncIterable<Buffer>
  readonly store: RateStore
  readonly progress: (counts: Record<string, number>) => void
}

/**
 * Reads a file and stores its days in place of the sample. Importing the same file again changes nothing.
 * Returns the days and rates read, and how many days were new or changed. Throws `import.invalid` with line numbers.
 */
export async function importRates(kit: ProviderKit<Tables>, given: Import): Promise<Record<string, number>> {
  const collector = createDayCollector({ today: kit.today(), progress: given.progress })
  await readText(limited(given.chunks), (text, isXml) => (isXml ? readXml(text, collector) : readCsv(text, collector)))
  const days = collector.finish()
  const { added, changed } = await given.store.save(kit, days)
  return { ...collector.counts(), added, changed }
}

type TextReader = (text: AsyncIterable<string>, isXml: boolean) => Promise<void>

async function readText(chunks: AsyncIterable<Buffer>, read: TextReader): Promise<void> {
  const { head, all } = await peek(chunks)
  const { head: inner, all: plain } = head.toString('latin1').startsWith('PK\x03\x04')
    ? await peek(readZip(all))
    : { head, all }
  await read(decode(plain), /^(\xef\xbb\xbf)?\s*</.test(inner.toString('latin1')))
}

/** The first bytes, and everything again from the start. */
async function peek(chunks: AsyncIterable<Buffer>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first: Buffer[] = []
  for (let bytes = 0; bytes < headBytes; ) {
    const next = await iterator.next()
    if (next.done) break
    first.push(next.value)
    bytes += next.value.length
  }
  return { head: Buffer.concat(first).subarray(0, headBytes), all: again(first, iterator) }
}

async function* again(first: readonly Buffer[], iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* first
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > fileLimit) throw refused([`the file has more than ${fileLimit} bytes`])
    yield chunk
  }
}

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError && 'code' in error ? refused(['it is not UTF-8 text']) : error
  }
}
