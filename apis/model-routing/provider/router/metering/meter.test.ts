// Reservations and settlements on both databases: no budget is overspent by concurrent calls, and nothing stays held.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Budget, claimOf, exactText, holdMs, readSpending } from '#provider/budgets'
import type { Store } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { openStoreWorld } from '../../../test/world.ts'
import { ModelError } from '../../wire/model-error.ts'
import { deleteOldCalls } from './call-ledger.ts'
import { findCalls } from './call-search.ts'
import { createMeter } from './meter.ts'
import type { MeteredCall, Outcome } from './metered-call.ts'

const dollar = 1_000_000_000_000n
const noon = Date.parse('2026-11-02T12:00:00Z')
/** One thousandth of a dollar for each call. */
const price = { call: '0.001' }
const call: MeteredCall = {
  account: 'acc_a',
  key: 'key_a',
  endpoint: 'createModeration',
  model: 'm',
  prompt: ['hi'],
  price: () => price,
}
const outcome: Outcome = {
  ended: 'whole',
  channel: 'c',
  upstreamModel: 'm-2',
  attempts: 1,
  price,
  usage: { prompt: 3, answer: 5 },
  output: [],
}

await eachStore('metering', (database) => {
  async function open(store: Store = database.store, limits: Readonly<Record<string, bigint>> = {}) {
    const { kit, clock } = await openStoreWorld(store)
    return { clock, db: kit.db, meter: createMeter({ ...kit, spendingLimit: (key) => limits[key] }) }
  }
  type World = Awaited<ReturnType<typeof open>>

  async function budgetOf(world: World, amount: bigint, details: Partial<Budget> = {}): Promise<Budget> {
    await world.db.deleteFrom('model_routing_budgets').execute()
    return addBudget(world, amount, details)
  }
  async function addBudget({ db, meter }: World, amount: bigint, details: Partial<Budget> = {}): Promise<Budget> {
    const id = `bud_${randomBytes(6).toString('hex')}`
    const budget: Budget = {
      ...{ id, account: undefined, key: undefined, model: undefined },
      ...{ per: 'all', period: 'total', amount, createdMs: noon, ...details },
    }
    const { account = '', key = '', model = '' } = budget
    await db
      .insertInto('model_routing_budgets')
      .values({ id, account, key_id: key, model, per: budget.per, period: budget.period, amount, created_ms: noon })
      .execute()
    meter.invalidateBudgets()
    return budget
  }
  const spending = async ({ db, clock, meter }: World, budget: Budget, spender = call) => {
    await meter.flush()
    return readSpending(db, claimOf(budget, spender, clock.now()))
  }

  test('a thousand calls at once spend a budget to its end and not beyond it', async () => {
    const [here, there] = [await open(), await open(await database.another())]
    const budget = await budgetOf(here, dollar / 4n) // room for 250
    const calls = Array.from({ length: 1000 }, async (_, at) => {
      const reservation = await (at % 2 ? here : there).meter.reserve(call)
      await reservation.settle(outcome)
    })
    const results = await Promise.allSettled(calls)
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.ok(refused.every((error) => error instanceof ModelError && ['billing', 'limited'].includes(error.kind)))
    const admitted = 1000 - refused.length
    await there.meter.flush()
    const { spent, held } = await spending(here, budget)
    assert.deepEqual([spent, held], [BigInt(admitted) * (dollar / 1000n), 0n])
    assert.ok(spent <= budget.amount)
    assert.equal(admitted, 250)
  })

  test('the limit of a key is spent to its end by calls of two processes at once, and holds no other key', async () => {
    const limits = { key_limited: dollar / 50n } // room for 20
    const worlds = [await open(undefined, limits), await open(await database.another(), limits)]
    await worlds[0]?.db.deleteFrom('model_routing_budgets').execute()
    const spend = (key: string) => async (_: unknown, at: number) => {
      const reservation = await worlds[at % 2]?.meter.reserve({ ...call, account: 'acc_limited', key })
      await reservation?.settle(outcome)
    }
    const calls = ['key_limited', 'key_free'].flatMap((key) =>
      Array.from({ length: 60 }, (one, at) => spend(key)(one, at)),
    )
    const results = (await Promise.allSettled(calls)).map(({ status }) => status)
    const admitted = [results.slice(0, 60), results.slice(60)].map(
      (those) => those.filter((status) => status === 'fulfilled').length,
    )
    assert.deepEqual(admitted, [20, 60])
    for (const { meter } of worlds) await meter.flush()
  })

  test('a call that costs more than it reserved overspends by the difference at most, and the next is refused', async () => {
    const world = await open()
    const budget = await budgetOf(world, dollar / 1000n)
    const reservation = await world.meter.reserve(call)
    await reservation.settle({ ...outcome, price: { call: '0.0015' } })
    assert.deepEqual(await spending(world, budget), { spent: (dollar * 3n) / 2000n, held: 0n })
    await assert.rejects(async () => world.meter.reserve(call), {
      kind: 'billing',
      status: 402,
      code: 'insufficient_quota',
    })
  })

  test('calls are summed by the day on which each ended, also when a batch spans several days', async () => {
    const { meter, clock, db } = await open()
    const account = 'acc_days'
    const reserved = await Promise.all([0, 1, 0, 1].map(() => meter.reserve({ ...call, account, price: undefined })))
    for (const [at, reservation] of reserved.entries()) {
      clock.set(new Date(noon + (at % 2) * 86_400_000).toISOString())
      await reservation.settle(outcome)
    }
    await meter.flush()
    const days = await db
      .selectFrom('model_routing_days')
      .select(['day', 'calls', 'prompt', 'answer', exactText('cost').as('cost')])
      .where('account', '=', account)
      .orderBy('day')
      .execute()
    const summed = days.map(({ day, calls, prompt, answer, cost }) => [
      day,
      ...[calls, prompt, answer, cost].map(Number),
    ])
    const sums = [2, 6, 10, 2_000_000_000]
    assert.deepEqual(summed, [
      ['2026-11-02', ...sums],
      ['2026-11-03', ...sums],
    ])
  })

  test('a reservation is decided at once, even while settlements wait to be written together', async (t) => {
    const world = await open()
    await budgetOf(world, dollar)
    const [first, second] = [await world.meter.reserve(call), await world.meter.reserve(call)]
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await first.settle(outcome)
    const third = await world.meter.reserve(call)
    t.mock.timers.reset()
    for (const reservation of [second, third]) await reservation.settle(outcome)
    await world.meter.flush()
    const rows = await world.db.selectFrom('model_routing_holds').selectAll().execute()
    assert.deepEqual([third.reserved, rows], [dollar / 1000n, []])
  })

  test('room held by calls under way is refused for now, and free again after a cancel', async () => {
    const world = await open()
    await budgetOf(world, dollar / 1000n)
    const first = await world.meter.reserve(call)
    await assert.rejects(async () => world.meter.reserve(call), { kind: 'limited', status: 429, retryAfterS: 1 })
    await first.cancel()
    await first.cancel()
    const second = await world.meter.reserve(call)
    await second.settle(outcome)
    await assert.rejects(async () => world.meter.reserve(call), { kind: 'billing' })
  })

  test('a call under several budgets is held in all of them or in none', async () => {
    const world = await open()
    const wide = await budgetOf(world, dollar)
    const narrow = await addBudget(world, dollar / 2000n, { model: 'm*' })
    await assert.rejects(async () => world.meter.reserve(call), { kind: 'billing' })
    assert.deepEqual(await spending(world, wide), { spent: 0n, held: 0n })
    assert.deepEqual(await spending(world, narrow), { spent: 0n, held: 0n })
    await world.meter.reserve({ ...call, model: 'other' })
    assert.equal((await spending(world, wide)).held, dollar / 1000n)
  })

  test('a budget counts its scope: one account, one key, one model, or each separately', async () => {
    const world = await open()
    const refuses = (changes: Partial<MeteredCall>) =>
      assert.rejects(async () => world.meter.reserve({ ...call, ...changes }))
    const takes = (changes: Partial<MeteredCall>) => world.meter.reserve({ ...call, ...changes })
    await budgetOf(world, 0n, { account: 'acc_a' })
    await refuses({})
    await takes({ account: 'acc_b' })
    await budgetOf(world, 0n, { key: 'key_a' })
    await refuses({})
    await takes({ key: 'key_b' })
    await budgetOf(world, 0n, { model: 'gpt-*' })
    await refuses({ model: 'gpt-5' })
    await takes({ model: 'm' })
    await budgetOf(world, dollar / 1000n, { per: 'account' })
    await takes({})
    await refuses({ key: 'key_b' })
    await takes({ account: 'acc_b' })
    await budgetOf(world, dollar / 1000n, { per: 'key' })
    await takes({})
    await refuses({})
    await takes({ key: 'key_b' })
  })

  test('each period starts at zero, and a call counts in the one it began in', async () => {
    const world = await open()
    const budget = await budgetOf(world, dollar / 1000n, { period: 'day' })
    const late = await world.meter.reserve(call)
    world.clock.advance(86_400_000)
    const next = await world.meter.reserve(call)
    await late.settle(outcome)
    assert.deepEqual(await spending(world, budget), { spent: 0n, held: dollar / 1000n })
    await next.settle(outcome)
    await assert.rejects(async () => world.meter.reserve(call), { kind: 'billing', retryAfterS: 43_200 })
  })

  test('the holds of a dead process are released, once', async () => {
    const world = await open()
    const budget = await budgetOf(world, dollar / 1000n)
    const lost = await world.meter.reserve(call)
    world.clock.advance(holdMs + 1)
    const next = await world.meter.reserve(call)
    await lost.settle(outcome)
    assert.deepEqual(await spending(world, budget), { spent: dollar / 1000n, held: dollar / 1000n })
    await next.cancel()
    assert.equal(await world.meter.releaseExpiredHolds(), 0)
    assert.equal((await spending(world, budget)).held, 0n)
  })

  test('the record of calls is written together, within half a second', async () => {
    const world = await open()
    await world.db.deleteFrom('model_routing_budgets').execute()
    let transactions = 0
    const begin = world.db.transaction.bind(world.db)
    world.db.transaction = () => {
      transactions += 1
      return begin()
    }
    const key = 'key_together'
    const free = { ...call, key, price: undefined }
    const reservations = await Promise.all(Array.from({ length: 150 }, () => world.meter.reserve(free)))
    for (const reservation of reservations) await reservation.settle(outcome)
    assert.equal(transactions, 0)
    await setTimeout(550)
    assert.equal(transactions, 1)
    await world.meter.flush()
    assert.equal(transactions, 1)
    const { calls } = await findCalls(world.db, { key, limit: 1000 })
    assert.equal(new Set(calls.map(({ id }) => id)).size, 150)
  })

  test('calls of many models are written in several transactions, between which others get their turn', async () => {
    const world = await open()
    await world.db.deleteFrom('model_routing_budgets').execute()
    let transactions = 0
    const begin = world.db.transaction.bind(world.db)
    world.db.transaction = () => {
      transactions += 1
      return begin()
    }
    const key = 'key_models'
    for (let count = 0; count < 600; count++) {
      const reservation = await world.meter.reserve({ ...call, key, model: `m${count}`, price: undefined })
      await reservation.settle(outcome)
    }
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await world.meter.flush()
    clearInterval(timer)
    assert.ok(transactions >= 6, `${transactions} transactions`)
    assert.ok(turns > 0)
    assert.equal((await findCalls(world.db, { key, limit: 1000 })).calls.length, 600)
    const days = await world.db.selectFrom('model_routing_days').select('model').where('key_id', '=', key).execute()
    assert.equal(days.length, 600)
  })

  test('calls of an account that cannot be written do not cost others theirs', async () => {
    const world = await open()
    const { kit } = await openStoreWorld(database.store)
    await world.db.deleteFrom('model_routing_budgets').execute()
    const lost: string[] = []
    const log = { ...kit.log, error: (message: string) => void lost.push(message) }
    // the first chunk gets an id that is taken
    const bytes = (count: number) => Buffer.from(Array.from({ length: count }, (_, at) => at % 251))
    const meter = createMeter({ ...kit, log, random: { ...kit.random, bytes } })
    const taken = { last_at: kit.now(), seq: bytes(12).toString('hex').slice(0, 9), first_at: 0 }
    const other = { account_id: 'acc_other', names: '[]', calls: 0, data: '[0,[],[],{}]' }
    await world.db
      .insertInto('model_routing_calls')
      .values({ ...taken, ...other })
      .execute()
    for (const account of ['acc_unlucky', 'acc_lucky'])
      await (await meter.reserve({ ...call, account, price: undefined })).settle(outcome)
    await meter.flush()
    const found = async (account: string) => (await findCalls(world.db, { account, limit: 10 })).calls.length
    assert.deepEqual([await found('acc_unlucky'), await found('acc_lucky')], [0, 1])
    assert.deepEqual(lost, ['a call could not be written to the ledger'])
  })

  test('where no budget covers a call, nothing is held and its prompt is not counted beforehand', async () => {
    const world = await open()
    await world.db.deleteFrom('model_routing_budgets').execute()
    let reads = 0
    const highest = () => {
      reads += 1
      return price
    }
    const free = await world.meter.reserve({ ...call, price: highest })
    assert.deepEqual([free.reserved, reads], [0n, 0])
    await budgetOf(world, dollar)
    const held = await world.meter.reserve({ ...call, price: highest })
    assert.deepEqual([held.reserved, reads], [dollar / 1000n, 1])
    await Promise.all([free.cancel(), held.cancel()])
  })

  test('a settled call is written once, with the counts that its provider did not report', async () => {
    const world = await open()
    await world.db.deleteFrom('model_routing_calls').execute()
    const key = 'key_once'
    const reservation = await world.meter.reserve({
      ...call,
      key,
      model: `m\0${'x'.repeat(1000)}`,
      maxTokens: Infinity,
      price: undefined,
    })
    const [one, other] = await Promise.all([
      reservation.settle({ ...outcome, ended: 'left', usage: { reasoning: Number.NaN }, output: ['hello world'] }),
      reservation.settle(outcome),
    ])
    assert.deepEqual(one, other)
    await world.meter.flush()
    const { calls } = await findCalls(world.db, { key, limit: 10 })
    assert.deepEqual(
      calls.map(({ prompt, answer, isCounted, cost, ended }) => [prompt, answer, isCounted, cost, ended]),
      [[1, 2, true, dollar / 1000n, 'left']],
    )
    assert.equal(calls[0]?.model.length, 199)
    const days = await world.db.selectFrom('model_routing_days').selectAll().where('key_id', '=', key).execute()
    assert.deepEqual(
      days.map(({ day, calls, answer, cost }) => [day, Number(calls), Number(answer), BigInt(cost)]),
      [['2026-11-02', 1, 2, dollar / 1000n]],
    )
    const count = async () => (await findCalls(world.db, { limit: 10 })).calls.length
    await deleteOldCalls(world.db, noon)
    assert.equal(await count(), 1)
    await deleteOldCalls(world.db, noon + 94 * 86_400_000)
    assert.equal(await count(), 0)
  })
})
