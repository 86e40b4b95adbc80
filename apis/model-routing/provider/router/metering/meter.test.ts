// Reserves and settlements on both databases: no budget is overspent, whoever calls at the same time, and nothing stays held.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { bareKit, type Kit } from '#define'
import type { Store } from '#store'
import { eachStore } from '../../../../../tests/services.ts'
import { namedMigrations } from '../../../migrations/list.ts'
import { ModelError } from '../../wire/model-error.ts'
import { type Budget, claimOf, exact, readSpending } from './budget.ts'
import { createBooking } from './budget-ledger.ts'
import { holdMs } from './budget-rows.ts'
import { dropOldEntries } from './call-ledger.ts'
import { createMetering, type MeteredCall, meteringOf, type Outcome } from './meter.ts'
import type { MeteringTables } from './tables.ts'

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
  answer: [],
}

await eachStore('metering', (database) => {
  async function open(store: Store = database.store) {
    await store.migrate('model-routing', namedMigrations)
    const clock = { ms: noon }
    const db = store.db.withTables<Pick<MeteringTables, keyof MeteringTables>>()
    const kit: Kit<MeteringTables> = {
      ...bareKit,
      db: db as unknown as Kit<MeteringTables>['db'],
      now: () => clock.ms,
      random: { bytes: (count) => randomBytes(count), int: (min) => min },
    }
    return { kit, clock, db: kit.db, metering: createMetering(kit) }
  }
  type World = Awaited<ReturnType<typeof open>>

  async function budgetOf({ db }: World, amount: bigint, facts: Partial<Budget> = {}): Promise<Budget> {
    await db.deleteFrom('model_routing_budgets').execute()
    return addBudget(db, amount, facts)
  }
  async function addBudget(db: World['db'], amount: bigint, facts: Partial<Budget> = {}): Promise<Budget> {
    const id = `bud_${randomBytes(6).toString('hex')}`
    const made: Budget = {
      ...{ id, account: undefined, key: undefined, model: undefined },
      ...{ per: 'all', period: 'total', amount, createdMs: noon, ...facts },
    }
    const { account = '', key = '', model = '' } = made
    await db
      .insertInto('model_routing_budgets')
      .values({ id, account, key_id: key, model, per: made.per, period: made.period, amount, created_ms: noon })
      .execute()
    meteringOf(db)?.forget()
    return made
  }
  const spending = async ({ db, clock, metering }: World, budget: Budget, spender = call) => {
    await metering.written()
    return readSpending(db, claimOf(budget, spender, clock.ms))
  }

  test('a thousand calls at once spend a budget to its end and not beyond it', async () => {
    const [here, there] = [await open(), await open(await database.another())]
    const budget = await budgetOf(here, dollar / 4n) // room for 250
    const calls = Array.from({ length: 1000 }, async (_, at) => {
      const reservation = await (at % 2 ? here : there).metering.reserve(call)
      await reservation.settle(outcome)
    })
    const results = await Promise.allSettled(calls)
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.ok(refused.every((error) => error instanceof ModelError && ['billing', 'limited'].includes(error.kind)))
    const admitted = 1000 - refused.length
    await there.metering.written()
    const { spent, held } = await spending(here, budget)
    assert.deepEqual([spent, held], [BigInt(admitted) * (dollar / 1000n), 0n])
    assert.ok(spent <= budget.amount)
    assert.equal(admitted, 250)
  })

  test('a call that costs more than it reserved overspends by the difference at most, and the next is refused', async () => {
    const world = await open()
    const budget = await budgetOf(world, dollar / 1000n)
    const reservation = await world.metering.reserve(call)
    await reservation.settle({ ...outcome, price: { call: '0.0015' } })
    assert.deepEqual(await spending(world, budget), { spent: (dollar * 3n) / 2000n, held: 0n })
    await assert.rejects(world.metering.reserve(call), { kind: 'billing', status: 402, code: 'insufficient_quota' })
  })

  test('calls are summed for the day on which each ended, also where a batch holds several days', async () => {
    const { metering, clock, db } = await open()
    const account = 'acc_days'
    const reserved = await Promise.all([0, 1, 0, 1].map(() => metering.reserve({ ...call, account, price: undefined })))
    for (const [at, reservation] of reserved.entries()) {
      clock.ms = noon + (at % 2) * 86_400_000
      await reservation.settle(outcome)
    }
    await metering.written()
    const days = await db
      .selectFrom('model_routing_days')
      .select(['day', 'calls', 'prompt', 'answer', exact('cost').as('cost')])
      .where('account', '=', account)
      .orderBy('day')
      .execute()
    const told = days.map(({ day, calls, prompt, answer, cost }) => [day, ...[calls, prompt, answer, cost].map(Number)])
    const sums = [2, 6, 10, 2_000_000_000]
    assert.deepEqual(told, [
      ['2026-11-02', ...sums],
      ['2026-11-03', ...sums],
    ])
  })

  test('a call is told at once whether its budget lets it go, also when ends wait to be written together', async (t) => {
    const world = await open()
    await budgetOf(world, dollar)
    const [first, second] = [await world.metering.reserve(call), await world.metering.reserve(call)]
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await first.settle(outcome)
    const third = await world.metering.reserve(call)
    t.mock.timers.reset()
    for (const reservation of [second, third]) await reservation.settle(outcome)
  })

  test('room that calls under way hold is refused for now, and is there again after a cancel', async () => {
    const world = await open()
    await budgetOf(world, dollar / 1000n)
    const first = await world.metering.reserve(call)
    await assert.rejects(world.metering.reserve(call), { kind: 'limited', status: 429, retryAfterS: 1 })
    await first.cancel()
    await first.cancel()
    const second = await world.metering.reserve(call)
    await second.settle(outcome)
    await assert.rejects(world.metering.reserve(call), { kind: 'billing' })
  })

  test('a call under several budgets is held in all of them or in none', async () => {
    const world = await open()
    const wide = await budgetOf(world, dollar)
    const narrow = await addBudget(world.db, dollar / 2000n, { model: 'm*' })
    await assert.rejects(world.metering.reserve(call), { kind: 'billing' })
    assert.deepEqual(await spending(world, wide), { spent: 0n, held: 0n })
    assert.deepEqual(await spending(world, narrow), { spent: 0n, held: 0n })
    await world.metering.reserve({ ...call, model: 'other' })
    assert.equal((await spending(world, wide)).held, dollar / 1000n)
  })

  test('a budget counts whom it is for: one account, one key, one model, or each by himself', async () => {
    const world = await open()
    const refuses = (given: Partial<MeteredCall>) => assert.rejects(world.metering.reserve({ ...call, ...given }))
    const takes = (given: Partial<MeteredCall>) => world.metering.reserve({ ...call, ...given })
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

  test('a period begins anew, and a call is counted in the one it began in', async () => {
    const world = await open()
    const budget = await budgetOf(world, dollar / 1000n, { period: 'day' })
    const late = await world.metering.reserve(call)
    world.clock.ms += 86_400_000
    const next = await world.metering.reserve(call)
    await late.settle(outcome)
    assert.deepEqual(await spending(world, budget), { spent: 0n, held: dollar / 1000n })
    await next.settle(outcome)
    await assert.rejects(world.metering.reserve(call), { kind: 'billing', retryAfterS: 43_200 })
  })

  test('what a process held that died is given back, once', async () => {
    const world = await open()
    const budget = await budgetOf(world, dollar / 1000n)
    const lost = await world.metering.reserve(call)
    world.clock.ms += holdMs + 1
    const next = await world.metering.reserve(call)
    await lost.settle(outcome)
    assert.deepEqual(await spending(world, budget), { spent: dollar / 1000n, held: dollar / 1000n })
    await next.cancel()
    assert.equal(await createBooking(world.db).dropOld(world.clock.ms), 0)
    assert.equal((await spending(world, budget)).held, 0n)
  })

  test('ends of calls wait for each other while calls are under way, and are written at once when none is', async () => {
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
    const reservations = await Promise.all(Array.from({ length: 150 }, () => world.metering.reserve(free)))
    for (const reservation of reservations.slice(1)) await reservation.settle(outcome)
    assert.equal(transactions, 0)
    await reservations[0]?.settle(outcome)
    assert.equal(transactions, 1)
    await world.metering.written()
    assert.equal(transactions, 1)
    const rows = await world.db.selectFrom('model_routing_ledger').select('id').where('key_id', '=', key).execute()
    assert.equal(new Set(rows.map(({ id }) => id)).size, 150)
  })

  test('where no budget is for a call, nothing is held and its prompt is not counted beforehand', async () => {
    const world = await open()
    await world.db.deleteFrom('model_routing_budgets').execute()
    let asked = 0
    const dear = () => {
      asked += 1
      return price
    }
    const free = await world.metering.reserve({ ...call, price: dear })
    assert.deepEqual([free.reserved, asked], [0n, 0])
    await budgetOf(world, dollar)
    const held = await world.metering.reserve({ ...call, price: dear })
    assert.deepEqual([held.reserved, asked], [dollar / 1000n, 1])
    await Promise.all([free.cancel(), held.cancel()])
  })

  test('a settled call is booked once, with counts that its provider did not tell', async () => {
    const world = await open()
    await world.db.deleteFrom('model_routing_ledger').execute()
    const key = 'key_once'
    const reservation = await world.metering.reserve({
      ...call,
      key,
      model: `m\0${'x'.repeat(1000)}`,
      maxTokens: Infinity,
      price: undefined,
    })
    const [one, other] = await Promise.all([
      reservation.settle({ ...outcome, ended: 'left', usage: { reasoning: Number.NaN }, answer: ['hello world'] }),
      reservation.settle(outcome),
    ])
    assert.deepEqual(one, other)
    await world.metering.written()
    const rows = await world.db.selectFrom('model_routing_ledger').selectAll().where('key_id', '=', key).execute()
    assert.equal(rows.length, 1)
    const [row] = rows
    assert.deepEqual(
      [row?.prompt, row?.answer, row?.counted, row?.cost, row?.ended],
      [1, 2, 1, String(dollar / 1000n), 'left'],
    )
    assert.equal(row?.model.length, 199)
    const days = await world.db.selectFrom('model_routing_days').selectAll().where('key_id', '=', key).execute()
    assert.deepEqual(
      days.map(({ day, calls, answer, cost }) => [day, Number(calls), Number(answer), BigInt(cost)]),
      [['2026-11-02', 1, 2, dollar / 1000n]],
    )
    await dropOldEntries(world.db, noon)
    assert.equal(
      (await world.db.selectFrom('model_routing_ledger').selectAll().where('key_id', '=', key).execute()).length,
      1,
    )
    await dropOldEntries(world.db, noon + 94 * 86_400_000)
    assert.equal((await world.db.selectFrom('model_routing_ledger').selectAll().execute()).length, 0)
  })
})
