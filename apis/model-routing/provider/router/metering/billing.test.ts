// Money through a running gateway: budgets that the operator sets, calls that are refused by them, abandoned streams
// that are charged, and what the billing endpoints report.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { sql } from 'kysely'
import OpenAI from 'openai'
import { checkOf } from '#derive'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { openVendor, type Vendor } from '../../../test/vendor.ts'
import { openGatewayWorld, type World } from '../../../test/world.ts'
import { budgetEndpoints, budgetExamples } from '../operator/budget-endpoints.ts'

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hello!' }], max_tokens: 10 }
/** A call with `max_tokens` 10 reserves at most 0.11 dollars, and costs 0.105. */
const usage = { prompt_tokens: 5, completion_tokens: 10, total_tokens: 15 }
const prices = { m: { input: '1000', output: '10000' } }
const answer = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage,
}

test('the examples of the budget endpoints match their declarations', () => {
  for (const [id, endpoint] of Object.entries(budgetEndpoints)) {
    const example = budgetExamples[id]
    assert.deepEqual(checkOf(endpoint.returns, 'output')(example?.output), [], id)
    if ('body' in endpoint && endpoint.body)
      assert.deepEqual(checkOf(endpoint.body.schema ?? {}, 'body')(example?.body), [], id)
  }
})

await eachStore('money', (database) =>
  describe('through a gateway', () => {
    const closing: (() => unknown)[] = []
    const ending = { after: (close: () => unknown) => void closing.unshift(close) }
    let world: World
    let vendor: Vendor
    before(async () => {
      world = await openGatewayWorld(ending, { now: '2026-11-02T12:00:00Z', database: database.target })
      vendor = await openVendor(ending, 'openai', () => ({ json: answer }))
      const created = await world.operate('POST', '/channels', { name: 'c', base: vendor.base, models: ['m'], prices })
      assert.equal(created.status, 201)
    })
    after(async () => {
      for (const close of closing) await close()
    })
    const create = async (body: object) => (await world.operate('POST', '/budgets', body)).body
    const remove = async (id: string) => {
      const { status, body } = await world.operate('DELETE', `/budgets/${id}`)
      assert.deepEqual([status, body], [200, { removed: true }])
    }

    test('without a budget a key has no limit, and its spending is reported to the cent', async () => {
      const subscription = await world.call('/v1/dashboard/billing/subscription')
      assert.equal(subscription.body.hard_limit_usd, 100_000_000)
      await world.openai.chat.completions.create(request)
      const { body } = await world.call('/v1/dashboard/billing/usage?start_date=2026-11-01&end_date=2026-12-01')
      assert.deepEqual(body, {
        object: 'list',
        total_usage: 10.5,
        daily_costs: [{ timestamp: Date.parse('2026-11-02') / 1000, line_items: [{ name: 'm', cost: 10.5 }] }],
      })
      const other = await world.call('/v1/dashboard/billing/usage?start_date=2026-11-03&end_date=soon')
      assert.deepEqual([other.body.total_usage, other.body.daily_costs], [10.5, []])
      assert.equal('daily_costs' in (await world.call('/v1/dashboard/billing/usage')).body, false)
    })

    test("a budget refuses a call that may exceed it, in each wire's format, and sends nothing", async () => {
      const { id } = await create({ model: 'm', period: 'total', usd: '0.2' })
      await world.openai.chat.completions.create(request)
      const sent = vendor.received.length
      await assert.rejects(world.openai.chat.completions.create(request), (error) => {
        assert.ok(error instanceof OpenAI.APIError)
        assert.deepEqual([error.status, error.code, error.type], [402, 'insufficient_quota', 'insufficient_quota'])
        return true
      })
      await assert.rejects(world.anthropic.messages.create(request), (error) => {
        assert.ok(error instanceof Anthropic.APIError)
        assert.equal(error.status, 402)
        return true
      })
      assert.equal(vendor.received.length, sent)
      const { body } = await world.operate('GET', `/budgets/${id}`)
      assert.deepEqual(body.spending, [{ who: null, spent_usd: '0.105', held_usd: '0' }])
      const raised = await world.operate('PATCH', `/budgets/${id}`, { usd: 0.5 })
      assert.equal(raised.body.usd, '0.5')
      await world.openai.chat.completions.create(request)
      await remove(id)
      assert.equal((await world.operate('GET', `/budgets/${id}`)).status, 404)
    })

    test('the limit of a key is what it has spent plus the least that is left of its budgets', async () => {
      const spent = (await world.call('/v1/dashboard/billing/usage')).body.total_usage / 100
      const budgets = [
        await create({ period: 'month', per: 'account', usd: '20' }),
        await create({ period: 'day', key: 'key_of_somebody_else', usd: '1' }),
        await create({ period: 'day', model: 'm', usd: '2' }),
        await create({ period: 'week', usd: '7.000000000001' }),
      ]
      const { body } = await world.call('/v1/dashboard/billing/subscription')
      assert.ok(Math.abs(body.hard_limit_usd - spent - 7) < 1e-9)
      assert.equal(body.soft_limit_usd, body.hard_limit_usd)
      for (const { id } of budgets) await remove(id)
    })

    test('a call that fails releases its hold', async () => {
      const { id } = await create({ period: 'total', usd: '0.15' })
      vendor.script(() => ({ status: 400, json: { error: { message: 'no' } } }))
      for (let at = 0; at < 3; at++)
        await assert.rejects(world.openai.chat.completions.create(request), { status: 400 })
      vendor.script(() => ({ json: answer }))
      const { body } = await world.operate('GET', `/budgets/${id}`)
      assert.equal(
        body.spending.every(({ held_usd }: { held_usd: string }) => held_usd === '0'),
        true,
      )
      await world.openai.chat.completions.create(request)
      await remove(id)
    })

    test('a stream that its caller abandons is charged for what was streamed', async () => {
      world.clock.ms += 1000
      const { id } = await create({ period: 'total', usd: '1' })
      const chunk = (content: string) =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`
      vendor.script(() => ({ frames: ['hello', ' world'].map(chunk), end: 'hang' }))
      const stream = await world.openai.chat.completions.create({ ...request, stream: true })
      let received = ''
      for await (const { choices } of stream) {
        received += choices[0]?.delta.content ?? ''
        if (received === 'hello world') break
      }
      const latest = async () => (await world.operate('GET', '/ledger?limit=1')).body.calls[0]
      await until(async () => (await latest()).ended === 'left')
      const row = await latest()
      assert.deepEqual([row.answer_tokens, row.prompt_tokens, row.counted_here, row.cost_usd], [2, 9, true, '0.029'])
      const { body } = await world.operate('GET', `/budgets/${id}`)
      assert.deepEqual(body.spending, [{ who: null, spent_usd: '0.029', held_usd: '0' }])
      vendor.script(() => ({ json: answer }))
      await remove(id)
    })

    // SQLite has one writer
    if (database.name !== 'sqlite')
      test('a budget is removed while a settlement locks its rows', async () => {
        const { id } = await create({ period: 'total', per: 'account', usd: '1' })
        const row = (who: string) => ({ budget: id, who, start_ms: 0, held: 0, spent: 0 })
        const db = database.store.db.withTables<{ model_routing_spent: ReturnType<typeof row> }>()
        // not in the order in which settlements lock them
        for (const who of ['acc_b', 'acc_a']) await db.insertInto('model_routing_spent').values(row(who)).execute()
        let removing: Promise<void> | undefined
        await db.transaction().execute(async (settlement) => {
          const lock = (who: string) =>
            settlement
              .updateTable('model_routing_spent')
              .set({ spent: 1 })
              .where('budget', '=', id)
              .where('who', '=', who)
              .execute()
          await lock('acc_a')
          removing = remove(id)
          await until(async () => {
            const { rows } = await sql`select 1 from pg_locks where not granted`.execute(settlement)
            return rows.length > 0
          })
          await lock('acc_b')
        })
        await removing
      })

    test('the operator sees totals by day, model, account and key, and the calls', async () => {
      for (const by of ['day', 'model', 'account', 'key']) {
        const { status, body } = await world.operate('GET', `/spending?by=${by}`)
        assert.equal(status, 200)
        assert.equal(body.sums.length, 1)
      }
      const { body } = await world.operate('GET', '/spending?by=model&from=2026-11-03')
      assert.deepEqual(body.sums, [])
      const page = async (query: string) => (await world.operate('GET', `/ledger?${query}`)).body.calls
      const all = await page('')
      const first = await page('limit=2')
      const rest = await page(`before=${first[1].id}`)
      assert.deepEqual([...first, ...rest], all)
      const { next } = (await world.operate('GET', '/ledger?limit=2')).body
      assert.deepEqual(await page(`before=${next}`), rest)
      assert.equal((await world.operate('GET', '/ledger')).body.next, null)
      assert.deepEqual(await page('account=nobody'), [])
      assert.equal((await world.operate('GET', '/ledger?before=none')).status, 404)
    })

    test('invalid budgets are refused with a reason', async () => {
      for (const wrong of [
        { usd: '1' },
        { period: 'day' },
        { period: 'year', usd: '1' },
        { period: 'day', usd: '-1' },
      ]) {
        const { status } = await world.operate('POST', '/budgets', wrong)
        assert.equal(status, 400, JSON.stringify(wrong))
      }
      for (const usd of ['1e3', '1000000.1', '0.0000000000001', '', 1e-13, 1e21])
        assert.equal((await world.operate('POST', '/budgets', { period: 'day', usd })).status, 400, String(usd))
      for (const filter of [{ model: '' }, { key: 'a\0' }, { per: 'person' }])
        assert.equal((await world.operate('POST', '/budgets', { period: 'day', usd: '1', ...filter })).status, 400)
      for (const query of [
        '/spending?model=a%00b',
        '/spending?account=a%00b',
        '/ledger?key=a%00b',
        '/ledger?before=a%00b',
      ])
        assert.ok((await world.operate('GET', query)).status < 500, query)
      assert.equal((await world.operate('DELETE', '/budgets/none')).status, 404)
      assert.deepEqual((await world.operate('GET', '/budgets')).body.budgets, [])
    })
  }),
)
