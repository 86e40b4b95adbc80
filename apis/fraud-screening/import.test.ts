// Lists of the operator on both databases: every format, what they change in answers, and files that are not lists.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Failure } from '#define'
import { eachStore } from '../../tests/harness/services.ts'
import { networkKey, networksOf } from './provider/lists/lists.ts'
import type { Tables } from './tables.ts'
import { mmdbOf } from './test/mmdb-writer.ts'
import { folderWith, type OrderFields, openWorld, type World } from './test/world.ts'

const amsterdam = { '192.0.2.0/24': { country: { iso_code: 'NL' }, location: { latitude: 52.37, longitude: 4.9 } } }

/** A row of GeoNames: 19 columns. */
function geoName(
  name: string,
  others: string,
  place: [latitude: number, longitude: number],
  of: [country: string, state: string, population: number],
) {
  const [country, state, population] = of
  return [
    1,
    name,
    name,
    others,
    ...place,
    'P',
    'PPL',
    country,
    '',
    state,
    '',
    '',
    '',
    population,
    '',
    5,
    'Any/Zone',
    '2026-01-01',
  ].join('\t')
}

await eachStore('imported lists', (database) => {
  let world: World
  before(async () => {
    const filesFolder = folderWith({ 'city.mmdb': mmdbOf(amsterdam) })
    world = await openWorld({ database: database.store, kit: { filesFolder } })
  })
  const members = async (order: OrderFields, ...names: string[]) => {
    const answer = await world.screen(order)
    return names.map((name) => answer[name])
  }
  const importList = async (content: string) => {
    const counts = await world.importFile(content, { pieceBytes: 64 })
    ;(await world.open()).refresh?.()
    return counts
  }
  const db = () => database.store.db.withTables<Pick<Tables, keyof Tables>>()

  test('a list of BINs knows country and prepaid cards, by the longest number', async () => {
    const names = ['is_bin_found', 'is_bin_country_match', 'is_bin_prepaid']
    assert.deepEqual(await members({ bin_no: '999999', bill_country: 'US' }, ...names), ['N', 'NA', 'NA'])
    const counts = await importList(
      'BIN,Brand,Type,Category,Issuer,isoCode2\n999999,OWN,CREDIT,STANDARD,Bank,US\n' +
        '99999912,OWN,DEBIT,PREPAID,Bank,FR\nABC,OWN,,,,\n123,OWN,,,,\n',
    )
    assert.deepEqual(counts, { bins: 2, invalid: 2 })
    assert.deepEqual(await members({ bin_no: '999999', bill_country: 'US' }, ...names), ['Y', 'Y', 'N'])
    assert.deepEqual(await members({ bin_no: '999999123', bill_country: 'US' }, ...names), ['Y', 'N', 'Y'])
    assert.deepEqual(await members({ bin_no: '411111' }, ...names), ['Y', 'NA', 'NA'])
  })

  test('the second list of a kind takes the place of the first', async () => {
    assert.deepEqual(await importList('bin;country;prepaid\n888888;DE;yes\n'), { bins: 1, invalid: 0 })
    const names = ['is_bin_found', 'is_bin_country_match', 'is_bin_prepaid']
    assert.deepEqual(await members({ bin_no: '888888', bill_country: 'DE' }, ...names), ['Y', 'Y', 'Y'])
    assert.deepEqual(await members({ bin_no: '999999', bill_country: 'US' }, ...names), ['N', 'NA', 'NA'])
    const rows = await db().selectFrom('fraud_screening_lists').selectAll().where('kind', '=', 'bin').execute()
    assert.equal(rows.length, 1)
  })

  test('addresses and networks of proxies are recognised, and other addresses are then none', async () => {
    const isProxy = async (ip: string) => (await world.screen({ ip })).is_proxy_ip_address
    assert.equal(await isProxy('198.51.100.7'), 'NA')
    const list = '# proxies\n198.51.100.7\n203.0.113.0/24\n2001:db8:1::/48\n::ffff:198.51.100.9\nnonsense\n10.0.0.0/4\n'
    assert.deepEqual(await importList(list), { networks: 4, invalid: 2 })
    for (const ip of ['198.51.100.7', '203.0.113.200', '2001:db8:1:2::3', '198.51.100.9', '::ffff:203.0.113.1'])
      assert.equal(await isProxy(ip), 'Y', ip)
    for (const ip of ['198.51.100.8', '203.0.114.0', '2001:db8:2::', '::cb00:7101'])
      assert.equal(await isProxy(ip), 'N', ip)
  })

  test('Tor’s older exit list is read, of which only some lines hold addresses', async () => {
    const list =
      'ExitNode ABC\nPublished 2026-01-01 00:00:00\nLastStatus 2026-01-01 00:00:00\nExitAddress 192.0.2.4 2026-01-01 00:00:00\n'
    assert.deepEqual(await importList(list), { networks: 1, invalid: 0 })
    assert.equal((await world.screen({ ip: '192.0.2.4' })).is_proxy_ip_address, 'Y')
  })

  test('addresses of freight forwarders are recognised however they are written', async () => {
    const ship = { ship_addr: '12 Ocean Drive, Suite 5', ship_zip_code: '33101', ship_country: 'US' }
    assert.deepEqual(await members(ship, 'is_address_ship_forward'), ['NA'])
    await importList(
      'street,postal_code,country,name\n"12 OCEAN DRIVE SUITE #5",33101,us,Example Forwarding\n,,,\nx,,US,\n',
    )
    assert.deepEqual(await members(ship, 'is_address_ship_forward'), ['Y'])
    assert.deepEqual(await members({ ...ship, ship_addr: '13 Ocean Drive' }, 'is_address_ship_forward'), ['N'])
    assert.deepEqual(await members({ ship_addr: '12 Ocean Drive' }, 'is_address_ship_forward'), ['NA'])
  })

  test('imported cities take the place of the sample; of several with one name the state decides, else the largest', async () => {
    const order = { ip: '192.0.2.1', bill_country: 'US', bill_city: 'Springfield' }
    const ask = async (fields: OrderFields) => {
      const search = new URLSearchParams({ ...order, ...fields, key: 'EXAMPLEKEY0123456789ABCDEFGHIJKL' } as Record<
        string,
        string
      >)
      const { body, headers } = await world.ask<Record<string, string>>(`/v1/order/screen?${search}`, {
        method: 'POST',
      })
      return [Math.round(Number(body.distance_in_km)), headers['x-gateway-sample']]
    }
    assert.deepEqual((await ask({}))[1], 'true')
    const rows = [
      geoName('Springfield', '', [42.1, -72.59], ['US', 'MA', 155_000]),
      geoName('Springfield', 'Queen City', [37.2, -93.29], ['US', 'MO', 170_000]),
      ...Array.from({ length: 300 }, (_none, at) => geoName(`Town ${at}`, '', [0, 0], ['US', 'TX', 1])),
      geoName('Springfield', '', [39.8, -89.64], ['US', 'IL', 114_000]),
      geoName('Nowhere', '', [95, 0], ['US', 'IL', 1]),
    ]
    assert.deepEqual(await importList(`${rows.join('\n')}\n`), { cities: 303, invalid: 1 })
    // from Amsterdam to Springfield, Missouri
    assert.deepEqual(await ask({}), [7319, undefined])
    const [largest, massachusetts, illinois, queen] = [
      await ask({}),
      await ask({ bill_state: 'ma' }),
      await ask({ bill_state: 'IL' }),
      await ask({ bill_city: 'QUEEN CITY' }),
    ]
    assert.deepEqual(queen, largest)
    assert.ok(Number(massachusetts[0]) < Number(illinois[0]) && Number(illinois[0]) < Number(largest[0]))
    assert.equal((await world.screen({ ...order, bill_city: 'Chicago' })).distance_in_km, '-')
  })

  const refusals: Record<string, [content: string | Buffer, reason: RegExp]> = {
    'an empty file': ['', /first line is not that/],
    'a file of something else': ['{"a":1}\n', /first line is not that/],
    'a list without rows': ['bin,country\n', /has no rows/],
    'a list without valid rows': [
      `bin,country\n${'x,y\n'.repeat(1001)}`,
      /more than 1000 lines make no sense, the last of them line 1002/,
    ],
    'a file that is not UTF-8': [
      Buffer.concat([Buffer.from('bin,country\n777777,'), Buffer.from([0xff, 0xfe])]),
      /not UTF-8/,
    ],
    'an endless line': [`192.0.2.1\n${'1'.repeat(200_000)}`, /more than/],
  }
  for (const [what, [content, reason]] of Object.entries(refusals))
    test(`${what} is refused, and the last list stays`, async () => {
      const stored = () =>
        db()
          .selectFrom('fraud_screening_lists')
          .select(['kind', 'batch', 'key'])
          .orderBy('kind')
          .orderBy('key')
          .execute()
      const previous = await stored()
      await assert.rejects(
        world.importFile(content, { pieceBytes: 4096 }),
        (error) => error instanceof Failure && reason.test(error.message),
      )
      assert.deepEqual(await stored(), previous)
    })

  test('an import that broke off is not read, and the next one removes it', async () => {
    const broken = (async function* () {
      yield Buffer.from(`bin,country\n${Array.from({ length: 2000 }, (_none, at) => `${700_000 + at},US\n`).join('')}`)
      throw new Error('the connection broke')
    })()
    const { importFile } = await world.open()
    const file = { name: 'x', account: 'acc_test', chunks: broken }
    await assert.rejects(async () => importFile?.(file, () => undefined), /connection broke/)
    assert.deepEqual(await members({ bin_no: '700001' }, 'is_bin_found'), ['N'])
    await db()
      .insertInto('fraud_screening_lists')
      .values({ kind: 'bin', batch: 'killed', key: '700001', value: '{}' })
      .execute()
    assert.deepEqual(await members({ bin_no: '700001' }, 'is_bin_found'), ['N'])
    await importList('bin,country\n888888,DE\n')
    const rows = await db().selectFrom('fraud_screening_lists').select('key').where('kind', '=', 'bin').execute()
    assert.deepEqual(rows, [{ key: '888888' }])
  })
})

test('networks are found under each length, in either family', () => {
  assert.equal(networkKey('192.0.2.255', 24), networkKey('192.0.2.0', 24))
  assert.notEqual(networkKey('192.0.3.0', 24), networkKey('192.0.2.0', 24))
  assert.equal(networkKey('2001:db8::ffff', 32), networkKey('2001:db8::', 32))
  assert.equal(networkKey('::1.2.3.4', 128), networkKey('::102:304', 128))
  assert.deepEqual([networksOf('192.0.2.1').length, networksOf('::1').length], [25, 113])
})
