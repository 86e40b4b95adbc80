// Stores a stream of addresses, reading the next slice while the previous one is written.
import { createPacer } from '#provider'
import type { AddressRecord } from '../../model/address-record.ts'
import type { Database } from '../../tables.ts'
import type { Origin } from '../addresses/ids.ts'
import { createAddressWriter } from './save.ts'

export async function saveInSlices(
  database: Database,
  records: Iterable<AddressRecord> | AsyncIterable<AddressRecord>,
  origin: Origin,
): Promise<void> {
  const writer = createAddressWriter(database, origin)
  const pause = createPacer()
  let waiting: AddressRecord[] = []
  let writing = Promise.resolve()
  const write = async () => {
    await writing
    writing = writer.write(waiting)
    // awaited with the next slice; until then it must not count as unhandled
    writing.catch(() => undefined)
    waiting = []
  }
  try {
    for await (const record of records) {
      waiting.push(record)
      if (waiting.length >= writer.size) await write()
      await pause()
    }
    if (waiting.length > 0) await write()
  } finally {
    await writing
  }
  await writer.end()
}
