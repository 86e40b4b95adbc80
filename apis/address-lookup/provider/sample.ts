// Stores the sample in the background when the provider is first opened over empty tables. Doing so at each start would
// cost every gateway some seconds, even one that is never asked for addresses.
import type { ProviderKit } from '#define'
import { createSnapshot, insertMany, readRevision } from '#provider'
import type { Database, Tables } from '../tables.ts'
import { placeRow } from './places/record.ts'
import { saveInSlices } from './search/save-in-slices.ts'
import { removeSample, settleAddresses } from './search/store.ts'

/** Values of `sample` in the row of state. */
export const sampleStates = { missing: 0, stored: 1, replaced: 2 } as const

export function createSample(kit: ProviderKit<Tables>) {
  const { db, now } = kit
  const state = createSnapshot<number>({
    now: () => now(),
    revision: () => readRevision(db, 'address_lookup_state'),
    load: () => sampleState(kit),
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
    /** Resolves when there is something to answer from. */
    stored,
    isUsed: async () => (await state.get()) !== sampleStates.replaced,
    drop: state.drop,
  }
}

async function sampleState({ db }: Database): Promise<number> {
  const row = await db.selectFrom('address_lookup_state').select('sample').where('id', '=', 1).executeTakeFirst()
  return Number(row?.sample ?? 0)
}

/** Processes that do so at the same time write the same rows. */
async function storeSample(database: Database): Promise<void> {
  if ((await sampleState(database)) !== sampleStates.missing) return
  const { fixtures, places, town } = await import('../seed/sample.ts')
  await saveInSlices(database, fixtures, 'fixture')
  await insertMany(database.db, 'address_lookup_places', places().map(placeRow), { keepOn: ['id'] })
  await saveInSlices(database, town(), 'sample')
  await database.db
    .updateTable('address_lookup_state')
    .set({ sample: sampleStates.stored })
    .where('id', '=', 1)
    .where('sample', '=', sampleStates.missing)
    .execute()
  // an import may have ended meanwhile
  if ((await sampleState(database)) === sampleStates.replaced) while (!(await removeSample(database)));
  await settleAddresses(database)
}
