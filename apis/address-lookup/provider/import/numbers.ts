// Numbers of delivery points for British addresses whose file has none.
import { createHash } from 'node:crypto'
import { type AddressRecord, isBritish } from '../addresses/record.ts'

/** From here to the greatest number that the provider accepts; Royal Mail has given out less than a tenth of it. */
const privateNumbers = { from: 1_000_000_001, count: 999_999_999 }

/**
 * The address with a UDPRN of the private range, which follows from its id and so never changes. Of a million addresses
 * about a thousand share theirs with another.
 */
export function withNumber(record: AddressRecord): AddressRecord {
  if (record.udprn !== undefined || !isBritish(record)) return record
  const hash = createHash('sha256').update(record.id).digest().readUIntBE(0, 6)
  return { ...record, udprn: privateNumbers.from + (hash % privateNumbers.count) }
}
