// Addresses that an earlier version imported are found by their words once this version has started.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrationList, openStore } from '#store'
import { eachStore } from '../../tests/harness/services.ts'
import { migrations } from './migrations/list.ts'
import { rowId } from './provider/addresses/ids.ts'
import { sampleStates } from './provider/sample.ts'
import { addressKeys, addressPairs, addressWords, isCounted } from './provider/search/words.ts'
import { openWorld } from './test/world.ts'

await eachStore('addresses of an earlier version', (database) => {
  test('are found, with their postcodes and places', async () => {
    const store = await openStore(await database.empty())
    try {
      const all = migrationList(migrations)
      await store.migrate('address-lookup', all.slice(0, 5))
      const record = {
        ...{ id: 'paf_7', udprn: 7, country: 'England', country_iso: 'GBR', post_town: 'OLDTOWN', postcode: 'OT1 1AA' },
        ...{ building_number: '3', thoroughfare: 'Former Lane', latitude: 51.5, longitude: -1.25 },
      }
      const own = addressWords(record)
      const words = [...own, ...addressKeys(record), ...addressPairs(own)]
      const id = rowId(record.id, 'imported')
      await sql`insert into address_lookup_addresses (id, postcode, lat, lon, record)
        values (${id}, 'OT11AA', 51.5, -1.25, ${JSON.stringify(record)})`.execute(store.db)
      await (store.dialect.name === 'sqlite'
        ? sql`insert into address_lookup_words (rowid, words) values (${id}, ${words.join(' ')})`
        : sql`insert into address_lookup_words (id, words) values (${id}, ${words.join(' ')}::tsvector)`
      ).execute(store.db)
      const uses = sql.join(words.filter(isCounted).map((word) => sql`(${word}, 1)`))
      await sql`insert into address_lookup_vocabulary (word, uses) values ${uses}`.execute(store.db)
      await sql`update address_lookup_state set sample = ${sampleStates.replaced}, pairs = 1, revision = 1`.execute(
        store.db,
      )

      await store.migrate('address-lookup', all)
      const world = await openWorld({ database: store, migrated: true })
      const found = async (path: string) => {
        const { hits } = await world.result<{ hits: { udprn: number }[] }>(path)
        return hits.map(({ udprn }) => udprn)
      }
      assert.deepEqual(await found('/autocomplete/addresses?query=3%20form'), [7])
      assert.deepEqual(await found('/addresses?query=former%20lane'), [7])
      assert.deepEqual(await found('/addresses?query=lane&box=-1.3,51.6,-1.2,51.4'), [7])
      const [first] = await world.result<{ udprn: number }[]>('/postcodes/ot11aa')
      assert.equal(first?.udprn, 7)
    } finally {
      await store.close()
    }
  })
})
