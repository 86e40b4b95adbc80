// Imports addresses, and positions of postcodes. A file is recognised by its beginning. Rows are stored as they are
// read, in short transactions. The id of a row follows from its content, so importing a file again changes nothing;
// after an interruption, stored parts are skipped.

import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { present } from '#define/present'
import {
  type CsvRow,
  csvRows,
  decodeUtf8,
  gunzipped,
  invalidImport,
  isGzip,
  limitBytes,
  peekBytes,
} from '#provider/import'
import type { Database } from '../../tables.ts'
import { formatOf } from './csv-formats.ts'
import { locatePostcodes } from './locate-postcodes.ts'
import { locateProperties } from './locate-properties.ts'
import { openAddresses } from './open-addresses.ts'
import { areaIn, placeFormatOf } from './place-formats.ts'
import { postcodeFormatOf } from './postcode-formats.ts'
import { propertyFormatOf } from './property-formats.ts'
import { storeAddresses } from './store-addresses.ts'
import { readAreas, storeAreas, storePlaces } from './store-places.ts'
import type { ImportTarget } from './target.ts'

const maxBytes = 30 * 1024 ** 3
/** Number of bytes read to find the first row. */
const headBytes = 4096

type ImportOptions = Partial<Pick<ImportTarget, 'rowsPerPart'>>

/** Imports a file and returns counts of its rows. Throws `import.invalid` if the file has none of the formats. */
export async function importAddresses(
  database: Database,
  { chunks, name }: ImportFile,
  progress: ReportProgress,
  { rowsPerPart }: ImportOptions = {},
): Promise<ImportCounts> {
  const target = { database, progress, rowsPerPart }
  const packed = await peekBytes(chunks, 2)
  const bytes = limitBytes(isGzip(packed.head) ? gunzipped(packed.chunks) : packed.chunks, maxBytes)
  const { head, chunks: whole } = await peekBytes(bytes, headBytes)
  const beginning = head.toString().replace(/^\uFEFF/, '')
  const text = decodeUtf8(whole)
  if (/^\s*\{/.test(beginning)) return storeAddresses(target, openAddresses(text, name))
  const [delimiter = ','] = /[\t|]/.exec(present(beginning.split('\n', 1)[0])) ?? []
  const rows = csvRows(text, { delimiter })
  try {
    return await importRows(target, rows)
  } finally {
    await rows.return(undefined)
  }
}

async function importRows(target: ImportTarget, rows: AsyncGenerator<CsvRow>): Promise<ImportCounts> {
  const first = await rows.next()
  if (first.done) throw invalidImport('it has no rows')
  const { line, cells } = first.value
  const postcodes = postcodeFormatOf(cells)
  if (postcodes) return locatePostcodes(target, readRows(postcodes, cells, rows))
  const properties = propertyFormatOf(cells)
  if (properties) return locateProperties(target, readRows(properties, cells, rows))
  if (areaIn(cells)) return storeAreas(target, readRows({ isHeader: false, reader: areaIn }, cells, rows))
  const places = placeFormatOf(cells, await readAreas(target.database))
  if (places) return storePlaces(target, readRows(places, cells, rows))
  const addresses = formatOf(cells)
  if (addresses) return storeAddresses(target, readRows(addresses, cells, rows))
  throw invalidImport(
    `line ${line} is not that of the Postcode Address File, of prices paid, of AddressBase Core, of G-NAF, of named columns, of ` +
      'Code-Point Open, of the directories of postcodes and UPRNs, of Open UPRN, of Open Names or of GeoNames',
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
