// Copies the coordinates of properties to addresses without any. Properties without addresses are not kept.
import type { ImportCounts } from '#define/imports'
import { invalidImport } from '#provider/import'
import { inChunks } from '#provider/sql'
import type { Database } from '../../tables.ts'
import { isSampleRow } from '../addresses/ids.ts'
import { createAddressWriter, settleAddresses } from '../search/save.ts'
import { addressesOf, matchingIds } from '../search/store.ts'
import { keyWord } from '../search/words.ts'
import { type Complete, forgetParts, storeInParts } from './parts.ts'
import type { LocatedProperty, PropertyReader } from './property-formats.ts'
import { refuseOther } from './share-of-invalid.ts'
import type { ImportTarget } from './target.ts'

/** Properties per query. Few have more than one address. */
const mostProperties = 200
const mostAddresses = 4000

/** Returns counts of joined and dropped rows. Throws `import.invalid` for a file without properties. */
export async function locateProperties(
  { database, progress, rowsPerPart }: ImportTarget,
  rows: AsyncIterable<ReturnType<PropertyReader>>,
): Promise<ImportCounts> {
  const counts = { properties: 0, addresses: 0, unmatched: 0, unlocated: 0, invalid: 0 }
  async function* located(): AsyncGenerator<LocatedProperty> {
    for await (const row of rows) {
      if (row === undefined) counts.invalid += 1
      else if (row === 'unlocated') counts.unlocated += 1
      else {
        counts.properties += 1
        yield row
      }
      refuseOther({ valid: counts.properties + counts.unlocated, invalid: counts.invalid })
      progress({ phase: 'reading', counts: { ...counts } })
    }
  }
  const writer = createAddressWriter(database, 'imported')
  const write = async (part: readonly LocatedProperty[], complete: Complete) => {
    const joined = { addresses: 0, unmatched: 0 }
    for (const some of inChunks(new Map(part.map((row) => [row.uprn, row])), mostProperties)) {
      const { records, unmatched } = await locatedRecords(database, new Map(some))
      if (records.length > 0) await writer.write(records)
      joined.addresses += records.length
      joined.unmatched += unmatched
    }
    await writer.end((db) => complete(db, joined))
  }
  const onStored = ({ addresses = 0, unmatched = 0 }: ImportCounts) => {
    counts.addresses += addresses
    counts.unmatched += unmatched
  }
  const { resumed } = await storeInParts(database, located(), { kind: 'properties', rowsPerPart, write, onStored })
  if (counts.properties === 0) throw invalidImport('it has no properties with coordinates')
  progress({ phase: 'indexing', counts })
  await settleAddresses(database)
  await forgetParts(database)
  return resumed > 0 ? { ...counts, resumed } : counts
}

/** Reads the addresses of properties that lack coordinates, and adds those of the property. */
async function locatedRecords(database: Database, properties: ReadonlyMap<string, LocatedProperty>) {
  const group = [...properties.keys()].map((uprn) => keyWord('uprn', uprn))
  const ids = await matchingIds(database, { groups: [group] }, { limit: mostAddresses })
  const known = await addressesOf(
    database.db,
    ids.filter((id) => !isSampleRow(id)),
  )
  const matched = new Set(known.map(({ uprn }) => uprn))
  const records = known.flatMap((record) => {
    const found = properties.get(record.uprn ?? '')
    return found && record.latitude === undefined ? [{ ...found.facts, ...record }] : []
  })
  return { records, unmatched: [...properties.keys()].filter((uprn) => !matched.has(uprn)).length }
}
