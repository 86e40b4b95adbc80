// What names of places guarantee.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createPlaces } from './listing-key.ts'

test('a place is that of the account and the listing, however many there were before', () => {
  const text = fc.stringMatching(/^[a-z_0-9-]{1,3}$/)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.tuple(text, text)), (capacity, asked) => {
      const placeOf = createPlaces(capacity)
      for (const [account, slug] of asked)
        assert.deepEqual(placeOf(account, slug), { accountId: account, slug, name: `${account}/${slug}` })
    }),
  )
})

test("an account with a slash is refused, as it could name what is another account's", () => {
  assert.throws(() => createPlaces(10)('a/b', 'c'), RangeError)
})
