// A feed with more names than any game has is refused before it fills memory or the store.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMarketplace } from '../../../test/marketplace.ts'
import { openPriceWorld } from '../../../test/world.ts'
import { sourceByKey } from '../connectors/sources.ts'
import { FeedError } from './feed-error.ts'

test('a feed with too many names is refused, and nothing of it is stored', async (t) => {
  const world = await openPriceWorld(t)
  const rows = Array.from({ length: 200_001 }, (_, at) => `{"name":"a${at}","price":1,"have":1}`)
  const marketplace = await openMarketplace(t, () => `[${rows.join()}]`)
  world.allow({ config: marketplace.config })
  const source = sourceByKey('loot_farm')
  assert.ok(source)
  await assert.rejects(world.ingest(source), (error) => error instanceof FeedError && error.reason === 'shape')
  assert.deepEqual(await world.kit.db.selectFrom('item_market_names').selectAll().limit(1).execute(), [])
  assert.deepEqual(await world.kit.db.selectFrom('item_market_current').selectAll().limit(1).execute(), [])
})
