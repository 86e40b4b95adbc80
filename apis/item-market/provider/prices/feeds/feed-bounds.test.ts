// A feed of more names than any game has is refused before it fills the memory or the store.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld, openDb, openMarketplace } from '../../../fixtures/price-world.ts'
import { sourceByKey } from '../connectors/sources.ts'
import { ingest } from '../ingest/ingest.ts'
import { FeedError } from './feed-error.ts'

test('a feed of too many names is refused, and nothing of it is stored', async (t) => {
  const world = createWorld(t, await openDb(t))
  const rows = Array.from({ length: 200_001 }, (_, at) => `{"name":"a${at}","price":1,"have":1}`)
  const marketplace = await openMarketplace(t, () => `[${rows.join()}]`)
  world.allow({ config: marketplace.config })
  const source = sourceByKey('loot_farm')
  assert.ok(source)
  await assert.rejects(ingest(world.kit, source), (error) => error instanceof FeedError && error.reason === 'shape')
  assert.deepEqual(await world.kit.db.selectFrom('item_market_names').selectAll().limit(1).execute(), [])
  assert.deepEqual(await world.kit.db.selectFrom('item_market_current').selectAll().limit(1).execute(), [])
})
