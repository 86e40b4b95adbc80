// What the calls of one key may cost in a day, as its owner set it: exact with many calls at once, on both databases,
// and shown to the caller, to the account and to agents.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { eachStore } from '../../tests/harness/services.ts'
import { callTool } from '../../tests/mcp/agent.ts'
import { openVendor } from './test/vendor.ts'
import { bodyOf, openGatewayWorld, type World } from './test/world.ts'

const embed = { method: 'POST', body: JSON.stringify({ content: { parts: [{ text: 'a' }] } }) }
const dayMs = 86_400_000

await eachStore('spending of a key', (database) =>
  describe('limited by its owner', () => {
    const closing: (() => unknown)[] = []
    let world: World
    before(async () => {
      const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
      const vendor = await openVendor(cleanup, 'gemini', () => ({ json: { embedding: { values: [1, 0] } } }))
      const channels = [
        { name: 'g', kind: 'gemini', base: vendor.base, models: ['m'], prices: { m: { call: '0.25' } } },
      ]
      world = await openGatewayWorld(cleanup, { now: '2026-11-02T12:00:00Z', channels, database: database.target })
    })
    after(async () => {
      for (const close of closing) await close()
    })
    async function limitedKey(usdPerDay: string) {
      const { gateway } = world
      const { accountId, key: owner } = await gateway.account()
      const limits = { perMinute: null, perDay: null, usdPerDay }
      const { id, key } = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Agent', limits })
      const as = async (path: string, init: RequestInit = {}, by = reveal(key)) => {
        const headers = { 'x-gateway-key': by, 'content-type': 'application/json' }
        const response = await fetch(`${gateway.baseUrl}/v1/${path}`, { ...init, headers })
        return { status: response.status, headers: response.headers, body: await bodyOf(response) }
      }
      const call = (by?: string) => as('proxy/model-routing/v1/models/m:embedContent', embed, by)
      return { id, accountId, owner, key: reveal(key), as, call }
    }

    test('calls at once cost what it allows and no more, and other keys of the account go on', async () => {
      const { call, as, owner } = await limitedKey('1')
      const answers = await Promise.all(Array.from({ length: 12 }, () => call()))
      const statuses = answers.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 200).length, 4)
      assert.ok(
        statuses.every((status) => [200, 402, 429].includes(status)),
        statuses.join(' '),
      )
      const refused = await call()
      assert.equal(refused.status, 402)
      assert.match(refused.body.error.message, /\$1 of this day.*this limit of its own.*next UTC day.*keys limit/)
      assert.equal(refused.headers.get('retry-after'), String((12 * 3600).toFixed()))
      assert.equal((await call(owner)).status, 200)
      const { body } = await as('me/limits')
      assert.deepEqual([body.key, body.money], [null, { limit: '1', spent: '1', held: '0', resetS: 12 * 3600 }])
      assert.equal((await as('me/limits', {}, owner)).body.money, null)
      assert.equal((await as('proxy/model-routing/v1/dashboard/billing/subscription')).body.hard_limit_usd, 1)
    })

    test('a raised limit holds with the next call, and a new day begins with all of it', async () => {
      const { call, as, id, owner } = await limitedKey('0.25')
      assert.deepEqual([(await call()).status, (await call()).status], [200, 402])
      const change = (limits: object | null) =>
        as(`me/keys/${id}`, { method: 'PATCH', body: JSON.stringify({ limits }) }, owner)
      const raised = await change({ perMinute: null, perDay: null, usdPerDay: '0.50' })
      assert.deepEqual(raised.body.limits, { perMinute: null, perDay: null, usdPerDay: '0.5' })
      assert.deepEqual([(await call()).status, (await call()).status], [200, 402])
      world.clock.ms += dayMs
      assert.deepEqual([(await call()).status, (await call()).status, (await call()).status], [200, 200, 402])
      assert.equal((await change(null)).body.limits, null)
      assert.equal((await call()).status, 200)
      assert.equal((await change({ perMinute: null, perDay: null, usdPerDay: '-1' })).status, 400)
    })

    test('the key can neither raise it nor spend more through another key', async () => {
      const { as, id } = await limitedKey('1')
      const limits = (usdPerDay: string | null) => ({ limits: { perMinute: null, perDay: null, usdPerDay } })
      for (const [method, path, body] of [
        ['PATCH', `me/keys/${id}`, { limits: null }],
        ['PATCH', `me/keys/${id}`, limits(null)],
        ['PATCH', `me/keys/${id}`, limits('1.000000000001')],
        ['POST', 'me/keys', { name: 'Another' }],
      ] as const) {
        const { status, body: refused } = await as(path, { method, body: JSON.stringify(body) })
        assert.deepEqual([status, refused.error.code], [403, 'key.grant'], JSON.stringify(body))
      }
      assert.equal((await as(`me/keys/${id}`, { method: 'PATCH', body: JSON.stringify(limits('0.9')) })).status, 200)
    })

    test('the account sees what is left of it, and so does an agent', async () => {
      const { call, as, id, key, accountId, owner } = await limitedKey('0.3')
      await call()
      const { body } = await as('me/spending', {}, owner)
      const budgets = body.budgets.map((one: Record<string, unknown>) => [one.key, one.amount, one.spent, one.period])
      assert.deepEqual(budgets, [[id, '0.3', '0.25', 'day']])
      const overview = (await as('me/overview', {}, owner)).body
      const near = overview.needs.find(({ kind }: { kind: string }) => kind === 'budget.near')
      assert.deepEqual([near.key, near.used, near.limit], [id, '0.25', '0.3'])
      const other = await world.gateway.account()
      assert.deepEqual((await as('me/spending', {}, other.key)).body.budgets, [])
      assert.ok(accountId !== other.accountId)
      const status = JSON.parse((await callTool(world.gateway, 'account_status', {}, { key })).content[0].text)
      assert.deepEqual(status.limits.money, { limit: '0.3', spent: '0.25', held: '0', resetS: 12 * 3600 })
    })
  }),
)
