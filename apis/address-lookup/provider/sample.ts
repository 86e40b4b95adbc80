// Stores the sample in the background when the provider is first opened over empty tables. Doing so at each start would
// cost every gateway some seconds, even one that is never asked for addresses.
import type { ProviderKit } from '#define'
import { createPacer, createSnapshot, createWriteSlices, insertMany, readRevision } from '#provider'
import type { Database, Tables } from '../tables.ts'
import type { Origin } from './addresses/ids.ts'
import type { AddressRecord } from './addresses/record.ts'
import { placeRow } from './places/record.ts'
import { saveAddresses, settleAddresses } from './search/store.ts'

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
  await settleAddresses(database)
}

async function saveInSlices(database: Database, records: Iterable<AddressRecord>, origin: Origin): Promise<void> {
  const slices = createWriteSlices({ first: 200, most: 2000 })
  const pause = createPacer()
  let waiting: AddressRecord[] = []
  const write = async () => {
    const some = waiting
    waiting = []
    if (some.length === 0) return
    await slices.run(some.length, () =>
      database.db.transaction().execute((db) => saveAddresses({ ...database, db }, some, origin)),
    )
  }
  for (const record of records) {
    waiting.push(record)
    if (waiting.length >= slices.size) await write()
    const pausing = pause()
    if (pausing) await pausing
  }
  await write()
}
