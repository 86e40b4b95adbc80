// Prices by phase: how phases are read from feeds, that they are listed beside the prices of the name and in no list of
// items, and that a ruby is valued as one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openStore } from '#store'
import { eachStore } from '../../../../tests/harness/services.ts'
import { openMarketplace } from '../../test/marketplace.ts'
import { openPriceWorld, type PriceWorld } from '../../test/world.ts'
import type { Holding } from '../accounts/holding.ts'
import { inventoryView } from '../accounts/inventory-view.ts'
import { readCatalogue } from '../catalogue/catalogue.ts'
import { readGame } from '../games.ts'
import { unify } from './book/unify.ts'
import { sourceByKey } from './connectors/sources.ts'
import { readPhase } from './feeds/variants.ts'

const catalogue = readCatalogue()

const karambit = '★ Karambit | Doppler (Factory New)'
const redline = 'AK-47 | Redline (Field-Tested)'
const phased = catalogue.items.filter(({ skin }) => skin.phases.length > 0)

const field = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce((at, name) => (at === undefined || at === null ? undefined : Reflect.get(Object(at), name)), value)
function list(value: unknown): unknown[] {
  assert.ok(Array.isArray(value), JSON.stringify(value))
  return value
}
async function read(world: PriceWorld, key: string): Promise<void> {
  const source = sourceByKey(key)
  assert.ok(source)
  await world.ingest(source, { trusted: true })
}
/** Lowest prices of an item by phase. */
async function lowestByPhase(world: PriceWorld, name: string): Promise<Record<string, unknown>> {
  const { body } = await world.ask('markets', { name })
  return Object.fromEntries(
    list(field(body, 'variants')).map((one) => [String(field(one, 'phase')), field(one, 'lowest')]),
  )
}
const skinportRow = (name: string, version: string | null, min_price: number) => ({
  market_hash_name: name,
  version,
  currency: 'USD',
  min_price,
  quantity: 2,
})
const holding = (marketHashName: string, phase?: string): Holding => ({
  assetId: '1',
  classId: '1',
  instanceId: '0',
  amount: 1,
  marketHashName,
  name: marketHashName,
  type: null,
  rarity: null,
  wearName: null,
  image: null,
  tradable: true,
  marketable: true,
  wear: undefined,
  seed: undefined,
  phase,
  stickers: [],
  inspectLink: undefined,
  certificate: undefined,
})

test('a phase is read beside the name, after the finish or at the end, and nothing else is taken for one', () => {
  const name = '★ StatTrak™ Karambit | Gamma Doppler (Minimal Wear)'
  for (const written of [
    '★ StatTrak™ Karambit | Gamma Doppler Emerald (Minimal Wear)',
    '★ StatTrak™ Karambit | Gamma Doppler (Emerald) (Minimal Wear)',
    '★ StatTrak™ Karambit | Gamma Doppler | Emerald (Minimal Wear)',
    '★ StatTrak™ Karambit | Gamma Doppler (Minimal Wear) Emerald',
    '★ StatTrak™ Karambit | Gamma Doppler (Minimal Wear) - emerald',
    '★ StatTrak™ Karambit | Gamma Doppler (Minimal Wear) (Emerald)',
  ])
    assert.deepEqual(readPhase(written), { name, phase: 'Emerald' }, written)
  assert.deepEqual(readPhase(name, ' phase 3 '), { name, phase: 'Phase 3' })
  for (const phase of [null, '', 'Phase 5', 3, {}, undefined])
    assert.deepEqual(readPhase(name, phase), { name, phase: undefined }, String(phase))
  for (const other of ['Sticker | Emerald', 'AK-47 | Emerald Pinstripe (Factory New)', 'Doppler Rubyist (Factory New)'])
    assert.deepEqual(readPhase(other, other.startsWith('Doppler') ? undefined : 'Ruby').name, other)
  assert.equal(readPhase(redline, 'Ruby').phase, undefined)
  for (const item of catalogue.items)
    if (item.skin.phases.length === 0) assert.deepEqual(readPhase(item.name), { name: item.name, phase: undefined })
})

test('reading the phase of any name twice changes nothing', () => {
  const part = fc.constantFrom(' Doppler', ' Ruby', ' Phase 1', ' (', ')', ' |', '-', ' ', 'x', ' Black', ' Pearl')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 200 }),
        fc.array(part, { maxLength: 40 }).map((all) => all.join('')),
      ),
      (text) => {
        const { name, phase } = readPhase(text)
        assert.ok(name.length <= text.length)
        if (phase === undefined) assert.equal(name, text)
      },
    ),
  )
})

await eachStore('prices by phase', (database) => {
  test('are listed beside those of the name, marketplace by marketplace, and in no list of items', async (t) => {
    const store = await openStore(await database.empty())
    t.after(() => store.close())
    const world = await openPriceWorld(t, { database: store })
    const feed = [
      skinportRow(karambit, 'Ruby', 5000),
      skinportRow(karambit, 'Phase 2', 900),
      skinportRow(karambit, null, 950),
      skinportRow(redline, null, 12),
    ]
    const bitskins = [{ name: '★ Karambit | Doppler Ruby (Factory New)', price_min: 4_800_000, quantity: 1 }]
    const marketplace = await openMarketplace(t, ({ url }) =>
      JSON.stringify(url.startsWith('/v1/items') ? feed : { list: bitskins }),
    )
    world.allow({ config: marketplace.config })
    await read(world, 'skinport')
    await read(world, 'bitskins')

    const { body } = await world.ask('markets', { name: karambit })
    assert.deepEqual(field(body, 'lowest'), { market: 'skinport', price: 900 })
    assert.deepEqual(
      list(field(body, 'markets')).map((row) => [field(row, 'market'), field(row, 'price'), field(row, 'quantity')]),
      [
        ['skinport', 900, 6],
        ['bitskins', 4800, 1],
      ],
    )
    const variants = list(field(body, 'variants'))
    assert.deepEqual(
      variants.map((one) => [field(one, 'phase'), field(one, 'paint_index'), field(one, 'market_count')]),
      catalogue
        .byName(karambit)
        ?.skin.phases.map(({ phase, paintIndex }) => [phase, paintIndex, { Ruby: 2, 'Phase 2': 1 }[phase] ?? 0]),
    )
    const ruby = variants.find((one) => field(one, 'phase') === 'Ruby')
    assert.deepEqual(field(ruby, 'lowest'), { market: 'bitskins', price: 4800 })
    assert.deepEqual([field(ruby, 'median'), field(ruby, 'average'), field(ruby, 'volume')], [4900, 4900, 3])
    assert.equal(field((await world.ask('markets', { name: redline })).body, 'variants'), undefined)

    const book = await world.books.open(readGame('cs2'))
    assert.deepEqual(book.names(), [redline, karambit])
    const { body: status } = await world.ask('status', {})
    const skinport = list(field(status, 'sources')).find((one) => field(one, 'source') === 'skinport')
    assert.deepEqual([field(status, 'prices', 'items'), field(skinport, 'items')], [2, 2])

    const known = world.kit.db.selectFrom('item_market_sources').select(['id', 'items']).orderBy('id')
    assert.deepEqual(await known.execute(), [
      { id: sourceByKey('skinport')?.id, items: 2 },
      { id: sourceByKey('bitskins')?.id, items: 1 },
    ])

    // the next reading replaces them as it does all others
    feed.splice(0, 2, skinportRow(karambit, 'Phase 4', 910))
    await read(world, 'skinport')
    const lowest = await lowestByPhase(world, karambit)
    assert.deepEqual(lowest.Ruby, { market: 'bitskins', price: 4800 })
    assert.deepEqual([lowest['Phase 2'], lowest['Phase 4']], [null, { market: 'skinport', price: 910 }])
  })
})

test('an item with a known phase has the value of the phase, or that of its name where no marketplace prices the phase', async (t) => {
  const world = await openPriceWorld(t)
  const feed = [skinportRow(karambit, 'Ruby', 5000), skinportRow(karambit, 'Phase 2', 900)]
  const marketplace = await openMarketplace(t, () => JSON.stringify(feed))
  world.allow({ config: marketplace.config })
  await read(world, 'skinport')
  const items = [holding(karambit, 'Ruby'), holding(karambit, 'Sapphire'), holding(karambit), holding(redline, 'Ruby')]
  const holdings = { steamId: '1', items, truncated: false, readAt: 0, simulated: false }
  const request = { game: 'cs2', currency: 'EUR', prices: true }
  const inventory = await inventoryView(holdings, world.prices, request)
  assert.deepEqual(
    inventory.items.map(({ price, price_of_phase }) => [price, price_of_phase]),
    [
      [4500, true],
      [810, false],
      [810, undefined],
      [null, undefined],
    ],
  )
  assert.equal(inventory.total_value, 6120)
  const unpriced = await inventoryView(holdings, world.prices, { ...request, prices: false })
  assert.ok(unpriced.items.every(({ price, price_of_phase }) => price === null && price_of_phase === undefined))
})

test('on the simulated market the offer of a name is that of its cheapest phase, and copies of phases add up', async (t) => {
  const world = await openPriceWorld(t)
  let gems = 0
  for (const moment of ['2026-11-02T12:00:00Z', '2027-03-20T23:59:59Z']) {
    world.setClock(moment)
    const book = await world.books.open(readGame('cs2'))
    for (const { name, skin } of phased) {
      const byPhase = new Map(skin.phases.map(({ phase }) => [phase, book.rows(name, phase)]))
      for (const row of book.rows(name)) {
        const offers = [...byPhase.values()].flat().filter(({ market }) => market === row.market)
        if (row.market === 'steam') {
          assert.equal(offers.length, 0, name)
          continue
        }
        assert.equal(Math.min(...offers.map(({ price }) => price)), row.price, `${name} ${row.market}`)
        assert.equal(
          offers.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
          row.quantity,
        )
        assert.ok(
          offers.every(({ price, quantity, simulated }) => price % 100 === 0 && Number(quantity) > 0 && simulated),
        )
      }
      const lowest = (phase: string) => unify(byPhase.get(phase) ?? [], book.nowMs, book.staleMs).lowest?.price
      for (const gem of ['Ruby', 'Sapphire', 'Black Pearl', 'Emerald']) {
        const price = lowest(gem)
        if (price === undefined) continue
        gems++
        for (const phase of ['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4'])
          assert.ok(price > (lowest(phase) ?? 0), `${name} ${gem} ${phase}`)
      }
    }
  }
  const possible = phased.reduce(
    (sum, { skin }) => sum + 2 * skin.phases.filter(({ phase }) => !/\d/.test(phase)).length,
    0,
  )
  assert.ok(gems > 0.8 * possible, `${gems} of ${possible}: most gems are on offer somewhere`)
})
