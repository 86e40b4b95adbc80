// Stores places of gazetteers, and the names of their areas.
import type { ImportCounts } from '#define/imports'
import { createWriteSlices, inSlices, invalidImport } from '#provider/import'
import { insertMany } from '#provider/sql'
import { type PlaceRecord, placeRow, samplePlaceIds } from '../../model/place-record.ts'
import type { Database } from '../../tables.ts'
import { settleAddresses } from '../search/save.ts'
import { type Complete, forgetParts, storeInParts } from './parts.ts'
import type { AreaNames, areaIn, PlaceReader } from './place-formats.ts'
import { refuseOther } from './share-of-invalid.ts'
import type { ImportTarget } from './target.ts'

const mostAreas = 200_000
const rowsAtOnce = 500

export async function readAreas({ db }: Database): Promise<AreaNames> {
  const rows = await db.selectFrom('address_lookup_areas').selectAll().limit(mostAreas).execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Stores places. They replace those with the same id; the first import replaces the sample. */
export async function storePlaces(
  { database, progress, rowsPerPart }: ImportTarget,
  rows: AsyncIterable<ReturnType<PlaceReader>>,
): Promise<ImportCounts> {
  const { db } = database
  const counts = { places: 0, others: 0, invalid: 0 }
  async function* places(): AsyncGenerator<PlaceRecord> {
    for await (const row of rows) {
      if (row === undefined) counts.invalid += 1
      else if (row === 'others') counts.others += 1
      else {
        counts.places += 1
        yield row
      }
      refuseOther({ valid: counts.places + counts.others, invalid: counts.invalid })
      progress({ phase: 'reading', counts: { ...counts } })
    }
  }
  const slices = createWriteSlices({ first: 100, most: 2000 })
  const write = async (part: readonly PlaceRecord[], complete: Complete) => {
    const byId = new Map(part.map((place) => [place.id, place]))
    for (const some of inSlices([...byId.values()], slices))
      await slices.run(some.length, () =>
        db
          .transaction()
          .execute((tx) => insertMany(tx, 'address_lookup_places', some.map(placeRow), { replaceOn: ['id'] })),
      )
    await complete(db)
  }
  const { resumed } = await storeInParts(database, places(), { kind: 'places', rowsPerPart, write })
  if (counts.places === 0) throw invalidImport('it has no populated places')
  await db.transaction().execute(async (tx) => {
    const { from, until } = samplePlaceIds
    await tx.deleteFrom('address_lookup_places').where('id', '>=', from).where('id', '<', until).execute()
    await tx.updateTable('address_lookup_state').set({ places: 1 }).where('id', '=', 1).execute()
  })
  progress({ phase: 'indexing', counts })
  await settleAddresses(database)
  await forgetParts(database)
  return resumed > 0 ? { ...counts, resumed } : counts
}

/** Stores names of areas for places that are imported later. */
export async function storeAreas(
  { database: { db }, progress }: ImportTarget,
  rows: AsyncIterable<ReturnType<typeof areaIn>>,
): Promise<ImportCounts> {
  const counts = { areas: 0, invalid: 0 }
  let waiting = new Map<string, { readonly code: string; readonly name: string }>()
  const write = async () => {
    const some = [...waiting.values()]
    waiting = new Map()
    await db.transaction().execute((tx) => insertMany(tx, 'address_lookup_areas', some, { replaceOn: ['code'] }))
  }
  for await (const row of rows) {
    if (row) {
      counts.areas += 1
      if (counts.areas > mostAreas) throw invalidImport(`it has more than ${mostAreas} areas`)
      waiting.set(row.code, row)
    } else counts.invalid += 1
    if (waiting.size >= rowsAtOnce) await write()
    refuseOther({ valid: counts.areas, invalid: counts.invalid })
    progress({ phase: 'reading', counts: { ...counts } })
  }
  if (waiting.size > 0) await write()
  return counts
}
