// Guards what a call costs whose price goes by a number of its request or its answer, on both databases: exactly that
// much, the most where nobody can say, and never more than budgets allow.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { admin } from '../added-apis/document.ts'
import { eachStore } from '../harness/services.ts'
import { smallApi } from '../harness/small-api.ts'
import { until } from '../harness/until.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { callTool } from '../mcp/agent.ts'
import { openPricesWorld, type PricesWorld } from './world.ts'

/** The provider's answers about each id: `used` is the text of a JSON value. */
const usedOf: Readonly<Record<string, string>> = {
  few: '3',
  part: '0.3333333333333',
  text: '"12.5"',
  none: '0',
  many: '1e6',
  less: '-5',
  words: '"some"',
  list: '[1]',
}

await eachStore('prices by a number', (database) =>
  describe('of a call', () => {
    const closing: (() => unknown)[] = []
    let world: PricesWorld
    before(async () => {
      const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
      const { url } = await openUpstream(cleanup, ({ url: asked, headers }, response) => {
        const id = asked.split('/').at(-1)?.split('?')[0] ?? ''
        if (id === '404') return sendJson(response, { id, usage: { used: 2 } }, { status: 404 })
        const body = Buffer.from(`{"id":"${id}","usage":{"used":${usedOf[id] ?? 'null'}},"name":"${id}","n":4}`)
        const isJson = id !== 'plain'
        const type = { 'content-type': isJson ? 'application/json' : 'text/plain' }
        if (id === 'cut') {
          response.writeHead(200, { ...type, 'content-length': String(body.length + 1) })
          response.write(body)
          return void setTimeout(() => response.destroy(), 20)
        }
        const isPacked = String(headers['accept-encoding']).includes('gzip')
        response.writeHead(200, { ...type, ...(isPacked && { 'content-encoding': 'gzip' }) })
        const sent = isPacked ? gzipSync(body) : body
        for (const byte of sent) response.write(Buffer.from([byte]))
        response.end()
      })
      world = await openPricesWorld(cleanup, {
        database: database.target,
        apis: [smallApi()],
        upstreams: { small: url },
      })
    })
    after(async () => {
      for (const close of closing) await close()
    })
    const set = (endpoint: string, body: object) => admin(world.gateway, 'PUT', `/prices/small/${endpoint}`, body)
    const perUsed = { usd: '0.01', per: '/answer/usage/used', atMost: '0.5' }

    async function ask(path: string, init: RequestInit & { readonly key?: string } = {}) {
      const own = await world.gateway.account()
      const headers = { 'x-gateway-provider': 'live', ...init.headers }
      const response = await world.gateway.call(`/v1/proxy/small/${path}`, { key: own.key, ...init, headers })
      const text = await response.text().catch(() => '')
      // the caller may have the answer before the call has ended
      const isFree = response.status >= 400 || /none|depth=0/.test(path) || init.key !== undefined
      if (!isFree) await until(async () => (await world.bookedFor(own.accountId)).calls > 0)
      const { calls, cost: booked } = await world.bookedFor(own.accountId)
      return {
        status: response.status,
        cost: response.headers.get('x-gateway-cost'),
        text,
        calls,
        booked,
        own,
        response,
      }
    }

    test('an answer costs its number times the price, and the most without one', async () => {
      assert.deepEqual((await set('thing', perUsed)).json.atMost, '0.5')
      const costs: Record<string, string> = {}
      for (const id of [...Object.keys(usedOf), 'plain', 'cut', '404']) costs[id] = (await ask(`things/${id}`)).booked
      assert.deepEqual(costs, {
        ...{ few: '0.03', part: '0.003333333334', text: '0.125', none: '0' },
        // more than the most, no number, no JSON, or an answer that breaks off
        ...{ many: '0.5', less: '0.5', words: '0.5', list: '0.5', plain: '0.5', cut: '0.5' },
        '404': '0',
      })
      const packed = await ask('things/few', { headers: { 'accept-encoding': 'gzip' } })
      assert.deepEqual([packed.booked, packed.cost], ['0.03', null], 'it is known when the answer has ended')
      assert.deepEqual(JSON.parse(packed.text).usage, { used: 3 })
      const wrapped = await ask('things/few', { headers: { 'x-gateway-envelope': 'data' } })
      assert.equal(wrapped.booked, '0.03')
      const head = await ask('things/few', { method: 'HEAD' })
      assert.equal(head.booked, '0.5', 'an answer to HEAD has no body')
    })

    test('the record of the call, the limits of the key and a translated answer have it as well', async () => {
      await set('translated', { usd: '0.25', per: '/answer/id', atMost: '5' })
      const { own, response } = await ask('translated/7', { method: 'POST' })
      const id = response.headers.get('x-request-id')
      const call = Object(await (await world.gateway.call(`/v1/me/calls/${id}`, { key: own.key })).json())
      assert.equal(call.cost, '1.75', JSON.stringify(call))
    })

    test('a request costs its number times the price, which the answer says at once', async () => {
      await set('thing', { usd: '0.02', per: '/request/depth', atMost: '0.1' })
      const counted = await ask('things/few?depth=3')
      assert.deepEqual([counted.cost, counted.booked], ['0.06', '0.06'])
      assert.equal((await ask('things/few?depth=9')).booked, '0.1')
      assert.equal((await ask('things/few')).booked, '0.1', 'without the number it costs the most')
      const free = await ask('things/few?depth=0')
      assert.deepEqual([free.cost, free.booked, free.calls], [null, '0', 0])
      await set('addThing', { usd: '0.000000000001', per: '/request/body/items/1/n', atMost: '1' })
      const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const added = await ask('things', { ...json, body: '{"items":[{},{"n":2.5}]}' })
      assert.deepEqual([added.status, added.booked], [200, '0.000000000003'], 'rounded up to twelve decimals')
    })

    test('an embedded answer is counted as well, and its head says so', async () => {
      await set('thing', { usd: '0.5', per: '/answer/id', atMost: '9', embedded: true })
      const { cost, booked } = await ask('things/4', { headers: { 'x-gateway-provider': 'embedded' } })
      assert.deepEqual([cost, booked], ['2', '2'])
    })

    test('a call of an agent is counted', async () => {
      await set('thing', perUsed)
      const { accountId } = await world.gateway.account()
      const made = { accountId, surface: 'hosted', name: 'Agent', agent: 'write' } as const
      const key = reveal((await world.gateway.components.keys.create(made)).key)
      const read = { operation: 'small.thing', arguments: { id: 'few' }, provider: 'live' }
      await callTool(world.gateway, 'call_read', read, { key })
      await until(async () => (await world.bookedFor(accountId)).cost === '0.03')
    })

    test('the most is held, so that calls at once never exceed the limit of a key', async () => {
      await set('thing', perUsed)
      const { accountId } = await world.gateway.account()
      const limits = { perMinute: null, perDay: null, usdPerDay: '1.1' }
      const order = { accountId, surface: 'hosted', name: 'Limited', limits } as const
      const made = await world.gateway.components.keys.create(order)
      const key = reveal(made.key)
      const once = async () => (await ask('things/few', { key })).status
      const statuses = await Promise.all(Array.from({ length: 12 }, once))
      const [paid, held] = [200, 429].map((status) => statuses.filter((one) => one === status).length)
      assert.ok(paid !== undefined && held !== undefined && paid >= 2 && paid + held === 12, statuses.join(' '))
      for (let more = 0; more < 30 && (await once()) !== 402; more++);
      const { spent, held: left } = await world.spentOf('key', made.id)
      // the last one left less than the most that another one could cost
      assert.deepEqual([spent, left], ['0.63', '0'])
      assert.equal((await world.bookedFor(accountId)).cost, '0.63')
    })

    test('what leads nowhere is refused with the way out', async () => {
      for (const [endpoint, body, words] of [
        ['thing', { usd: '1', per: '/answer/n' }, /atMost is required with per/],
        ['thing', { usd: '1', atMost: '1' }, /per is required with atMost/],
        ['thing', { usd: '1', per: '/answer/n', atMost: '0' }, /atMost must be dollars above 0 and up to 1000/],
        ['thing', { usd: '1', per: 'usage', atMost: '1' }, /begins with \/request\/ or \/answer/],
        ['thing', { usd: '1', per: '/request/size', atMost: '1' }, /\/request\/depth/],
        ['addThing', { usd: '1', per: '/request/size', atMost: '1' }, /\/request\/body/],
      ] as const) {
        const { status, text } = await set(endpoint, body)
        assert.deepEqual([status, words.test(text)], [400, true], text)
      }
    })

    test('an account reads what a number costs, and a price of a call replaces it', async () => {
      await set('thing', perUsed)
      const { gateway } = world
      const prices = async () => Object(await (await gateway.call('/v1/me/prices')).json()).prices
      const of = { listing: 'small', endpoint: 'thing', embedded: false }
      assert.deepEqual((await prices()).at(-2), { ...of, ...perUsed })
      await set('thing', { usd: '0.2' })
      assert.deepEqual((await prices()).at(-2), { ...of, usd: '0.2' })
      assert.equal((await ask('things/few')).booked, '0.2')
    })
  }),
)
