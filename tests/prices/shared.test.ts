// Guards that models and other calls spend one budget: together they exceed neither it nor the limit of a key.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openVendor } from '../../apis/model-routing/test/vendor.ts'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { admin } from '../added-apis/document.ts'
import { eachStore } from '../harness/services.ts'
import { smallApi } from '../harness/small-api.ts'
import { openPricesWorld, type PricesWorld } from './world.ts'

await eachStore('models and other calls', (database) =>
  describe('share', () => {
    const closing: (() => unknown)[] = []
    let world: PricesWorld
    before(async () => {
      const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
      const vendor = await openVendor(cleanup, 'gemini', () => ({ json: { embedding: { values: [1, 0] } } }))
      const apis = [smallApi(), ...(await loadApis(undefined, 'model-routing'))]
      world = await openPricesWorld(cleanup, { database: database.target, processes: 2, apis })
      const channel = { name: 'g', kind: 'gemini', base: vendor.base, models: ['m'], prices: { m: { call: '0.25' } } }
      assert.equal((await admin(world.gateway, 'POST', '/apis/model-routing/channels', channel)).status, 201)
      await world.price('small', '*', '0.1')
    })
    after(async () => {
      for (const close of closing) await close()
    })

    async function call(key: string, at: number): Promise<number> {
      const [gateway, isModel] = [world.gateways[Math.floor(at / 2) % 2] ?? world.gateway, at % 2 === 0]
      const headers = { 'x-gateway-provider': isModel ? 'embedded' : 'live', 'content-type': 'application/json' }
      const path = isModel ? 'model-routing/v1/models/m:embedContent' : 'small/things/one'
      const embed = { method: 'POST', body: JSON.stringify({ content: { parts: [{ text: 'a' }] } }) }
      const response = await gateway.call(`/v1/proxy/${path}`, { ...(isModel ? embed : {}), key, headers })
      await response.arrayBuffer()
      assert.ok([200, 402, 429].includes(response.status), String(response.status))
      if (response.status !== 200) return 0
      return isModel ? 25 : 10
    }
    /** Makes a call of each kind, then many at once, and returns the cents that they cost. */
    async function spend(key: string, budget: string, who?: string) {
      const first = [await call(key, 0), await call(key, 1)]
      assert.deepEqual(first, [25, 10])
      const calls = Array.from({ length: 16 }, (_none, at) => call(key, at))
      const paid = [...first, ...(await Promise.all(calls))].reduce((sum, cents) => sum + cents, 0)
      // settlements of models are written within a tenth of a second
      await new Promise((resolve) => setTimeout(resolve, 300))
      const { spent, held } = await world.spentOf(budget, who)
      assert.deepEqual([Math.round(Number(spent) * 100), held], [paid, '0'])
      return paid
    }

    test('the budget of an account', async () => {
      const { accountId, key } = await world.gateway.account()
      const usd = { usd: '1', period: 'month', per: 'all', account: accountId }
      const made = await admin(world.gateway, 'POST', '/apis/model-routing/budgets', usd)
      await new Promise((resolve) => setTimeout(resolve, 2100))
      const paid = await spend(key, String(made.json.id))
      assert.ok(paid > 65 && paid <= 100, String(paid))
      const { json } = await admin(world.gateway, 'GET', `/spending?by=model&account=${accountId}`)
      assert.equal(Math.round(Number(json.total) * 100), paid)
      assert.deepEqual(new Set(Object(json).rows.map(({ by }: { by: string }) => by)), new Set(['m', 'thing']))
    })

    test('the limit of a key', async () => {
      const { accountId } = await world.gateway.account()
      const limits = { perMinute: null, perDay: null, usdPerDay: '0.8' }
      const order = { accountId, surface: 'hosted', name: 'Limited', limits } as const
      const { id, key } = await world.gateway.components.keys.create(order)
      const paid = await spend(reveal(key), 'key', id)
      assert.ok(paid > 45 && paid <= 80, String(paid))
    })
  }),
)
