// Digests of addresses are kept for years, so an address has the same one in every version.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { readOrder } from './order.ts'
import { traitsOf } from './traits.ts'

test('the digest of an address is that of its letters and digits in lower case, without accents', async () => {
  const fields = {
    ip: '8.8.8.8',
    key: 'A'.repeat(32),
    ship_addr: 'Große Straße 1 b',
    ship_city: 'Łódź',
    ship_zip_code: '90-001',
  }
  const order = readOrder(new Map(Object.entries({ ...fields, ship_country: 'PL', bill_country: 'PL' })))
  const traits = await traitsOf(order, { salt: 'salt', hashOf: async (text) => text })
  const text = 'address:großestraße1b|łodz|90001|pl'
  assert.deepEqual(traits.get('address'), createHmac('sha256', 'salt').update(text).digest().subarray(0, 16))
})
