// Random operations on a household through a real gateway, on each database: every balance, forecast, list of events
// and budget equals a recalculation from plain lists. `npm run fuzz` tries a thousand.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seedHint, testSeed } from '../../../../tests/harness/seed.ts'
import { eachStore } from '../../../../tests/harness/services.ts'
import { NaiveBooks, type NaiveFigures } from '../../test/naive-books.ts'
import { type Acting, createDice, makeAccount, makeCategory, operate } from '../../test/random-operations.ts'
import { type Calls, emptied, type Household, openCalls } from '../../test/world.ts'

const operationCount = process.env.GATEHOUSE_FUZZ_SEED === undefined ? 400 : 1000
const checkEvery = 50

interface Package {
  readonly expense: { readonly periods: NaiveFigures[] } | null
  readonly income: { readonly periods: NaiveFigures[] } | null
}

await eachStore('a random household', (database) =>
  // inside the suite of the database, so that the gateway is stopped before its database is dropped
  describe('behind the gateway', () => {
    let calls: Calls
    before(async () => {
      calls = await openCalls(database.target)
    })
    after(() => calls.close())

    test(`agrees with naive books after each part of ${operationCount} operations`, async () => {
      const home = await emptied(await calls.household())
      const { rates } = await home.rates('2025-12-01..2026-11-20?base=EUR&symbols=NZD')
      const euro = Object.entries(rates).map(([day, { NZD = Number.NaN }]) => [day, NZD] as const)
      const books = new NaiveBooks('2026-11-20', euro)
      const acting = { home, books, dice: createDice(testSeed) }
      for (const make of [
        makeAccount,
        makeAccount,
        makeAccount,
        makeCategory,
        makeCategory,
        makeCategory,
        makeCategory,
      ])
        await make(acting)
      for (let done = 1; done <= operationCount; done++) {
        await operate(acting)
        if (done % checkEvery === 0) await compare(acting, done)
      }
      assert.ok(books.transactions.size > 50 && books.events.length > 100)
    })
  }),
)

async function compare(acting: Acting, done: number): Promise<void> {
  const where = `${seedHint} after ${done} operations`
  await compareBalances(acting, where)
  await compareTransactions(acting, where)
  await compareEvents(acting, where)
  await compareBudgets(acting, where)
}

const cents = (amount: number) => Math.round(amount * 100) + 0

async function compareBalances({ home, books }: Acting, where: string): Promise<void> {
  const accounts = await home.ask<
    {
      id: number
      current_balance: number
      primary_transaction_account: { id: number; current_balance: number }
      primary_scenario: { id: number; current_balance: number; closing_balance: number }
    }[]
  >('GET', '/users/4100/accounts')
  const actual = accounts.map(({ id, current_balance, primary_transaction_account: side, primary_scenario }) => [
    id,
    side.id,
    primary_scenario.id,
    ...[current_balance, side.current_balance, primary_scenario.current_balance].map(cents),
    cents(primary_scenario.closing_balance),
  ])
  const expected = [...books.sides].map(([side, { account, scenario }]) => {
    const balance = books.balance(side)
    return [account, side, scenario, balance, balance, balance, books.closing(side)]
  })
  const byId = (a: number[], b: number[]) => (a[0] ?? 0) - (b[0] ?? 0)
  assert.deepEqual(actual.sort(byId), expected.sort(byId), where)
}

/** Without dates a list ends today. */
const always = 'start_date=2026-01-01&end_date=2027-12-31'

async function compareTransactions({ home, books, dice }: Acting, where: string): Promise<void> {
  const all = await home.call('GET', `/users/4100/transactions?per_page=10&${always}`)
  assert.equal(Number(all.headers.get('total')), books.transactions.size, where)
  const side = dice.pick(books.sides.keys())
  if (side === undefined) return
  const list = await home.ask<{ id: number; amount: number; closing_balance: number }[]>(
    'GET',
    `/transaction_accounts/${side}/transactions?per_page=1000&${always}`,
  )
  const actual = list.map(({ id, amount, closing_balance }) => [id, cents(amount), cents(closing_balance)])
  const closing = [...books.closingBalances(side)].reverse()
  assert.deepEqual(
    actual,
    closing.map(([id, balance]) => [id, books.transactions.get(id)?.cents, balance]),
    where,
  )
}

async function compareEvents({ home, books }: Acting, where: string): Promise<void> {
  const [start, end] = ['2026-06-01', '2026-12-31']
  const list = await home.ask<{ series_id: number; date: string; amount: number }[]>(
    'GET',
    `/users/4100/events?start_date=${start}&end_date=${end}`,
  )
  const actual = list.map(({ series_id, date, amount }) => `${date} ${series_id} ${cents(amount)}`)
  const expected = books.events
    .filter(({ date }) => date >= start && date <= end)
    .map((event) => `${event.date} ${event.series} ${event.cents}`)
  assert.deepEqual(actual.sort(), expected.sort(), where)
}

async function compareBudgets({ home, books, dice }: Acting, where: string): Promise<void> {
  const unit = dice.pick(['weeks', 'months'] as const) ?? 'weeks'
  const interval = dice.int(1, 3)
  const dates = dice.pick([
    ['2026-05-20', '2027-02-10'],
    ['2026-11-03', '2026-11-20'],
  ] as const)
  if (!dates) return
  const [start, end] = dates
  const query = `period=${unit}&interval=${interval}&start_date=${start}&end_date=${end}`
  const periods = books.periods(unit, interval, start, end)
  const plain = [...books.categories].filter(([, { transfer }]) => !transfer).map(([id]) => id)
  await compareSides(home, `budget_summary?${query}`, { books, where, periods, categories: plain })
  const categories = [...books.categories.keys()].filter(() => dice.int(0, 1) === 1)
  const scenarios = [...books.sides.values()].map(({ scenario }) => scenario).slice(0, 2)
  if (categories.length === 0) return
  const path = `trend_analysis?${query}&categories=${categories}&scenarios=${scenarios}`
  await compareSides(home, path, { books, where, periods, categories, scenarios })
}

async function compareSides(
  home: Household,
  path: string,
  { books, where, ...request }: { books: NaiveBooks; where: string } & Parameters<NaiveBooks['figures']>[1],
): Promise<void> {
  const [own] = await home.ask<Package[]>('GET', `/users/4100/${path}`)
  for (const side of ['expense', 'income'] as const) {
    const analysis = own?.[side]
    const actual = analysis?.periods.map(
      ({ start_date, end_date, actual_amount, forecast_amount, refund_amount, over_by, under_by }) => ({
        start_date,
        end_date,
        actual_amount,
        forecast_amount,
        refund_amount,
        over_by,
        under_by,
      }),
    )
    assert.deepEqual(actual ?? null, books.figures(side, request), `${where}: ${side} of ${path}`)
  }
}
