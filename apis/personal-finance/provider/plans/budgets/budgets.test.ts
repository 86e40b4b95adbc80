// Budgets through a real gateway, on each database: the sums of a small household by hand, periods, currencies,
// roll-up, refusals.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { type Calls, emptied, type Household, type Members, openCalls } from '../../../test/world.ts'

interface Period {
  readonly start_date: string
  readonly end_date: string
  readonly actual_amount: number
  readonly forecast_amount: number
  readonly refund_amount: number
  readonly current: boolean
}
interface Analysis {
  readonly currency_code: string
  readonly total_actual_amount: number
  readonly total_forecast_amount: number
  readonly periods: readonly Period[]
}
interface Package {
  readonly category?: { readonly id: number }
  readonly is_transfer?: boolean
  readonly expense: Analysis | null
  readonly income: Analysis | null
}

await eachStore('budgets', (database) =>
  // inside the suite of the database, so that the gateway is stopped before its database is dropped
  describe('of a household', () => {
    let calls: Calls
    let home: Household
    let nzd: { side: number; scenario: number }
    let eur: { side: number; scenario: number }
    let food: number
    let shop: number
    let cafe: number
    let pay: number
    let moved: number
    before(async () => {
      calls = await openCalls(database.target)
      home = await emptied(await calls.household())
      nzd = await newAccount('NZD')
      eur = await newAccount('EUR')
      food = await newCategory({ title: 'Food' })
      shop = await newCategory({ title: 'Shop', parent_id: food, refund_behaviour: 'credits_are_refunds' })
      cafe = await newCategory({ title: 'Cafe', parent_id: food })
      pay = await newCategory({ title: 'Pay', refund_behaviour: 'debits_are_deductions' })
      moved = await newCategory({ title: 'Moved', is_transfer: true })
      // Friday, 20 November 2026 is today; weeks begin on Monday, 16 November
      await spend(shop, '2026-11-16', -40)
      await spend(shop, '2026-11-22', -25.5)
      await spend(shop, '2026-11-20', 5.6)
      await spend(shop, '2026-11-15', -11)
      await spend(cafe, '2026-11-18', -9.9)
      await spend(pay, '2026-11-19', 1000)
      await spend(pay, '2026-11-19', -20)
      await spend(moved, '2026-11-19', -700)
      await spend(null, '2026-11-19', -1)
      await plan(shop, { date: '2026-11-02', amount: -60, repeat_type: 'weekly' })
      await plan(pay, { date: '2026-11-05', amount: 2000, repeat_type: 'fortnightly' })
      await plan(moved, { date: '2026-11-05', amount: -700, repeat_type: 'monthly' })
    })
    after(() => calls.close())

    async function newAccount(currency_code: string) {
      const { id } = await home.ask<{ id: number }>('POST', '/users/4100/institutions', {
        title: 'Bank',
        currency_code,
      })
      const created = await home.ask<{ primary_scenario: { id: number }; primary_transaction_account: { id: number } }>(
        'POST',
        '/users/4100/accounts',
        { institution_id: id, title: currency_code, currency_code, type: 'bank' },
      )
      return { side: created.primary_transaction_account.id, scenario: created.primary_scenario.id }
    }
    async function newCategory(members: Members): Promise<number> {
      return (await home.ask<{ id: number }>('POST', '/users/4100/categories', members)).id
    }
    const spend = (category_id: number | null, date: string, amount: number, side = nzd.side) =>
      home.ask<{ id: number }>('POST', `/transaction_accounts/${side}/transactions`, {
        payee: 'Somebody',
        date,
        amount,
        ...(category_id === null ? {} : { category_id }),
      })
    const plan = (category_id: number, members: Members, scenario = nzd.scenario) =>
      home.ask<{ id: string }>('POST', `/scenarios/${scenario}/events`, { category_id, ...members })
    const summary = (query: string) => home.call('GET', `/users/4100/budget_summary?${query}`)
    async function only(query: string, path = 'budget_summary'): Promise<Package> {
      const packages = await home.ask<Package[]>('GET', `/users/4100/${path}?${query}`)
      assert.equal(packages.length, 1)
      const [own] = packages
      assert.ok(own)
      return own
    }
    const figures = (analysis: Analysis | null | undefined) =>
      analysis?.periods.map((own) => [own.start_date, own.end_date, own.actual_amount, own.forecast_amount])

    test('the summary adds up all categories but transfers, over whole weeks of the user', async () => {
      const { expense, income, ...rest } = await only(
        'period=weeks&interval=1&start_date=2026-11-15&end_date=2026-11-18',
      )
      assert.deepEqual(rest, {})
      assert.deepEqual(figures(expense), [
        ['2026-11-09', '2026-11-15', -11, -60],
        ['2026-11-16', '2026-11-22', -69.8, -60],
      ])
      assert.deepEqual(figures(income), [
        ['2026-11-09', '2026-11-15', 0, 0],
        ['2026-11-16', '2026-11-22', 980, 2000],
      ])
      assert.deepEqual(
        expense?.periods.map((own) => [own.refund_amount, own.current]),
        [
          [0, false],
          [5.6, true],
        ],
      )
      assert.deepEqual([expense?.currency_code, expense?.total_actual_amount], ['nzd', -80.8])
      assert.equal(income?.periods[1]?.refund_amount, 20)
    })

    test("weeks begin on the user's week start day", async () => {
      await home.ask('PUT', '/users/4100', { week_start_day: 0 })
      const { expense } = await only('period=weeks&interval=2&start_date=2026-11-18&end_date=2026-11-18')
      assert.deepEqual(figures(expense), [['2026-11-15', '2026-11-28', -80.8, -120]])
      await home.ask('PUT', '/users/4100', { week_start_day: 1 })
    })

    test("today is the day in the user's time zone", async () => {
      const currentDay = async () => {
        const { expense } = await only('period=weeks&interval=1&start_date=2026-11-16&end_date=2026-11-23')
        return expense?.periods.findIndex(({ current }) => current)
      }
      calls.setClock('2026-11-22T10:59:59Z')
      assert.equal(await currentDay(), 0)
      // Auckland is 13 hours ahead in November: it is Monday there
      calls.setClock('2026-11-22T11:00:00Z')
      assert.equal(await currentDay(), 1)
      calls.setClock('2026-11-20T00:00:00Z')
    })

    test('event periods follow the events of the chosen categories', async () => {
      const query = `period=event&interval=1&start_date=2026-11-10&end_date=2026-11-17&categories=${shop}&scenarios=${nzd.scenario}`
      assert.deepEqual(figures((await only(query, 'trend_analysis')).expense), [
        ['2026-11-09', '2026-11-15', -11, -60],
        ['2026-11-16', '2026-11-22', -59.9, -60],
      ])
    })

    test('impossible event periods are 422, and the suggested periods work', async () => {
      const query = 'start_date=2026-11-10&end_date=2026-11-17'
      const refused = await summary(`period=event&interval=1&${query}`)
      assert.equal(refused.status, 422)
      const period = refused.headers.get('x-suggested-time-period-alternative-type')
      const interval = refused.headers.get('x-suggested-time-period-alternative-interval')
      assert.deepEqual([period, interval], ['weeks', '2'])
      assert.equal((await summary(`period=${period}&interval=${interval}&${query}`)).status, 200)
    })

    test('the budget is one package for each budgeted category, over its current period', async () => {
      const packages = await home.ask<Package[]>('GET', '/users/4100/budget')
      assert.deepEqual(
        packages.map((own) => [own.category?.id, own.is_transfer]),
        [
          [shop, false],
          [moved, true],
          [pay, false],
        ],
      )
      assert.deepEqual(figures(packages[0]?.expense), [['2026-11-16', '2026-11-22', -59.9, -60]])
      assert.deepEqual(figures(packages[1]?.expense), [['2026-11-05', '2026-12-04', -700, -700]])
      assert.deepEqual(figures(packages[2]?.income), [['2026-11-19', '2026-12-02', 980, 2000]])
      assert.deepEqual([packages[0]?.income, packages[2]?.expense], [null, null])
    })

    test('roll-up adds descendants to their root and still lists them', async () => {
      const packages = await home.ask<Package[]>('GET', '/users/4100/budget?roll_up=true')
      assert.deepEqual(
        packages.map((own) => own.category?.id),
        [food, shop, moved, pay],
      )
      assert.deepEqual(figures(packages[0]?.expense), [['2026-11-16', '2026-11-22', -69.8, -60]])
      assert.deepEqual(figures(packages[1]?.expense), [['2026-11-16', '2026-11-22', -59.9, -60]])
    })

    test('roll-up adds to the root and not to categories in between', async () => {
      const bread = await newCategory({ title: 'Bread', parent_id: shop })
      const { id } = await spend(bread, '2026-11-17', -2)
      const packages = await home.ask<Package[]>('GET', '/users/4100/budget?roll_up=true')
      assert.deepEqual(
        packages.slice(0, 2).map((own) => [own.category?.id, own.expense?.total_actual_amount]),
        [
          [food, -71.8],
          [shop, -59.9],
        ],
      )
      await home.ask('DELETE', `/transactions/${id}`)
      await home.ask('DELETE', `/categories/${bread}`)
    })

    test('a category whose events do not align has a calendar period', async () => {
      const event = await plan(shop, { date: '2026-11-03', amount: -5, repeat_type: 'weekly' })
      const [first] = await home.ask<Package[]>('GET', '/users/4100/budget')
      assert.deepEqual(figures(first?.expense), [['2026-11-16', '2026-11-22', -59.9, -65]])
      await home.ask('DELETE', `/events/${event.id}?behaviour=all`)
    })

    test('the plan covers the chosen scenarios; transactions of all accounts count', async () => {
      const extra = await plan(shop, { date: '2026-11-17', amount: -10, repeat_type: 'once' }, eur.scenario)
      const query = `period=weeks&interval=1&start_date=2026-11-16&end_date=2026-11-16&categories=${shop},${cafe}`
      const [own, other] = [
        await only(`${query}&scenarios=${nzd.scenario}`, 'trend_analysis'),
        await only(`${query}&scenarios=${eur.scenario}`, 'trend_analysis'),
      ]
      assert.deepEqual(figures(own.expense), [['2026-11-16', '2026-11-22', -69.8, -60]])
      assert.equal(other.expense?.total_actual_amount, -69.8)
      assert.notEqual(other.expense?.total_forecast_amount, 0)
      assert.notEqual(other.expense?.total_forecast_amount, -10)
      await home.ask('DELETE', `/events/${extra.id}?behaviour=all`)
    })

    test('money in another currency counts at the rate of its day, as in the transaction itself', async () => {
      const { id } = await spend(cafe, '2026-10-07', -30, eur.side)
      const { amount_in_base_currency } = await home.ask<{ amount_in_base_currency: number }>(
        'GET',
        `/transactions/${id}`,
      )
      assert.notEqual(amount_in_base_currency, -30)
      const { expense } = await only('period=months&interval=1&start_date=2026-10-01&end_date=2026-10-31')
      assert.equal(expense?.total_actual_amount, amount_in_base_currency)
      await home.ask('DELETE', `/transactions/${id}`)
    })

    test('changes and removals of transactions are in the next summary', async () => {
      const query = 'period=months&interval=1&start_date=2026-12-01&end_date=2026-12-31'
      const { id } = await spend(cafe, '2026-12-01', -3)
      assert.equal((await only(query)).expense?.total_actual_amount, -3)
      await home.ask('PUT', `/transactions/${id}`, { amount: -4.25 })
      assert.equal((await only(query)).expense?.total_actual_amount, -4.25)
      await home.ask('PUT', `/transactions/${id}`, { category_id: '' })
      assert.equal((await only(query)).expense?.total_actual_amount, 0)
      await home.ask('DELETE', `/transactions/${id}`)
    })

    test('two accounts with the same ids see only their own money', async () => {
      const [other, query] = [
        await calls.household(),
        'period=months&interval=1&start_date=2026-01-01&end_date=2026-11-20',
      ]
      const totals = async (home: Household) => {
        const [own] = await home.ask<Package[]>('GET', `/users/4100/budget_summary?${query}`)
        return [own?.expense?.total_actual_amount, own?.income?.total_forecast_amount]
      }
      const before = await totals(other)
      const again = await calls.household()
      assert.deepEqual(await totals(again), before)
      const [groceries, side] = [8101, 6100]
      await again.ask('POST', `/transaction_accounts/${side}/transactions`, {
        payee: 'Somebody',
        date: '2026-11-01',
        amount: -123,
        category_id: groceries,
      })
      assert.deepEqual(await totals(other), before)
      assert.notDeepEqual(await totals(again), before)
    })

    test('invalid calls are refused with the right status', async () => {
      const dates = 'start_date=2026-11-01&end_date=2026-11-30'
      const trend = `/users/4100/trend_analysis?period=weeks&interval=1&${dates}`
      const refused: readonly (readonly [number, string])[] = [
        [400, `/users/4100/budget_summary?period=days&interval=1&${dates}`],
        [400, `/users/4100/budget_summary?interval=1&${dates}`],
        [400, `/users/4100/budget_summary?period=weeks&${dates}`],
        [400, `/users/4100/budget_summary?period=weeks&interval=0&${dates}`],
        [400, `/users/4100/budget_summary?period=weeks&interval=1.5&${dates}`],
        [400, `/users/4100/budget_summary?period=weeks&interval=1001&${dates}`],
        [400, '/users/4100/budget_summary?period=weeks&interval=1&start_date=2026-11-01'],
        [400, '/users/4100/budget_summary?period=weeks&interval=1&start_date=2026-02-30&end_date=2026-03-01'],
        [400, '/users/4100/budget_summary?period=weeks&interval=1&start_date=2026-11-02&end_date=2026-11-01'],
        [400, '/users/4100/budget_summary?period=weeks&interval=1&start_date=1900-01-01&end_date=2999-12-31'],
        [403, `/users/4101/budget_summary?period=weeks&interval=1&${dates}`],
        [403, '/users/4101/budget'],
        [400, '/users/4100/budget?roll_up=perhaps'],
        [400, `${trend}&categories=${shop}`],
        [400, `${trend}&categories=food&scenarios=${nzd.scenario}`],
        [404, `${trend}&categories=1&scenarios=${nzd.scenario}`],
        [404, `${trend}&categories=${shop}&scenarios=1`],
      ]
      for (const [status, path] of refused) {
        const answer = await home.call('GET', path)
        assert.equal(answer.status, status, `${path} answers ${JSON.stringify(answer.body)}`)
      }
    })
  }),
)
