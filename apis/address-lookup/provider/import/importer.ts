// Imports addresses, and positions of postcodes. A file is recognised by its beginning. Rows are stored as they are
// read, in short transactions; because the id of a row follows from its content, a file can be imported again, also
// after an interruption, and changes nothing twice.
import type { ImportCounts, ImportFile, ReportProgress } from '#define'
import { type CsvRow, csvRows, decodeUtf8, gunzipped, invalidImport, isGzip, limitBytes, peekBytes } from '#provider'
import type { Database } from '../../tables.ts'
import type { AddressRecord } from '../addresses/record.ts'
import { sampleStates } from '../sample.ts'
import { saveInSlices } from '../search/save-in-slices.ts'
import { removeSample, settleAddresses } from '../search/store.ts'
import { formatOf, type RowReader } from './csv-formats.ts'
import { locatePostcodes } from './locate-postcodes.ts'
import { openAddresses } from './open-addresses.ts'
import { postcodeFormatOf } from './postcode-formats.ts'
import { refuseOther } from './share-of-invalid.ts'

const maxBytes = 30 * 1024 ** 3
/** Enough for the first row. */
const headBytes = 4096

/** Returns what became of the rows. Throws `import.invalid` when the file is none of the formats. */
export async function importAddresses(
  database: Database,
  { chunks, name }: ImportFile,
  progress: ReportProgress,
): Promise<ImportCounts> {
  const packed = await peekBytes(chunks, 2)
  const bytes = limitBytes(isGzip(packed.head) ? gunzipped(packed.chunks) : packed.chunks, maxBytes)
  const { head, chunks: whole } = await peekBytes(bytes, headBytes)
  const beginning = head.toString().replace(/^\uFEFF/, '')
  const text = decodeUtf8(whole)
  if (/^\s*\{/.test(beginning)) return storeAddresses(database, openAddresses(text, name), progress)
  const delimiter = /^[^\n]*\t/.test(beginning) ? '\t' : ','
  const rows = csvRows(text, { delimiter })
  try {
    return await importRows(database, rows, progress)
  } finally {
    await rows.return(undefined)
  }
}

async function importRows(
  database: Database,
  rows: AsyncGenerator<CsvRow>,
  progress: ReportProgress,
): Promise<ImportCounts> {
  const first = await rows.next()
  if (first.done) throw invalidImport('it has no rows')
  const { line, cells } = first.value
  const postcodes = postcodeFormatOf(cells)
  if (postcodes) return locatePostcodes(database, readRows(postcodes, cells, rows), progress)
  const addresses = formatOf(cells)
  if (addresses) return storeAddresses(database, readRows(addresses, cells, rows), progress)
  throw invalidImport(
    `line ${line} is not that of the Postcode Address File, of prices paid, of named columns, of Code-Point Open, of the ` +
      'ONS Postcode Directory or of postal codes of GeoNames',
  )
}

interface RowFormat<T> {
  readonly isHeader: boolean
  readonly reader: (cells: readonly string[]) => T
}

async function* readRows<T>(
  { isHeader, reader }: RowFormat<T>,
  first: readonly string[],
  rest: AsyncIterable<CsvRow>,
): AsyncGenerator<T> {
  if (!isHeader) yield reader(first)
  for await (const { cells } of rest) yield reader(cells)
}

async function storeAddresses(
  database: Database,
  rows: AsyncIterable<ReturnType<RowReader>>,
  progress: ReportProgress,
): Promise<ImportCounts> {
  const counts = { addresses: 0, invalid: 0, removed: 0 }
  async function* records(): AsyncGenerator<AddressRecord> {
    for await (const record of rows) {
      if (record === 'removed') counts.removed += 1
      else if (record) {
        counts.addresses += 1
        yield record
      } else counts.invalid += 1
      refuseOther({ valid: counts.addresses, invalid: counts.invalid })
      progress({ phase: 'reading', counts: { ...counts } })
    }
  }
  const { fixtures } = await import('../../seed/sample.ts')
  await saveInSlices(database, fixtures, 'fixture')
  await saveInSlices(database, records(), 'imported')
  if (counts.addresses === 0) throw invalidImport('it has no addresses')
  await database.db
    .updateTable('address_lookup_state')
    .set({ sample: sampleStates.replaced })
    .where('id', '=', 1)
    .execute()
  progress({ phase: 'indexing', counts })
  while (!(await removeSample(database)));
  await settleAddresses(database)
  return counts
}
