// Stores the addresses of a file, and removes those that it withdraws.
import type { ImportCounts } from '#define/imports'
import { inSlices, invalidImport } from '#provider/import'
import type { AddressRecord } from '../../model/address-record.ts'
import { sampleStates } from '../sample.ts'
import { createAddressWriter, removeAddresses, removeSample, settleAddresses } from '../search/save.ts'
import { saveInSlices } from '../search/save-in-slices.ts'
import type { RowReader } from './formats.ts'
import { withNumber } from './numbers.ts'
import { type Complete, forgetParts, storeInParts } from './parts.ts'
import { refuseOther } from './share-of-invalid.ts'
import type { ImportTarget } from './target.ts'

type Change = AddressRecord | { readonly removed: string }

/** Stores a file and returns counts of its rows. Throws `import.invalid` for a file without addresses. */
export async function storeAddresses(
  { database, progress, rowsPerPart }: ImportTarget,
  rows: AsyncIterable<ReturnType<RowReader>>,
): Promise<ImportCounts> {
  const counts = { addresses: 0, invalid: 0, removed: 0 }
  async function* changes(): AsyncGenerator<Change> {
    for await (const record of rows) {
      if (record === 'removed') counts.removed += 1
      else if (record === undefined) counts.invalid += 1
      else if ('id' in record) {
        counts.addresses += 1
        yield withNumber(record)
      } else {
        counts.removed += 1
        yield record
      }
      refuseOther({ valid: counts.addresses, invalid: counts.invalid })
      progress({ phase: 'reading', counts: { ...counts } })
    }
  }
  const writer = createAddressWriter(database, 'imported')
  const write = async (part: readonly Change[], complete: Complete) => {
    const { records, withdrawn } = lastOf(part)
    await removeAddresses(database, withdrawn)
    for (const some of inSlices(records, writer)) await writer.write(some)
    await writer.end(complete)
  }
  const { fixtures } = await import('../../seed/sample.ts')
  await saveInSlices(database, fixtures, 'fixture')
  const { resumed } = await storeInParts(database, changes(), { kind: 'addresses', rowsPerPart, write })
  if (counts.addresses + counts.removed === 0) throw invalidImport('it has no addresses')
  await database.db
    .updateTable('address_lookup_state')
    .set({ sample: sampleStates.replaced })
    .where('id', '=', 1)
    .execute()
  progress({ phase: 'indexing', counts })
  while (!(await removeSample(database)));
  await settleAddresses(database)
  await forgetParts(database)
  return resumed > 0 ? { ...counts, resumed } : counts
}

/** Keeps the last of several changes to one address. */
function lastOf(changes: readonly Change[]) {
  const records = new Map<string, AddressRecord>()
  const withdrawn = new Set<string>()
  for (const change of changes)
    if ('removed' in change) {
      records.delete(change.removed)
      withdrawn.add(change.removed)
    } else {
      withdrawn.delete(change.id)
      records.set(change.id, change)
    }
  return { records: [...records.values()], withdrawn: [...withdrawn] }
}
