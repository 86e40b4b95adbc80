// Imports on each database: the Postcode Address File, prices paid and tables with named columns.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { openWorld, type World } from './test/world.ts'

const paf = [
  'ZX1 2AB,OTHERBURY,Upper Ham,,High Street,,12,,,,,,51000001,S,,1A',
  'ZX1 2AB,OTHERBURY,Upper Ham,,High Street,,14,,Flat 2,,,"Smith, Jones & Co",51000002,S,Y,1B',
  'ZX1 9PO,STOKE ON THE MARSH,,,,,,,,77,,Lottery Office,51000003,L,,1A',
  'broken,OTHERBURY,,,,,,,,,,,51000004,S,,1C',
].join('\r\n')
const sale = (paon: string, saon: string, status = 'A') =>
  `"{8CAC1318-9FB5-4D5B-8A6E-0A5D1F3B0C11}","250000","2026-03-02 00:00","ZX2 3CD","T","N","F","${paon}","${saon}","MILL LANE","OTHERBURY","OTHERBURY","HAMSHIRE DISTRICT","HAMSHIRE","A","${status}"`

await eachStore('address imports', (database) => {
  let world: World
  before(async () => {
    world = await openWorld({ database: database.store })
    await world.result('/udprn/8')
  })

  test('the Postcode Address File replaces the sample, but not the test addresses', async () => {
    assert.deepEqual(await world.importFile(paf), { addresses: 3, invalid: 1, removed: 0 })
    world.clock.advance(5000)
    const { body, headers } = await world.ask<{ result: { line_1: string; post_town: string }[] }>('/postcodes/zx12ab')
    assert.deepEqual(
      body.result.map(({ line_1 }) => line_1),
      ['12 High Street', 'Smith, Jones & Co'],
    )
    assert.equal(body.result[0]?.post_town, 'Otherbury')
    assert.equal(headers['x-gateway-sample'], undefined)
    assert.deepEqual(await world.codeOf('/udprn/900000005'), [404, 4044])
    assert.deepEqual(await world.codeOf('/udprn/8'), [200, 2000])
    const { hits } = await world.result<{ hits: { udprn: number }[] }>('/autocomplete/addresses?query=po box 77')
    assert.equal(hits[0]?.udprn, 51_000_003)
  })

  test('importing a file again changes nothing', async () => {
    const count = async () => (await world.kit.db.selectFrom('address_lookup_addresses').select('id').execute()).length
    const before = await count()
    await world.importFile(paf)
    assert.equal(await count(), before)
  })

  test('sales of one property become one address, in title case', async () => {
    const file = [sale('12', ''), sale('12', ''), sale('THE OLD MILL, 14', 'FLAT 3'), sale('16', '', 'D')].join('\n')
    assert.deepEqual(await world.importFile(file), { addresses: 3, invalid: 0, removed: 1 })
    const { body } = await world.ask<{ result: Record<string, string>[] }>('/postcodes/ZX23CD')
    assert.deepEqual(
      body.result.map(({ line_1, line_2, post_town }) => [line_1, line_2, post_town]),
      [
        ['12 Mill Lane', '', 'Otherbury'],
        ['Flat 3', 'The Old Mill', 'Otherbury'],
      ],
    )
  })

  test('a table with named columns is read by its names, in any order', async () => {
    const file =
      'thoroughfare,post_town,postcode,building_number,udprn,latitude,longitude\nKing Road,Otherbury,ZX3 4EF,5,51000009,52.5,1.25\n'
    assert.deepEqual(await world.importFile(file), { addresses: 1, invalid: 0, removed: 0 })
    const address = await world.result('/udprn/51000009?filter=line_1,latitude,longitude')
    assert.deepEqual(address, { line_1: '5 King Road', latitude: 52.5, longitude: 1.25 })
  })
})

describe('a file that is something else', () => {
  for (const [what, file] of [
    ['text', 'Dear Sir or Madam,\nthank you'],
    ['an empty file', ''],
    ['rows without addresses', 'postcode,post_town\nnone,\n'],
  ] as const)
    test(`${what} is refused, and the sample stays`, async () => {
      const world = await openWorld()
      await assert.rejects(world.importFile(file), /import|it has|line/i)
      assert.equal((await world.ask('/udprn/900000005')).status, 200)
    })
})
