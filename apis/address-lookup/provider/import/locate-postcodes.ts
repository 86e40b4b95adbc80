// Gives addresses without coordinates those of their postcode. A postcode without addresses is not kept: the provider
// does not know it either.
import type { ImportCounts, ReportProgress } from '#define'
import { createWriteSlices, invalidImport } from '#provider'
import type { Database, Db } from '../../tables.ts'
import { sampleRows } from '../addresses/ids.ts'
import { type AddressRecord, isBritish, parseRecord } from '../addresses/record.ts'
import { compactPostcode } from '../postcodes/postcode.ts'
import { saveAddresses, settleAddresses } from '../search/store.ts'
import type { LocatedPostcode, PostcodeReader } from './postcode-formats.ts'
import { refuseOther } from './share-of-invalid.ts'

/** Looked up at once; each has some fifteen addresses. */
const mostPostcodes = 200
const mostAddresses = 500

/** Returns what was joined and what was dropped. Throws `import.invalid` for a file that has no postcodes. */
export async function locatePostcodes(
  database: Database,
  rows: AsyncIterable<ReturnType<PostcodeReader>>,
  progress: ReportProgress,
): Promise<ImportCounts> {
  const counts = { postcodes: 0, addresses: 0, unmatched: 0, terminated: 0, unlocated: 0, invalid: 0 }
  const join = createJoin(database)
  let waiting = new Map<string, LocatedPostcode>()
  const joinWaiting = async () => {
    const { addresses, matched } = await join(waiting)
    counts.addresses += addresses
    counts.unmatched += waiting.size - matched
    waiting = new Map()
  }
  for await (const row of rows) {
    if (row === undefined) counts.invalid += 1
    else if (typeof row === 'string') counts[row] += 1
    else if (!waiting.has(keyOf(row))) {
      counts.postcodes += 1
      waiting.set(keyOf(row), row)
    }
    if (waiting.size >= mostPostcodes) await joinWaiting()
    refuseOther({ valid: counts.postcodes + counts.terminated + counts.unlocated, invalid: counts.invalid })
    progress({ phase: 'reading', counts: { ...counts } })
  }
  if (waiting.size > 0) await joinWaiting()
  if (counts.postcodes === 0) throw invalidImport('it has no postcodes with coordinates')
  progress({ phase: 'indexing', counts })
  await settleAddresses(database)
  return counts
}

/** The islands around Britain have postcodes of the same system. */
function keyOf({ country_iso, postcode }: Pick<LocatedPostcode, 'country_iso' | 'postcode'>): string {
  return `${isBritish({ id: '', country_iso }) ? 'GBR' : country_iso} ${postcode}`
}

function createJoin(database: Database) {
  const slices = createWriteSlices({ first: 100, most: mostAddresses })

  return async (located: ReadonlyMap<string, LocatedPostcode>) => {
    const postcodes = [...new Set([...located.values()].map(({ postcode }) => postcode))]
    const matched = new Set<string>()
    let addresses = 0
    for (let after: Row | undefined = { postcode: '', id: 0 }; after; ) {
      const rows: Row[] = await withoutPosition(database.db, { postcodes, after, limit: slices.size })
      const records = rows.flatMap(({ record }) => locatedRecord(parseRecord(record ?? '{}'), located, matched))
      if (records.length > 0)
        await slices.run(records.length, () =>
          database.db.transaction().execute((db) => saveAddresses({ ...database, db }, records, 'imported')),
        )
      addresses += records.length
      after = rows.at(-1)
    }
    return { addresses, matched: matched.size }
  }
}

interface Row {
  readonly postcode: string
  readonly id: number
  readonly record?: string
}
interface Page {
  readonly postcodes: readonly string[]
  readonly after: Row
  readonly limit: number
}

/** Imported addresses without coordinates, in the order of the index of postcodes. */
function withoutPosition(db: Db, { postcodes, after, limit }: Page): Promise<Row[]> {
  return db
    .selectFrom('address_lookup_addresses')
    .select(['postcode', 'id', 'record'])
    .where('postcode', 'in', postcodes)
    .where((row) =>
      row.or([
        row('postcode', '>', after.postcode),
        row.and([row('postcode', '=', after.postcode), row('id', '>', after.id)]),
      ]),
    )
    .where('lat', 'is', null)
    .where('id', '<', sampleRows.from)
    .orderBy('postcode')
    .orderBy('id')
    .limit(limit)
    .execute()
}

function locatedRecord(
  record: AddressRecord,
  located: ReadonlyMap<string, LocatedPostcode>,
  matched: Set<string>,
): AddressRecord[] {
  const { country_iso = 'GBR', postcode = '' } = record
  const key = keyOf({ country_iso, postcode: compactPostcode(postcode) })
  const found = located.get(key)
  if (!found) return []
  matched.add(key)
  return [{ ...found.facts, ...record, ...found.position }]
}
