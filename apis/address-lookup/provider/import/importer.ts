// Imports addresses from CSV. Rows are stored as they are read, in short transactions; because the id of a row follows
// from its content, a file can be imported again, also after an interruption, and changes nothing twice.
import type { ImportCounts, ImportFile, ReportProgress } from '#define'
import { csvRows, decodeUtf8, gunzipped, invalidImport, isGzip, limitBytes, peekBytes } from '#provider'
import type { Database } from '../../tables.ts'
import type { AddressRecord } from '../addresses/record.ts'
import { sampleStates } from '../sample.ts'
import { saveInSlices } from '../search/save-in-slices.ts'
import { removeSample, settleAddresses } from '../search/store.ts'
import { formatOf, type RowReader } from './csv-formats.ts'

const maxBytes = 30 * 1024 ** 3
const maxRows = 50_000_000
/** Rows that are no addresses are left out, up to this share of all. */
const maxInvalidShare = 0.5
const leastForShare = 1000

/** Returns how many rows became addresses. Throws `import.invalid` when the file is none of the formats. */
export async function importAddresses(
  database: Database,
  { chunks }: ImportFile,
  progress: ReportProgress,
): Promise<ImportCounts> {
  const { head, chunks: whole } = await peekBytes(chunks, 2)
  const bytes = limitBytes(isGzip(head) ? gunzipped(whole) : whole, maxBytes)
  const counts = { addresses: 0, invalid: 0, removed: 0 }
  async function* records(): AsyncGenerator<AddressRecord> {
    let reader: RowReader | undefined
    for await (const { line, cells } of csvRows(decodeUtf8(bytes))) {
      if (!reader) {
        const format = formatOf(cells)
        if (!format)
          throw invalidImport(
            `line ${line} is not that of the Postcode Address File, of prices paid or of named columns`,
          )
        reader = format.reader
        if (format.isHeader) continue
      }
      const record = reader(cells)
      if (record === 'removed') counts.removed += 1
      else if (record) {
        counts.addresses += 1
        yield record
      } else counts.invalid += 1
      refuseOther(counts)
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

function refuseOther({ addresses, invalid }: { addresses: number; invalid: number }): void {
  const rows = addresses + invalid
  if (rows > maxRows) throw invalidImport(`it has more than ${maxRows} rows`)
  if (rows >= leastForShare && invalid > rows * maxInvalidShare)
    throw invalidImport(`${invalid} of ${rows} rows have no postcode, street or premises`)
}
