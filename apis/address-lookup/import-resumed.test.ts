// Imports that broke off, on each database: the file that is sent again is stored from where it ended, and what is
// stored in the end is what an import without interruption stores.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { before, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { until } from '../../tests/harness/until.ts'
import { importAddresses } from './provider/import/importer.ts'
import { openWorld, type World } from './test/world.ts'

/** A beginning of 4,096 bytes is read before the first part. */
const rowsPerPart = 100
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const heading = 'postcode,post_town,thoroughfare,building_number,udprn'
const row = (at: number, street = 'Long Road') => `ZX${at % 7} 2AB,Otherbury,${street},${at},${53_000_000 + at}`
const rows = (from: number, until: number, street?: string) =>
  Array.from({ length: until - from }, (_, at) => row(from + at, street))
const fileOf = (lines: readonly string[]) => [heading, ...lines].map((line) => `${line}\n`)

await eachStore('imports that broke off', (database) => {
  let world: World
  before(async () => {
    world = await openWorld({ database: database.store })
  })
  const send = (chunks: AsyncIterable<Buffer>) =>
    importAddresses(world.kit, { name: 'file.csv', account: 'acc_test', chunks }, () => undefined, { rowsPerPart })
  const sendAll = (lines: readonly string[]) => send(Readable.from([Buffer.from(lines.join(''))]))
  /** Sends lines until all their parts are stored; then the connection breaks. */
  async function* broken(lines: readonly string[], headings = 1): AsyncGenerator<Buffer> {
    const last = Math.floor((lines.length - headings) / rowsPerPart) - 1
    const stored = () =>
      world.kit.db
        .selectFrom('address_lookup_import_parts')
        .select('digest')
        .where('part', '=', last)
        .executeTakeFirst()
    const earlier = await stored()
    yield Buffer.from(lines.join(''))
    const isStored = async () => {
      const part = await stored()
      return part !== undefined && part.digest !== earlier?.digest
    }
    await until(isStored, 'the part before the break')
    throw new Error('the connection is broken')
  }
  const stored = async () => ({
    addresses: await world.kit.db.selectFrom('address_lookup_addresses').selectAll().orderBy('id').execute(),
    // the test addresses are counted again with each import
    words: await world.kit.db
      .selectFrom('address_lookup_vocabulary')
      .selectAll()
      .where('word', 'like', '%zx%')
      .orderBy('word')
      .execute(),
  })
  const clear = async () => {
    const { db } = world.kit
    for (const table of ['addresses', 'vocabulary', 'import_parts'] as const)
      await db.deleteFrom(`address_lookup_${table}`).execute()
  }
  const lineOf = async (udprn: number) => (await world.result(`/udprn/${udprn}?filter=line_1`)).line_1

  test('the file that is sent again is not stored twice, and in the end everything is as without interruption', async () => {
    const file = fileOf(rows(0, 450))
    assert.deepEqual(await sendAll(file), { addresses: 450, invalid: 0, removed: 0 })
    const whole = await stored()
    await clear()
    await assert.rejects(send(broken(file.slice(0, 371))), /broken/)
    // what a second import would write again
    await world.kit.db
      .updateTable('address_lookup_addresses')
      .set({ lat: 1 })
      .where('id', '<', 2 ** 50)
      .execute()
    const resumed = 300
    assert.deepEqual(await sendAll(file), { addresses: 450, invalid: 0, removed: 0, resumed })
    const { addresses, words } = await stored()
    assert.equal(addresses.filter(({ lat }) => lat === 1).length, resumed)
    assert.deepEqual(
      addresses.map((one) => (one.lat === 1 ? { ...one, lat: null } : one)),
      whole.addresses,
    )
    assert.deepEqual(words, whole.words)
  })

  test('an import that was complete is stored from the beginning when it is repeated', async () => {
    assert.deepEqual(await sendAll(fileOf(rows(0, 450))), { addresses: 450, invalid: 0, removed: 0 })
  })

  test('a file that differs is stored from there, and another one stored in between makes the first start again', async () => {
    const first = fileOf(rows(0, 500))
    await assert.rejects(send(broken(first.slice(0, 481))), /broken/)
    const changed = fileOf([...rows(0, 250), ...rows(250, 500, 'New Road')])
    await assert.rejects(send(broken(changed.slice(0, 481))), /broken/)
    assert.equal(await lineOf(53_000_360), '360 New Road')
    // two whole parts are the same in both
    assert.equal((await sendAll(first)).resumed, 200)
    assert.deepEqual([await lineOf(53_000_010), await lineOf(53_000_360)], ['10 Long Road', '360 Long Road'])
  })

  test('coordinates go on where they ended, with the counts of the whole file', async () => {
    await sendAll(fileOf(rows(0, 6).map((line) => line.replace(/ZX\d/, 'ZX7'))))
    const codePoint = Array.from({ length: 260 }, (_, at) => {
      const postcode = at === 5 ? 'ZX7 2AB' : `ZX8 ${at % 10}${letters[Math.floor(at / 10)]}A`
      return `${postcode},10,400100,300200,E92000001,E19000001,E18000002,,E07000001,E05000001\n`
    })
    await assert.rejects(send(broken(codePoint.slice(0, 210), 0)), /broken/)
    assert.deepEqual(await sendAll(codePoint), {
      ...{ postcodes: 260, addresses: 6, unmatched: 259, resumed: 200 },
      ...{ terminated: 0, unlocated: 0, invalid: 0 },
    })
    world.clock.advance(5000)
    assert.equal((await world.result('/udprn/53000003')).eastings, 400_100)
  })

  test('an address that a file withdraws and brings again stays, also when the import is repeated', async () => {
    const columns =
      'UPRN,UDPRN,STREET_NAME,BUILDING_NUMBER,POST_TOWN,POSTCODE,SINGLE_LINE_ADDRESS,CHANGE_CODE,LATITUDE,LONGITUDE'
    const core = (uprn: number, change: string) =>
      `${uprn},${54_000_000 + uprn},MILL LANE,${uprn},OTHERBURY,ZX2 3CD,,${change},52.6,-1.99`
    const lines = [core(1, 'D'), ...Array.from({ length: 150 }, (_, at) => core(at + 1, 'I')), core(150, 'D')]
    const file = [columns, ...lines].map((line) => `${line}\n`)
    await assert.rejects(send(broken(file.slice(0, 120))), /broken/)
    assert.deepEqual(await sendAll(file), { addresses: 150, invalid: 0, removed: 2, resumed: 100 })
    assert.equal((await world.result('/udprn/54000001')).line_1, '1 Mill Lane')
    assert.deepEqual(await world.codeOf('/udprn/54000150'), [404, 4044])
  })
})
