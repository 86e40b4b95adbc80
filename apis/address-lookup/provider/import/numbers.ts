// Delivery point numbers for British addresses from files without any.
import { createHash } from 'node:crypto'
import { type AddressRecord, isBritish } from '../../model/address-record.ts'

/** The upper range of numbers that the provider accepts; Royal Mail has issued less than a tenth of all. */
const privateNumbers = { from: 1_000_000_001, count: 999_999_999 }

/**
 * Adds a UDPRN of the private range, which follows from the id and so never changes. Of a million addresses about a
 * thousand share theirs with another.
 */
export function withNumber(record: AddressRecord): AddressRecord {
  if (record.udprn !== undefined || !isBritish(record)) return record
  const hash = createHash('sha256').update(record.id).digest().readUIntBE(0, 6)
  return { ...record, udprn: privateNumbers.from + (hash % privateNumbers.count) }
}
