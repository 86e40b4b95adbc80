// Whatever a marketplace sends instead of its rows, a connector yields usable rows or a FeedError, and never fails
// otherwise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mostUnits, unitsOfDollars } from '../../money.ts'
import { FeedError } from '../feeds/feed-error.ts'
import { jsonEntries } from '../feeds/json-entries.ts'
import type { FeedAccess, Source } from '../feeds/source.ts'
import { sources } from './sources.ts'

/** Members of any of the feeds, with values that none should have. */
const members = [
  'market_hash_name name marketname Title GameID min_price min price price_min lowest_price sell_min_price BestPrice',
  'quantity count volume have Count sell_num buy_max_price last_24h last_7d Offers Orders Markets dmarket',
].flatMap((line) => line.split(' '))
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue(),
    fc.constantFrom('AK-47 | Redline (Field-Tested)', '12.34', '1e9', '-1', 1e300, -0, 0.00001, '9'.repeat(40)),
    fc.dictionary(fc.constantFrom(...members), tie('any')),
  ),
})).any

/** The rows are where the connector expects them; everything below is arbitrary. */
function accessTo(rows: unknown): FeedAccess {
  async function* body(path: readonly string[]): AsyncGenerator<Buffer> {
    yield Buffer.from(JSON.stringify(path.reduceRight((inner, name) => ({ [name]: inner }), rows)))
  }
  return {
    body: () => body([]),
    entries: (_path, path) => jsonEntries(body(path), { path: path }),
    unitsIn: async () => unitsOfDollars,
    leftOut: () => undefined,
  }
}

async function rowsOf(source: Source, feed: unknown): Promise<void> {
  try {
    for await (const { name, price, quantity, bid } of source.rows(accessTo(feed))) {
      assert.ok(typeof name === 'string' && name.length > 0 && name.length <= 200)
      for (const amount of bid === undefined ? [price] : [price, bid])
        assert.ok(Number.isSafeInteger(amount) && amount > 0 && amount <= mostUnits, String(amount))
      assert.ok(quantity === null || (Number.isInteger(quantity) && quantity >= 0))
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
  }
}

for (const source of sources) {
  test(`${source.key} takes anything`, async () => {
    const feed = fc.oneof(
      fc.array(value, { maxLength: 5 }),
      fc.dictionary(fc.string(), value, { maxKeys: 5 }),
      fc.jsonValue(),
    )
    await fc.assert(fc.asyncProperty(feed, (rows) => rowsOf(source, rows)))
  })
}
