// Stores many addresses in short transactions, so that other writers get their turn.
import { createPacer, createWriteSlices } from '#provider'
import type { Database } from '../../tables.ts'
import type { Origin } from '../addresses/ids.ts'
import type { AddressRecord } from '../addresses/record.ts'
import { saveAddresses } from './store.ts'

export async function saveInSlices(
  database: Database,
  records: Iterable<AddressRecord> | AsyncIterable<AddressRecord>,
  origin: Origin,
): Promise<void> {
  const slices = createWriteSlices({ first: 200, most: 4000 })
  const pause = createPacer()
  let waiting: AddressRecord[] = []
  const write = async () => {
    const some = waiting
    waiting = []
    if (some.length === 0) return
    await slices.run(some.length, () =>
      database.db.transaction().execute((db) => saveAddresses({ ...database, db }, some, origin)),
    )
  }
  for await (const record of records) {
    waiting.push(record)
    if (waiting.length >= slices.size) await write()
    const pausing = pause()
    if (pausing) await pausing
  }
  await write()
}
