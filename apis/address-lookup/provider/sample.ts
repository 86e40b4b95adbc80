// Stores the sample in the background when the provider is first opened over empty tables. Storing it at each start
// would cost every gateway some seconds, even one that never serves addresses.
import type { ProviderKit } from '#define'
import { createSnapshot, insertMany, readRevision } from '#provider/sql'
import { placeRow } from '../model/place-record.ts'
import type { Database, Tables } from '../tables.ts'
import { removeSample, settleAddresses } from './search/save.ts'
import { saveInSlices } from './search/save-in-slices.ts'

/** Values of `sample` in the row of state. */
export const sampleStates = { missing: 0, stored: 1, replaced: 2 } as const

export function createSample(kit: ProviderKit<Tables>) {
  const { db, now } = kit
  const state = createSnapshot({
    now: () => now(),
    revision: () => readRevision(db, 'address_lookup_state'),
    load: () => readState(kit),
  })
  let storing: Promise<void> | undefined
  const stored = (): Promise<void> => {
    storing ??= storeSample(kit).catch((error) => {
      storing = undefined
      throw error
    })
    return storing
  }
  return {
    /** Resolves once the store has data. */
    stored,
    /** Reports whether the addresses or places are the sample's. */
    isUsed: async (kind: 'addresses' | 'places') => {
      const { sample, places } = await state.get()
      return kind === 'places' ? places === 0 : sample !== sampleStates.replaced
    },
    drop: state.drop,
  }
}

async function readState({ db }: Database) {
  const row = await db
    .selectFrom('address_lookup_state')
    .select(['sample', 'places'])
    .where('id', '=', 1)
    .executeTakeFirst()
  return { sample: Number(row?.sample ?? 0), places: Number(row?.places ?? 0) }
}

/** Stores the sample; concurrent processes write the same rows. */
async function storeSample(database: Database): Promise<void> {
  const before = await readState(database)
  if (before.sample !== sampleStates.missing) return
  const { fixtures, places, town } = await import('../seed/sample.ts')
  await saveInSlices(database, fixtures, 'fixture')
  if (before.places === 0)
    await insertMany(database.db, 'address_lookup_places', places().map(placeRow), { keepOn: ['id'] })
  await saveInSlices(database, town(), 'sample')
  await database.db
    .updateTable('address_lookup_state')
    .set({ sample: sampleStates.stored })
    .where('id', '=', 1)
    .where('sample', '=', sampleStates.missing)
    .execute()
  // an import can have finished meanwhile
  if ((await readState(database)).sample === sampleStates.replaced) while (!(await removeSample(database)));
  await settleAddresses(database)
}
