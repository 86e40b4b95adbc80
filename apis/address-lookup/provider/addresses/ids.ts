// Row ids of addresses: the data set in the upper bits, the key in the lower 40, so that a public id needs no second
// index. Non-numeric keys are hashed; the reader compares the public id.
import { createHash } from 'node:crypto'

const keySpan = 2 ** 40
/** Data sets by number; new ones are appended. */
const datasets = ['other', 'paf', 'mr', 'nyb', 'ab', 'pafw', 'pafa', 'usps', 'ppd', 'cpo', 'oa', 'gnaf']
/** Offset of the data set's number for sample addresses, which an import removes. */
const sampleFrom = 1024
/** Offset for the provider's test addresses, which stay. */
const fixtureFrom = 1536

export type Origin = 'imported' | 'sample' | 'fixture'
const originsFrom = { imported: 0, sample: sampleFrom, fixture: fixtureFrom } as const

/** Returns the row of a public id such as `paf_8`. */
export function rowId(id: string, origin: Origin): number {
  const at = id.indexOf('_')
  const known = datasets.indexOf(id.slice(0, Math.max(0, at)))
  const key = known > 0 ? id.slice(at + 1) : id
  return (originsFrom[origin] + Math.max(0, known)) * keySpan + numberOf(key)
}

/** Returns the rows that can hold a public id. */
export const rowIds = (id: string): number[] =>
  (['imported', 'sample', 'fixture'] as const).map((origin) => rowId(id, origin))

/** True if a row belongs to the sample town or to the test addresses. */
export const isSampleRow = (row: number): boolean => row >= sampleRows.from

/** Rows of the sample; `until` is exclusive. */
export const sampleRows = { from: sampleFrom * keySpan, until: fixtureFrom * keySpan }

function numberOf(key: string): number {
  if (/^[1-9]\d{0,11}$/.test(key)) return Number(key)
  return createHash('sha256').update(key).digest().readUIntBE(0, 5)
}
