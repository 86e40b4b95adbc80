// Guards what the provider reports of the cost of calls: an account sees its own, the operator all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVendor } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

test('an account sees what its calls cost and what is left of its own budgets; the operator sees all', async (t) => {
  const vendor = await openVendor(t, 'gemini', () => ({ json: { embedding: { values: [1, 0] } } }))
  const { gateway, call, operate } = await openGatewayWorld(t, {
    channels: [{ name: 'g', kind: 'gemini', base: vendor.base, models: ['m'], prices: { m: { call: '0.25' } } }],
  })
  const other = await gateway.account()
  const embed = { method: 'POST', body: JSON.stringify({ content: { parts: [{ text: 'a' }] } }) }
  for (const [per, usd] of [
    ['account', '0.6'],
    ['key', '10'],
    ['all', '99'],
  ])
    await operate('POST', '/budgets', { model: 'm', per, period: 'total', usd })
  for (const key of [gateway.key, gateway.key, other.key])
    assert.equal((await call('/v1/models/m:embedContent', { ...embed, key })).status, 200)

  const read = async (path: string, headers: Record<string, string>) =>
    bodyOf(await fetch(`${gateway.baseUrl}/v1/${path}`, { headers }))
  const mine = await read('me/spending?by=model', { 'x-gateway-key': gateway.key })
  assert.deepEqual([mine.total, mine.rows], ['0.5', [{ listing: 'model-routing', by: 'm', calls: 2, cost: '0.5' }]])
  const budgets = Object(mine.budgets).map(({ amount, spent, key }: Record<string, string>) => [amount, spent, key])
  const { id } = Object((await read('me', { 'x-gateway-key': gateway.key })).key)
  // two of the same millisecond have no order
  assert.deepEqual(budgets.toSorted(), [
    ['0.6', '0.5', null],
    ['10', '0.5', id],
  ])
  const near = Object((await read('me/overview', { 'x-gateway-key': gateway.key })).needs).find(
    ({ kind }: { kind: string }) => kind === 'budget.near',
  )
  assert.deepEqual([near.level, near.used, near.limit], ['warning', '0.5', '0.6'])

  const admin = { 'x-gateway-admin-key': gateway.adminKey }
  const all = await read('admin/spending?by=account', admin)
  assert.deepEqual([all.total, Object(all.rows).length, Object(all.budgets).length], ['0.75', 2, 5])
  const ofOther = await read(`admin/spending?by=day&account=${other.accountId}`, admin)
  assert.deepEqual([ofOther.total, Object(ofOther.rows).length], ['0.25', 1])
  assert.equal(
    (await read('me/spending?from=2026-02-02&to=2026-02-01', { 'x-gateway-key': other.key })).error.code,
    'input.invalid',
  )
})
