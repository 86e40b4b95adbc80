// The catalogue endpoint over a marketplace's prices of a few items, in dollars.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReply } from '#define'
import type { Cleanup } from '../../../../tests/harness/upstream.ts'
import { openMarketplace, skinportFeed } from '../../test/marketplace.ts'
import { catalogue, openPriceWorld } from '../../test/world.ts'
import { sourceByKey } from '../prices/connectors/sources.ts'
import { createCatalogEndpoint } from './catalog-endpoint.ts'

const redline = (wear: string) => `AK-47 | Redline (${wear})`
const page = {
  game: 'cs2',
  limit: 4,
  offset: 0,
  prices: true,
  sort: 'price',
  currency: 'usd',
  q: 'ak redline',
} as const

async function worldWith(t: Cleanup, prices: Record<string, number>) {
  const world = await openPriceWorld(t)
  const marketplace = await openMarketplace(t, () => skinportFeed(prices))
  world.allow({ config: marketplace.config })
  const skinport = sourceByKey('skinport')
  assert.ok(skinport)
  await world.ingest(skinport)
  return { ...world, catalog: createCatalogEndpoint({ catalogue, prices: world.prices }) }
}

test('items without a price have null and come last, in the order of names', async (t) => {
  const world = await worldWith(t, { [redline('Minimal Wear')]: 90.5, [redline('Well-Worn')]: 20 })
  const answer = await world.catalog(page)
  assert.ok(!isReply(answer))
  assert.deepEqual(
    answer.items.map((item) => [item.market_hash_name, item.price]),
    [
      [redline('Well-Worn'), 20],
      [redline('Minimal Wear'), 90.5],
      [redline('Battle-Scarred'), null],
      [redline('Field-Tested'), null],
    ],
  )
  assert.deepEqual([answer.currency, answer.total], ['USD', 8])
})

test('amounts are in the requested currency, and the order is the same', async (t) => {
  const world = await worldWith(t, { [redline('Minimal Wear')]: 90.5, [redline('Well-Worn')]: 20 })
  const answer = await world.catalog({ ...page, currency: 'EUR', limit: 2 })
  assert.ok(!isReply(answer))
  assert.deepEqual(
    answer.items.map((item) => item.price),
    [18, 81.45],
  )
})
