// Ranks and leaderboards: they grow with the items that are decoded, and are requested by name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateWith, itemLinks, leadersIn, openItemWorld } from '../../test/world.ts'

const { pointer, ruby } = itemLinks

test('ranks and leaderboards grow with every item that is decoded', async () => {
  const world = await openItemWorld()
  for (const [at, wear] of [0.3, 0.1, 0.2].entries())
    await world.float(
      certificateWith({ defIndex: 7, paintIndex: 282, wear: Math.fround(wear), itemId: String(100 + at), seed: at }),
    )
  await world.float(
    certificateWith({ defIndex: 7, paintIndex: 282, wear: 0.25, itemId: '200', quality: 9, killEaterType: 0 }),
  )
  const middle = await world.float(
    certificateWith({ defIndex: 7, paintIndex: 282, wear: Math.fround(0.2), itemId: '102', seed: 2 }),
  )
  assert.deepEqual(middle.body.float_rank, { low: 2, high: 2 })
  const idsOf = async (name: string, overrides = {}) =>
    leadersIn((await world.leaderboard(name, overrides)).body).map((one) => one.asset_id)
  assert.deepEqual(await idsOf('AK-47 | Redline'), ['101', '102', '200', '100'])
  assert.deepEqual(await idsOf('AK-47 | Redline', { order: 'highest', limit: 2 }), ['100', '200'])
  assert.deepEqual(await idsOf('ak redline (field-tested)'.replace('ak ', 'AK-47 | ')), ['102', '100'])
  assert.deepEqual(await idsOf('StatTrak™ AK-47 | Redline'), ['200'])
  assert.deepEqual(await idsOf('AK-47 | Redline (Minimal Wear)'), ['101'])
  assert.deepEqual(await idsOf('AK-47 | Asiimov'), [])
  const { body } = await world.leaderboard('AK-47 | Redline', { limit: 1 })
  assert.deepEqual([body.name, body.order, body.limit, body.total_known], ['AK-47 | Redline', 'lowest', 1, 4])
})

test('a leaderboard narrows to the phase and variant in its name', async () => {
  const world = await openItemWorld()
  const knife = { defIndex: 507, quality: 3, wear: 0.07 }
  for (const [at, overrides] of [{ paintIndex: 415 }, { paintIndex: 416 }, {}, { killEaterType: 0 }].entries())
    await world.float(certificateWith({ ...knife, ...overrides, itemId: String(at + 1) }))
  const idsOf = async (name: string) => leadersIn((await world.leaderboard(name)).body).map(({ asset_id: id }) => id)
  assert.deepEqual(await idsOf('★ Karambit | Doppler'), ['1', '2'])
  for (const name of ['Karambit | Doppler (Sapphire)', 'karambit doppler sapphire'])
    assert.deepEqual(await idsOf(name), ['2'], name)
  assert.deepEqual(await idsOf('★ Karambit'), ['3'])
  assert.deepEqual(await idsOf('★ StatTrak™ Karambit'), ['4'])
})

test('a pointer link to a known item does not count as seeing it', async () => {
  const world = await openItemWorld()
  await world.float(ruby)
  world.wait(60_000)
  await world.float(pointer)
  const [only] = leadersIn((await world.leaderboard('Karambit | Doppler')).body)
  assert.deepEqual([only?.last_seen, only?.first_seen], ['2026-11-02T12:00:00.000Z', '2026-11-02T12:00:00.000Z'])
  await world.float(ruby)
  const [again] = leadersIn((await world.leaderboard('Karambit | Doppler')).body)
  assert.deepEqual([again?.last_seen, again?.first_seen], ['2026-11-02T12:01:00.000Z', '2026-11-02T12:00:00.000Z'])
})

test('items with the same float share a rank', async () => {
  const world = await openItemWorld()
  for (const [at, wear] of [0.2, 0.1, 0.2, 0.3].entries())
    await world.float(
      certificateWith({ defIndex: 7, paintIndex: 282, wear: Math.fround(wear), itemId: String(at + 1) }),
    )
  assert.deepEqual(
    leadersIn((await world.leaderboard('AK-47 | Redline')).body).map((one) => one.rank),
    [1, 2, 2, 4],
  )
})

test('a name without a skin is unknown, and so is a wear or quality that the skin does not have', async () => {
  const world = await openItemWorld()
  for (const name of [
    'nothing',
    'AK-47',
    'AK-47 | Asiimov (Souvenir)',
    'Souvenir AK-47 | Redline',
    'Karambit | Doppler (Battle-Scarred)',
  ]) {
    const { status, code, fields } = await world.leaderboard(name)
    assert.deepEqual([status, code, fields], [400, 'item.unknown', ['name']], name)
  }
})
