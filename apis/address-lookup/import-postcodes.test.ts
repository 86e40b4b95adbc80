// Imports that say where postcodes are, and addresses of other countries, on each database. All rows are made up.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { openWorld, type World } from './test/world.ts'

const addresses = [
  'postcode,post_town,building_number,thoroughfare,udprn,latitude,longitude',
  'ZX1 2AB,Otherbury,12,High Street,51000001,,',
  'ZX1 2AB,Otherbury,14,High Street,51000002,53.5,-1.5',
  'ZX2 3CD,Otherbury,1,Mill Lane,51000003,,',
  'BT99 9ZZ,Northbury,1,Quay Street,51000004,,',
].join('\n')
const unmatched = { unmatched: 0, terminated: 0, unlocated: 0, invalid: 0 }
const codePoint = (...rows: string[]) =>
  rows.map((row) => `${row},E92000001,E19000001,E18000002,,E07000001,E05000001`).join('\r\n')
const directory = [
  'pcd7,pcds,dointr,doterm,usertype,oseast1m,osnrth1m,ctry25cd,lat,long,oa',
  'ZX1 2AB,ZX1 2AB,198001,,1,400100,300200,W92000004,52.6,-1.99,E00000001',
  'BT999ZZ,BT99 9ZZ,198001,,0,146000,530000,N92000002,54.6,-5.93,N00000001',
  'ZX2 3CD,ZX2 3CD,198001,202001,0,400100,300200,E92000001,52.6,-1.99,E00000001',
  'ZX9 9ZZ,ZX9 9ZZ,198001,,0,400100,300200,E92000001,52.6,-1.99,E00000001',
  'ZX9 9YY,ZX9 9YY,198001,,0,,,E92000001,99.999999,0,E00000001',
  'none,none,198001,,0,,,E92000001,52,0,E00000001',
].join('\n')
const feature = (properties: object, coordinates: unknown = [-104.99, 39.74]) =>
  JSON.stringify({ type: 'Feature', properties, geometry: { type: 'Point', coordinates } })

type Located = Readonly<Record<'latitude' | 'longitude' | 'eastings' | 'northings', number>> &
  Readonly<Record<'country' | 'postcode_type', string>>

await eachStore('imports of positions', (database) => {
  let world: World
  const found = (udprn: number) =>
    world.result<Located>(`/udprn/${udprn}?filter=latitude,longitude,eastings,northings,country,postcode_type`)
  before(async () => {
    world = await openWorld({ database: database.store })
    await world.importFile(addresses)
  })

  test('Code-Point Open gives addresses without coordinates those of their postcode', async () => {
    const file = codePoint('"ZX2 3CD",10,651410,313177', '"ZX9 9ZZ",10,651410,313177', 'ZX1 2AB,90,0,0', 'none,10,1,1')
    assert.deepEqual(await world.importFile(file), {
      ...{ postcodes: 2, addresses: 1, ...unmatched },
      ...{ unmatched: 1, unlocated: 1, invalid: 1 },
    })
    const { latitude, longitude, ...others } = await found(51_000_003)
    assert.deepEqual(others, { eastings: 651_410, northings: 313_177, country: 'England', postcode_type: '' })
    // the point that the Ordnance Survey's guide converts, on WGS 84
    assert.ok(Math.abs(latitude - 52.657_978) < 5e-5 && Math.abs(longitude - 1.716_053) < 5e-5)
  })

  test('the ONS Postcode Directory is read by its headings, without what is terminated or not located', async () => {
    assert.deepEqual(await world.importFile(directory), {
      ...{ postcodes: 3, addresses: 2, unmatched: 1 },
      ...{ terminated: 1, unlocated: 1, invalid: 1 },
    })
    const onGrid = { latitude: 52.6, longitude: -1.99, eastings: 400_100, northings: 300_200 }
    assert.deepEqual(await found(51_000_001), { ...onGrid, country: 'Wales', postcode_type: 'L' })
    const { latitude, eastings, country } = await found(51_000_004)
    assert.deepEqual({ latitude, eastings, country }, { latitude: 54.6, eastings: '', country: 'Northern Ireland' })
  })

  test('addresses keep the coordinates they have, and importing a file again changes nothing', async () => {
    assert.equal((await found(51_000_002)).latitude, 53.5)
    const stored = () => world.kit.db.selectFrom('address_lookup_addresses').selectAll().orderBy('id').execute()
    const before = await stored()
    assert.deepEqual(await world.importFile(directory), {
      ...{ postcodes: 3, addresses: 0, unmatched: 3 },
      ...{ terminated: 1, unlocated: 1, invalid: 1 },
    })
    assert.deepEqual(await stored(), before)
  })

  test('located addresses are found by position and by the country that the file told', async () => {
    const { hits } = await world.result<{ hits: { udprn: number }[] }>('/addresses?lon=-1.99&lat=52.6')
    assert.deepEqual(
      hits.map(({ udprn }) => udprn),
      [51_000_001],
    )
    const inWales = await world.result<{ hits: { udprn: number }[] }>('/addresses?query=otherbury&country=Wales')
    assert.deepEqual(
      inWales.hits.map(({ udprn }) => udprn),
      [51_000_001],
    )
  })

  test('a postcode that only such a file has is not found, and not suggested', async () => {
    const { status, body } = await world.ask<{ code: number; suggestions: string[] }>(
      '/postcodes/ZX99ZZ?api_key=ak_example',
    )
    assert.deepEqual([status, body.code], [404, 4040])
    assert.ok(!body.suggestions.includes('ZX9 9ZZ'))
  })

  test('more addresses of a postcode than are read at once are all located', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => `ZX4 5GH,Otherbury,${at + 1},Long Road,${52_000_000 + at},,`)
    await world.importFile([addresses.split('\n')[0], ...rows].join('\n'), { pieceBytes: 4096 })
    const counts = await world.importFile(codePoint('ZX4 5GH,10,400100,300200'))
    assert.deepEqual(counts, { postcodes: 1, addresses: 700, ...unmatched })
    assert.equal((await found(52_000_699)).eastings, 400_100)
  })

  test('features of OpenAddresses become addresses of the country that the name of the file begins with', async () => {
    const properties = { number: '1600', street: 'Example Avenue', unit: 'Apt 2', city: 'Denver', region: 'CO' }
    const file = [
      feature({ ...properties, postcode: '80999', hash: '0123456789abcdef' }),
      feature({ ...properties, number: '' }),
      feature(properties, null),
    ].join('\n')
    await assert.rejects(world.importFile(file, { name: 'denver.geojson' }), /begin the name of the file/)
    for (let times = 0; times < 2; times++) {
      const counts = await world.importFile(file, { name: 'us-denver.geojson' })
      assert.deepEqual(counts, { addresses: 1, invalid: 2, removed: 0 })
    }
    // later than any cached vocabulary
    world.clock.advance(5000)
    const address = await world.result('/autocomplete/addresses/oa_0123456789abcdef/gbr')
    const { country_iso_2, country, post_town, latitude, native } = address
    assert.deepEqual(
      { country_iso_2, country, post_town, latitude },
      { country_iso_2: 'US', country: 'United States', post_town: 'Denver', latitude: 39.74 },
    )
    assert.deepEqual(native, { ...properties, postcode: '80999' })
    const { hits } = await world.result<{ hits: { id: string }[] }>(
      '/autocomplete/addresses?query=1600 example&context=usa',
    )
    assert.equal(hits[0]?.id, 'oa_0123456789abcdef')
  })

  test('postal codes of GeoNames locate the addresses of their own country only', async () => {
    await world.importFile(
      'postcode,post_town,thoroughfare,country_iso,udprn\nZX5 6JK,Otherbury,Short Lane,GBR,53000001\n',
    )
    const row = (country: string, latitude: string) =>
      [country, 'ZX5 6JK', 'Otherbury', '', '', '', '', '', '', latitude, '1.5', '6'].join('\t')
    const located = (...rows: string[]) => world.importFile(rows.join('\n'))
    const none = { postcodes: 1, addresses: 0, ...unmatched, unmatched: 1 }
    assert.deepEqual(await located(row('CA', '50')), none)
    // that of a test address, which stays as it is
    assert.deepEqual(await located(row('US', '50').replace('ZX5 6JK', '81000')), none)
    const counts = await located(row('CA', '50'), row('GB', '51.5'))
    assert.deepEqual(counts, { postcodes: 2, addresses: 1, ...unmatched, unmatched: 1 })
    assert.equal((await found(53_000_001)).latitude, 51.5)
  })
})

describe('a file of postcodes', () => {
  test('leaves the sample as it is', async () => {
    const world = await openWorld()
    await world.result('/udprn/8')
    const counts = await world.importFile(codePoint('ID1 1QD,10,400100,300200'))
    assert.deepEqual(counts, { postcodes: 1, addresses: 0, ...unmatched, unmatched: 1 })
    assert.equal((await world.ask('/udprn/900000005')).headers['x-gateway-sample'], 'true')
  })

  test('is refused when it has no postcodes', async () => {
    const world = await openWorld()
    await assert.rejects(world.importFile('pcds,lat,long\nnone,1,2\n'), /no postcodes/)
  })
})
