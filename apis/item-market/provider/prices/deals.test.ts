// Pages of deals.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPriceWorld } from '../../test/world.ts'

test('pages of deals join up to all of them, and a limit beyond 500 counts as 500', async (t) => {
  const world = await openPriceWorld(t)
  const pageAt = async (offset: number, limit: number) =>
    Object((await world.ask('deals', { min_discount: 0, limit, offset })).body)
  const namesOf = ({ deals }: { deals: { market_hash_name: string }[] }) =>
    deals.map(({ market_hash_name: name }) => name)
  const total = Number((await pageAt(0, 1)).total)
  assert.ok(total > 1000)
  const names: string[] = []
  while (names.length < total) {
    const page = await pageAt(names.length, 10_000)
    assert.equal(page.offset, names.length)
    assert.ok(page.count > 0 && page.count <= 500)
    names.push(...namesOf(page))
  }
  assert.equal(new Set(names).size, total)
  assert.deepEqual(namesOf(await pageAt(495, 10)), names.slice(495, 505))
  assert.deepEqual(namesOf(await pageAt(total, 10)), [])
})
