// The stored days on both databases: what a save guarantees, and that one process sees what another imported.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationList } from '#store'
import { eachStore } from '../../../../tests/harness/services.ts'
import api from '../../api.ts'
import { migrations } from '../../migrations/list.ts'
import { fixture, openWorld } from '../../test/world.ts'

await eachStore('exchange rates', (database) => {
  const migrated = async (store: typeof database.store) => {
    await store.migrate(api.slug, migrationList(migrations))
    return openWorld({ database: store, migrated: true })
  }

  test('the sample, an import, a correction and a second process all agree', async () => {
    const here = await migrated(database.store)
    const there = await migrated(await database.another())
    await here.seed()
    await there.seed()
    assert.equal((await there.ask('/latest')).headers['x-gateway-sample'], 'true')

    await here.importFile(fixture('eurofxref-hist.csv'))
    const whole = await here.ask('/1999-01-04..')
    assert.equal(Object.keys(Object(Reflect.get(Object(whole.body), 'rates'))).length, 8)
    there.clock.set('2024-11-06T12:00:01Z')
    assert.deepEqual(await there.ask('/1999-01-04..'), whole)

    assert.deepEqual(await there.importFile('Date,USD\n2024-11-05,1.2\n'), { days: 1, rates: 1, added: 0, changed: 1 })
    here.clock.set('2024-11-06T12:00:01Z')
    const latest = Object((await here.ask('/latest')).body)
    assert.deepEqual(latest.rates, { GBP: 0.8393, IDR: 17175.1, JPY: 165.85, USD: 1.2 })
  })

  test('concurrent imports lose nothing', async () => {
    const worlds = [await migrated(database.store), await migrated(await database.another())]
    const codes = ['CHF', 'SEK', 'NOK', 'PLN']
    await Promise.all(codes.map((code, at) => worlds[at % 2]?.importFile(`Date,${code}\n2024-11-01,${at + 2}\n`)))
    const [first] = worlds
    const rates = Object((await first?.ask('/2024-11-01?to=CHF,SEK,NOK,PLN'))?.body).rates
    assert.deepEqual(rates, { CHF: 2, NOK: 4, PLN: 5, SEK: 3 })
  })
})
