// Copies the coordinates of postcodes to addresses without any. A postcode without addresses is not kept: the provider
// does not know it either.
import type { ImportCounts } from '#define/imports'
import { invalidImport } from '#provider/import'
import { inChunks } from '#provider/sql'
import { type AddressRecord, isBritish, parseRecord } from '../../model/address-record.ts'
import type { Database, Db } from '../../tables.ts'
import { sampleRows } from '../addresses/ids.ts'
import { compactPostcode } from '../postcodes/postcode.ts'
import { createAddressWriter, settleAddresses } from '../search/save.ts'
import { type Complete, forgetParts, storeInParts } from './parts.ts'
import type { LocatedPostcode, PostcodeReader } from './postcode-formats.ts'
import { refuseOther } from './share-of-invalid.ts'
import type { ImportTarget } from './target.ts'

/** Postcodes per query; each has some fifteen addresses. */
const mostPostcodes = 200
const mostAddresses = 500

/** Returns counts of joined and dropped rows. Throws `import.invalid` for a file without postcodes. */
export async function locatePostcodes(
  { database, progress, rowsPerPart }: ImportTarget,
  rows: AsyncIterable<ReturnType<PostcodeReader>>,
): Promise<ImportCounts> {
  const counts = { postcodes: 0, addresses: 0, unmatched: 0, terminated: 0, unlocated: 0, invalid: 0 }
  async function* located(): AsyncGenerator<LocatedPostcode> {
    for await (const row of rows) {
      if (row === undefined) counts.invalid += 1
      else if (typeof row === 'string') counts[row] += 1
      else {
        counts.postcodes += 1
        yield row
      }
      refuseOther({ valid: counts.postcodes + counts.terminated + counts.unlocated, invalid: counts.invalid })
      progress({ phase: 'reading', counts: { ...counts } })
    }
  }
  const { joinSome, end } = createJoin(database)
  const write = async (part: readonly LocatedPostcode[], complete: Complete) => {
    const joined = { addresses: 0, unmatched: 0 }
    // the first row of a postcode counts
    const byKey = new Map(part.toReversed().map((row) => [keyOf(row), row]))
    for (const some of inChunks(byKey, mostPostcodes)) {
      const { addresses, matched } = await joinSome(new Map(some))
      joined.addresses += addresses
      joined.unmatched += some.length - matched
    }
    await end((db) => complete(db, joined))
  }
  const onStored = ({ addresses = 0, unmatched = 0 }: ImportCounts) => {
    counts.addresses += addresses
    counts.unmatched += unmatched
  }
  const { resumed } = await storeInParts(database, located(), { kind: 'postcodes', rowsPerPart, write, onStored })
  if (counts.postcodes === 0) throw invalidImport('it has no postcodes with coordinates')
  progress({ phase: 'indexing', counts })
  await settleAddresses(database)
  await forgetParts(database)
  return resumed > 0 ? { ...counts, resumed } : counts
}

/** Returns the key of a postcode. The islands around Britain have postcodes of the same system. */
function keyOf({ country_iso, postcode }: Pick<LocatedPostcode, 'country_iso' | 'postcode'>): string {
  return `${isBritish({ id: '', country_iso }) ? 'GBR' : country_iso} ${postcode}`
}

function createJoin(database: Database) {
  const writer = createAddressWriter(database, 'imported')

  const joinSome = async (located: ReadonlyMap<string, LocatedPostcode>) => {
    const postcodes = [...new Set([...located.values()].map(({ postcode }) => postcode))]
    const matched = new Set<string>()
    let addresses = 0
    for (let after: Row | undefined = { postcode: '', id: 0 }; after; ) {
      const rows: Row[] = await withoutPosition(database.db, {
        postcodes,
        after,
        limit: Math.min(mostAddresses, writer.size),
      })
      const records = rows.flatMap(({ record }) => locatedRecord(parseRecord(record ?? '{}'), located, matched))
      if (records.length > 0) await writer.write(records)
      addresses += records.length
      after = rows.at(-1)
    }
    return { addresses, matched: matched.size }
  }
  return { joinSome, end: writer.end }
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

/** Reads imported addresses without coordinates, in the order of the index of postcodes. */
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
