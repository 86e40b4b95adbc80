// A feed table holds the rows of each name as if they had been merged at the end, whenever the names get their ids.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openPriceWorld } from '../../../test/world.ts'
import type { FeedRow } from '../feeds/source.ts'
import { variantName, variantSpace } from '../feeds/variants.ts'
import { createItemIds } from '../store/item-ids.ts'
import { createFeedTable } from './feed-table.ts'

const amount = fc.integer({ min: 1, max: 1_000_000 })
const row: fc.Arbitrary<FeedRow> = fc.record(
  {
    name: fc.constantFrom('A', 'B', 'C', 'D'),
    phase: fc.constantFrom('Ruby', 'Phase 1'),
    price: amount,
    quantity: fc.option(fc.nat(100)),
    bid: amount,
    volume: fc.nat(100),
  },
  { requiredKeys: ['name', 'price', 'quantity'] },
)
const sumOf = (values: readonly (number | null)[]) => {
  const reported = values.filter((value) => value !== null)
  return reported.length === 0 ? null : reported.reduce((sum, value) => sum + value, 0)
}

test('rows of one name are one entry, whether its id was assigned before, meanwhile or at the end', async (t) => {
  const { kit } = await openPriceWorld(t)
  const { db } = kit
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), fc.nat(30), fc.subarray(['A', 'B']), async (rows, at, early) => {
      await db.deleteFrom('item_market_names').execute()
      const ids = createItemIds()
      await ids.assign(kit, 'cs2', early)
      const table = createFeedTable(ids, 'cs2')
      for (const [index, one] of rows.entries()) {
        // another feed of the same game may assign ids meanwhile
        if (index === at) await ids.assign(kit, 'cs2', ['B', 'C'])
        table.add(one)
      }
      await table.assignIds(kit)
      const expected = new Map<string, FeedRow[]>()
      const put = (key: string, one: FeedRow) => expected.set(key, [...(expected.get(key) ?? []), one])
      for (const one of rows) {
        put(`cs2 ${one.name}`, one)
        if (one.phase !== undefined) put(`${variantSpace('cs2')} ${variantName(one.name, one.phase)}`, one)
      }
      assert.equal(table.items, new Set(rows.map(({ name }) => name)).size)
      assert.equal(table.rows.size, expected.size)
      for (const [key, together] of expected) {
        const space = key.startsWith(variantSpace('cs2')) ? variantSpace('cs2') : 'cs2'
        const item = ids.idOf(space, key.slice(space.length + 1))
        assert.ok(item !== undefined && ids.isItem(item) === (space === 'cs2'), key)
        const row = table.rows.get(item)
        assert.equal(row?.price, Math.min(...together.map(({ price }) => price)))
        assert.equal(row?.quantity, sumOf(together.map(({ quantity }) => quantity)))
        const bids = together.flatMap(({ bid }) => bid ?? [])
        assert.equal(row?.bid, bids.length === 0 ? undefined : Math.max(...bids))
      }
    }),
  )
})
