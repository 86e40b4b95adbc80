// Stores a stream of addresses. The next ones are read while the ones before are written.
import { createPacer } from '#provider'
import type { Database } from '../../tables.ts'
import type { Origin } from '../addresses/ids.ts'
import type { AddressRecord } from '../addresses/record.ts'
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
    // it is awaited with the next slice, and must not count as unhandled until then
    writing.catch(() => undefined)
    waiting = []
  }
  try {
    for await (const record of records) {
      waiting.push(record)
      if (waiting.length >= writer.size) await write()
      const pausing = pause()
      if (pausing) await pausing
    }
    if (waiting.length > 0) await write()
  } finally {
    await writing
  }
  await writer.end()
}
