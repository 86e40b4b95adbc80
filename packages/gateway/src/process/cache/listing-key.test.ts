// What the cache keys of listings guarantee.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createListingKeys } from './listing-key.ts'

test('a key names its account and its listing, however many keys were made before', () => {
  const name = fc.stringMatching(/^[a-z_0-9-]{1,3}$/)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.tuple(name, name)), (capacity, pairs) => {
      const keyOf = createListingKeys(capacity)
      for (const [account, slug] of pairs)
        assert.deepEqual(keyOf(account, slug), { accountId: account, slug, name: `${account}/${slug}` })
    }),
  )
})

test("an account id with a slash is refused, because its key could be another account's", () => {
  assert.throws(() => createListingKeys(10)('a/b', 'c'), RangeError)
})
