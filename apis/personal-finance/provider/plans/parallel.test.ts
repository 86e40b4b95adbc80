// Many concurrent callers, through two gateways on one database: no change is lost, and no reader sees half of one.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachStore } from '../../../../tests/harness/services.ts'
import { type Calls, emptied, type Household, type Members, openCalls } from '../../test/world.ts'

interface Account {
  readonly current_balance: number
  readonly transaction_accounts: readonly { readonly current_balance: number }[]
  readonly primary_scenario: { readonly id: number; readonly current_balance: number; readonly closing_balance: number }
}
interface Listed {
  readonly id: number
  readonly amount: number
  readonly closing_balance: number
}
interface Event {
  readonly id: string
  readonly date: string
  readonly amount: number
}

await eachStore('parallel callers', (database) =>
  // inside the suite of the database, so that the gateways are stopped before their database is dropped
  describe('of one household', () => {
    const opened: Calls[] = []
    let homes: Household[]
    let account: number
    let side: number
    let scenario: number
    let category: number
    before(async () => {
      for (let number = 0; number < 2; number++) opened.push(await openCalls(database.target))
      const [first] = opened
      const key = (await first?.newKey()) ?? ''
      homes = opened.map((calls) => calls.householdOf(key))
      const home = await emptied(at(0))
      const { id } = await home.ask<{ id: number }>('POST', '/users/4100/institutions', {
        title: 'Bank',
        currency_code: 'NZD',
      })
      const created = await home.ask<Account & { id: number; primary_transaction_account: { id: number } }>(
        'POST',
        '/users/4100/accounts',
        { institution_id: id, title: 'A', currency_code: 'NZD', type: 'bank' },
      )
      account = created.id
      side = created.primary_transaction_account.id
      scenario = created.primary_scenario.id
      // so that everything added here is after the starting date
      await home.ask('PUT', `/transaction_accounts/${side}`, { starting_balance_date: '2026-01-01' })
      category = (await home.ask<{ id: number }>('POST', '/users/4100/categories', { title: 'C' })).id
    })
    after(async () => {
      for (const calls of opened) await calls.close()
    })

    function at(number: number): Household {
      const home = homes[number % homes.length]
      assert.ok(home)
      return home
    }
    /** Calls `work` `count` times concurrently, alternating between the gateways. */
    const atOnce = <T>(count: number, work: (home: Household, number: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, number) => work(at(number), number)))
    const add = (home: Household, members: Members) =>
      home.ask<{ id: number }>('POST', `/transaction_accounts/${side}/transactions`, {
        payee: 'P',
        date: '2026-11-01',
        category_id: category,
        ...members,
      })
    const list = () => at(1).ask<Listed[]>('GET', `/transaction_accounts/${side}/transactions?per_page=1000`)
    const balance = async (home = at(0)) => (await home.ask<Account>('GET', `/accounts/${account}`)).current_balance
    const cents = (amount: number) => Math.round(amount * 100)
    const sum = (all: readonly { readonly amount: number }[]) =>
      all.reduce((total, { amount }) => total + cents(amount), 0)

    test('every added transaction is stored once and in the balance', async () => {
      const created = await atOnce(24, (home, number) => add(home, { amount: (number + 1) / 100 }))
      assert.equal(new Set(created.map(({ id }) => id)).size, 24)
      const all = await list()
      assert.deepEqual(all.map(({ id }) => id).sort(), created.map(({ id }) => id).sort())
      assert.equal(sum(all), (24 * 25) / 2)
      assert.equal(cents(await balance()), (24 * 25) / 2)
      assert.equal(cents(all[0]?.closing_balance ?? 0), (24 * 25) / 2)
    })

    test('changes and removals of the same transactions leave a balance that is their sum', async () => {
      const all = await list()
      const kinds = (home: Household, id: number, number: number) =>
        [
          () => home.call('PUT', `/transactions/${id}`, { amount: number + 0.5 }),
          () => home.call('PUT', `/transactions/${id}`, { date: `2026-10-${10 + (number % 20)}` }),
          () => home.call('DELETE', `/transactions/${id}`),
        ][number % 3]
      const answers = await atOnce(30, (home, number) => {
        const { id } = all[number % 8] ?? { id: 0 }
        const work = kinds(home, id, number)
        assert.ok(work)
        return work()
      })
      assert.ok(answers.every(({ status }) => status < 300 || status === 404))
      const left = await list()
      assert.ok(left.length < all.length)
      assert.equal(cents(await balance()), sum(left))
    })

    test('a summary is the sum of the listed transactions', async () => {
      const [budget] = await at(0).ask<{ income: { total_actual_amount: number } }[]>(
        'GET',
        '/users/4100/budget_summary?period=years&interval=1&start_date=2026-01-01&end_date=2026-12-31',
      )
      assert.equal(cents(budget?.income.total_actual_amount ?? 0), sum(await list()))
    })

    test('no reader sees half of a split: the balance stays the same during splits', async () => {
      const unsplit = await Promise.all(Array.from({ length: 10 }, (_, number) => add(at(number), { amount: -100 })))
      const before = await balance()
      const splitting = atOnce(20, (home, number) => {
        const { id } = unsplit[number % 10] ?? { id: 0 }
        return home.call('PUT', `/transactions/${id}`, { amount: -60, splits: [{ amount: -40 }] })
      })
      const readings = atOnce(20, async (home) => {
        const { current_balance, transaction_accounts, primary_scenario } = await home.ask<Account>(
          'GET',
          `/accounts/${account}`,
        )
        return [current_balance, transaction_accounts[0]?.current_balance, primary_scenario.current_balance]
      })
      for (const reading of await readings) assert.deepEqual(reading, [before, before, before])
      // each can be split this way once: a second time -60 and -40 no longer add up to its amount
      const statuses = (await splitting).map(({ status }) => status)
      assert.deepEqual([statuses.filter((status) => status === 200).length, new Set(statuses).size], [10, 2])
      assert.ok(statuses.every((status) => status === 200 || status === 422))
      assert.equal(await balance(), before)
    })

    test('every change of single events of one series is stored', async () => {
      const first = await at(0).ask<Event>('POST', `/scenarios/${scenario}/events`, {
        category_id: category,
        date: '2026-11-02',
        amount: -1,
        repeat_type: 'daily',
      })
      const window = `/scenarios/${scenario}/events?start_date=2026-11-02&end_date=2026-11-25`
      const events = await at(1).ask<Event[]>('GET', window)
      assert.equal(events.length, 24)
      await atOnce(24, (home, number) => {
        const path = `/events/${events[number]?.id}`
        if (number % 3 === 0) return home.ask('DELETE', `${path}?behaviour=one`)
        return home.ask('PUT', path, { behaviour: 'one', amount: -(number + 1) })
      })
      const left = await at(0).ask<Event[]>('GET', window)
      const expected = events.flatMap(({ date }, number) => (number % 3 === 0 ? [] : [[date, -(number + 1)]]))
      assert.deepEqual(
        left.map(({ date, amount }) => [date, amount]),
        expected,
      )
      assert.equal((await at(0).call('GET', `/events/${first.id}`)).status, 404)
    })

    test('the stored forecast is that of the last change, whoever made it', async () => {
      const created = await atOnce(20, (home, number) =>
        home.ask<Event>('POST', `/scenarios/${scenario}/events`, {
          category_id: category,
          date: '2026-12-15',
          amount: number + 1,
          repeat_type: 'once',
        }),
      )
      assert.equal(created.length, 20)
      const remaining = async (home: Household) =>
        (await home.ask<Account>('GET', `/accounts/${account}`)).primary_scenario.closing_balance
      const [one, other] = [await remaining(at(0)), await remaining(at(1))]
      await at(1).ask('DELETE', '/users/4100/forecast_cache')
      assert.deepEqual([one, other], [await remaining(at(0)), await remaining(at(0))])
      assert.equal((await at(0).ask('GET', '/me')).forecast_needs_recalculate, false)
    })

    test('a household with many first calls is created once', async () => {
      const key = (await opened[0]?.newKey()) ?? ''
      const users = await atOnce(12, (_home, number) => {
        const calls = opened[number % 2]
        assert.ok(calls)
        return calls.householdOf(key).ask<{ id: number }[]>('GET', '/users/4100/accounts')
      })
      const [first] = users
      for (const accounts of users)
        assert.deepEqual(
          accounts.map(({ id }) => id),
          first?.map(({ id }) => id),
        )
    })
  }),
)
