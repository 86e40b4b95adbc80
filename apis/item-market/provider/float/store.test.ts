// The store of known floats on both databases: one row per item, ranks, leaderboards and the bound.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { migrationList } from '#store'
import { eachStore } from '../../../../tests/harness/services.ts'
import { migrations } from '../../migrations/list.ts'
import type { Tables } from '../../tables.ts'
import { openItemWorld } from '../../test/world.ts'
import type { Certificate } from '../inspect/certificate.ts'
import { encodeCertificate } from '../inspect/certificate-writer.ts'
import { createFloatStore, type FloatStore, type KnownFloat, rankLimit, totalLimit } from './store.ts'

type Item = Certificate & { readonly wear: number }

function item(members: Partial<Item> = {}): Item {
  const plain = { defIndex: 7, paintIndex: 44, rarity: 5, quality: 4, wear: Math.fround(0.1), seed: 661 }
  return { ...plain, stickers: [], keychains: [], ...members }
}
function known(of: Item, members: Partial<KnownFloat> = {}): KnownFloat {
  return { item: of, certificate: encodeCertificate(of), assetId: of.itemId, owner: undefined, ...members }
}
const everyAk = { defIndex: 7, paintIndexes: [44], stattrak: undefined, souvenir: undefined, wear: undefined }
const plainAk = { defIndex: 7, paintIndex: 44, stattrak: false, souvenir: false }
const top = { order: 'lowest', limit: 100 } as const

await eachStore('known floats', (database) => {
  let store: FloatStore
  let db: ReturnType<typeof database.store.db.withTables<Pick<Tables, keyof Tables>>>
  before(async () => {
    await database.store.migrate('item-market', migrationList(migrations))
    db = database.store.db.withTables<Pick<Tables, keyof Tables>>()
    store = createFloatStore(db)
  })
  beforeEach(async () => {
    await db.deleteFrom('item_market_floats').execute()
  })
  const remember = (one: KnownFloat, nowMs = 1000) => store.remember([one], nowMs)

  test('an item seen again stays one row that keeps the time it was first seen', async () => {
    await remember(known(item({ itemId: '5' }), { owner: '76561198000000001' }), 1000)
    const dressed = item({ itemId: '5', stickers: [{ slot: 0, id: 76 }] })
    await remember(known(dressed), 9000)
    const row = await store.find('5')
    assert.deepEqual(
      [row?.first_seen, row?.last_seen, row?.stickers_count, row?.owner, row?.certificate],
      [1000, 9000, 1, '76561198000000001', encodeCertificate(dressed)],
    )
    assert.equal((await store.leaders(everyAk, top)).total, 1)
  })

  test('an item seen many times within a second is written once', async () => {
    await remember(known(item({ itemId: '5' })), 1000)
    await remember(known(item({ itemId: '5' })), 1900)
    assert.equal((await store.find('5'))?.last_seen, 1000)
    await remember(known(item({ itemId: '5' })), 2000)
    assert.equal((await store.find('5'))?.last_seen, 2000)
  })

  test('a known asset id is not taken over by another item', async () => {
    await remember(known(item({ itemId: '5', wear: Math.fround(0.2) })))
    for (const other of [{ wear: 0 }, { seed: 1 }, { paintIndex: 282 }, { defIndex: 9 }])
      await remember(known(item({ itemId: '5', wear: Math.fround(0.2), ...other })), 99_000)
    const row = await store.find('5')
    assert.deepEqual([row?.wear, row?.seed, row?.last_seen], [Math.fround(0.2), 661, 1000])
  })

  test('certificates without an asset id are one row for each item that they describe', async () => {
    await remember(known(item()))
    await remember(known(item({ rarity: 0, customName: 'other tool' })))
    await remember(known(item({ seed: 662 })))
    await remember(known(item({ killEaterType: 0, killEaterValue: 5 })))
    assert.equal((await store.leaders(everyAk, top)).total, 3)
  })

  test('a float keeps every bit through the store', async () => {
    const wears = [0.012299999594688416, 0.9999999403953552, 1.401298464324817e-45, 0.3799999952316284]
    for (const [at, wear] of wears.entries()) await remember(known(item({ itemId: String(at + 1), wear })))
    const { rows } = await store.leaders(everyAk, top)
    assert.deepEqual(
      rows.map((row) => row.wear),
      wears.toSorted((a, b) => a - b),
    )
    assert.deepEqual(await store.rank(plainAk, 0.012299999594688416), { low: 2, high: 3 })
  })

  test('ranks count only the same paint, counter and souvenir, and equal floats share a rank', async () => {
    for (const [at, wear] of [0.1, 0.2, 0.2, 0.3].entries())
      await remember(known(item({ itemId: String(at + 1), wear: Math.fround(wear) })))
    await remember(known(item({ itemId: '10', wear: 0, killEaterType: 0 })))
    await remember(known(item({ itemId: '11', wear: 0, quality: 12 })))
    await remember(known(item({ itemId: '12', wear: 0, paintIndex: 45 })))
    assert.deepEqual(await store.rank(plainAk, Math.fround(0.2)), { low: 2, high: 2 })
    assert.deepEqual(await store.rank(plainAk, Math.fround(0.1)), { low: 1, high: 4 })
    assert.deepEqual(await store.rank({ ...plainAk, stattrak: true }, 0), { low: 1, high: 1 })
  })

  test('ranks beyond the first thousand are not reported, and counting stops at its limit', async () => {
    const wears = Array.from({ length: totalLimit + 1 }, (_, at) => at / 16384)
    const rows = wears.map((wear, at) => ({
      identity: `a:${at}`,
      asset_id: String(at),
      def_index: 7,
      paint_index: 44,
      stattrak: 0,
      souvenir: 0,
      wear,
      seed: 1,
      owner: null,
      stickers_count: 0,
      certificate: '',
      first_seen: 1,
      last_seen: 1,
    }))
    for (let at = 0; at < rows.length; at += 1000)
      await db
        .insertInto('item_market_floats')
        .values(rows.slice(at, at + 1000))
        .execute()
    const last = rankLimit - 1
    assert.deepEqual(await store.rank(plainAk, wears[0] ?? 0), { low: 1, high: null })
    assert.deepEqual(await store.rank(plainAk, wears[last] ?? 0), { low: rankLimit, high: null })
    assert.deepEqual(await store.rank(plainAk, wears[rankLimit] ?? 0), { low: null, high: null })
    assert.deepEqual(await store.rank(plainAk, wears.at(-rankLimit) ?? 0), { low: null, high: rankLimit })
    assert.equal((await store.leaders(everyAk, top)).total, totalLimit)
  })

  test('a leaderboard merges paints and variants in order, from either end, and counts all', async () => {
    const wears = [0.5, 0.1, 0.4, 0.3, 0.2]
    for (const [at, wear] of wears.entries())
      await remember(
        known(
          item({
            itemId: String(at + 1),
            wear: Math.fround(wear),
            paintIndex: at % 2 ? 44 : 45,
            ...(at === 3 ? { killEaterType: 0 } : {}),
          }),
        ),
      )
    const filter = { ...everyAk, paintIndexes: [44, 45] }
    const idsOf = async (members: Partial<typeof filter>, how: { order: 'lowest' | 'highest'; limit: number }) => {
      const { rows, total } = await store.leaders({ ...filter, ...members }, how)
      return [rows.map((row) => row.asset_id), total]
    }
    assert.deepEqual(await idsOf({}, { order: 'lowest', limit: 3 }), [['2', '5', '4'], 5])
    assert.deepEqual(await idsOf({}, { order: 'highest', limit: 2 }), [['1', '3'], 5])
    assert.deepEqual(await idsOf({ paintIndexes: [44] }, top), [['2', '4'], 2])
    const plain = await store.leaders({ ...filter, stattrak: false, souvenir: false }, top)
    assert.equal(plain.total, 4)
    const bounds = { low: Math.fround(0.2), high: Math.fround(0.4) }
    const worn = await store.leaders({ ...filter, wear: bounds }, top)
    assert.deepEqual(
      worn.rows.map((row) => row.asset_id),
      ['5', '4'],
    )
  })

  test('beyond the bound the items not seen for longest are removed, those without an asset id first', async () => {
    await remember(known(item({ seed: 1 })), 9000)
    await remember(known(item({ itemId: '1' })), 3000)
    await remember(known(item({ itemId: '2' })), 2000)
    await remember(known(item({ itemId: '3' })), 1000)
    const prune = (maxItems: number) => createFloatStore(db, { maxItems, pruneEvery: 0 }).remember([], 0)
    await prune(3)
    const idsLeft = async () => (await store.leaders(everyAk, top)).rows.map((row) => row.asset_id)
    assert.deepEqual(await idsLeft(), ['1', '2', '3'])
    await prune(2)
    assert.deepEqual(await idsLeft(), ['1', '2'])
    await prune(2)
    assert.deepEqual(await idsLeft(), ['1', '2'])
  })

  test('however many items are stored, no more than the bound and one round remain', async () => {
    const bounds = { maxItems: 10, pruneEvery: 20 }
    const bounded = createFloatStore(db, bounds)
    for (let at = 0; at < 70; at++) {
      await bounded.remember([known(item({ itemId: String(at + 1), seed: at }))], at)
      assert.ok((await store.leaders(everyAk, top)).total <= bounds.maxItems + bounds.pruneEvery)
    }
  })

  test('the same item stored at the same time by two processes is one row', async () => {
    const second = createFloatStore((await database.another()).db.withTables<Pick<Tables, keyof Tables>>())
    const one = known(item({ itemId: '77' }))
    await Promise.all([store, second, store, second].map((each, at) => each.remember([one], at * 5000)))
    assert.equal((await store.leaders(everyAk, top)).total, 1)
  })

  test('many items at once are one row each, whatever their order and however often they occur', async () => {
    const second = createFloatStore((await database.another()).db.withTables<Pick<Tables, keyof Tables>>())
    const many = Array.from({ length: 250 }, (_, at) => known(item({ itemId: String(1 + (at % 240)), seed: at % 240 })))
    await Promise.all([store.remember(many, 1000), second.remember(many.toReversed(), 90_000), store.remember([], 1)])
    assert.equal((await store.leaders(everyAk, top)).total, 240)
  })

  test('the endpoints store, rank, list and find items', async () => {
    const world = await openItemWorld({ database: database.store, migrated: true })
    const ruby = '5A4AEFE2AAA47742A1597AC559725C6A5962D0F4D5BB591AC659125A0A5A32D9DADADA562A52B7BCC3A6'
    assert.deepEqual((await world.float(ruby)).body.float_rank, { low: 1, high: 1 })
    const { body } = await world.leaderboard('★ StatTrak™ Karambit | Doppler (Factory New)')
    assert.equal(body.total_known, 1)
    const again = await world.float('S76561198084749846A12345678901D7935523998312483177')
    assert.deepEqual([again.status, again.body.source, again.body.phase], [200, 'database', 'Ruby'])
  })
})
