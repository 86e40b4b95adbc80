// Budget events through a real gateway, on each database: what is stored, listed, changed and removed, and how invalid
// calls are refused.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { type Calls, emptied, type Household, type Members, openCalls } from '../../../test/world.ts'

interface Event {
  readonly id: string
  readonly amount: number
  readonly date: string
  readonly note: string | null
  readonly series_id: number
  readonly series_start_id: string
  readonly infinite_series: boolean
  readonly scenario: Members
}

await eachStore('budget events', (database) =>
  // inside the suite of the database, so that the gateway is stopped before its database is dropped
  describe('of a household', () => {
    let calls: Calls
    let home: Household
    let category: number
    let scenario: number
    let account: number
    before(async () => {
      calls = await openCalls(database.target)
      home = await emptied(await calls.household())
      const { id } = await home.ask<{ id: number }>('POST', '/users/4100/institutions', {
        title: 'Bank',
        currency_code: 'NZD',
      })
      const created = await home.ask<{ id: number; primary_scenario: { id: number } }>('POST', '/users/4100/accounts', {
        institution_id: id,
        title: 'Everyday',
        currency_code: 'NZD',
        type: 'bank',
      })
      account = created.id
      scenario = created.primary_scenario.id
      category = (
        await home.ask<{ id: number }>('POST', '/users/4100/categories', { title: 'Food', colour: '#ff0000' })
      ).id
    })
    after(() => calls.close())

    const plan = (members: Members) =>
      home.ask<Event>('POST', `/scenarios/${scenario}/events`, {
        category_id: category,
        date: '2026-01-31',
        amount: -60,
        repeat_type: 'monthly',
        ...members,
      })
    const within = (start: string, end: string) =>
      home.ask<Event[]>('GET', `/scenarios/${scenario}/events?start_date=${start}&end_date=${end}`)
    const shown = (events: readonly Event[]) => events.map(({ date, amount, note }) => `${date} ${amount} ${note}`)
    const removeAll = async (event: Event) => home.ask('DELETE', `/events/${event.id}?behaviour=all`)

    test('a new series returns its first event, with ids that contain the days', async () => {
      const event = await plan({ note: 'Shop', date: '2026-01-31T10:00:00Z' })
      const seconds = Date.parse('2026-01-31T00:00:00Z') / 1000
      assert.equal(event.id, `${event.series_id}-${seconds}`)
      assert.equal(event.series_start_id, event.id)
      assert.equal(event.infinite_series, true)
      const { category: own, scenario: side, ...rest } = { ...event, category: Object(event).category }
      assert.deepEqual([own.id, side.id], [category, scenario])
      assert.deepEqual(rest, {
        id: event.id,
        amount: -60,
        amount_in_base_currency: -60,
        currency_code: 'nzd',
        date: '2026-01-31',
        colour: '#ff0000',
        note: 'Shop',
        repeat_type: 'monthly',
        repeat_interval: 1,
        series_id: event.series_id,
        series_start_id: event.id,
        infinite_series: true,
      })
      await removeAll(event)
    })

    test('one, forward and all change the events they name, and lists show it', async () => {
      const first = await plan({ note: 'Shop' })
      const [, february, , april] = await within('2026-01-01', '2026-04-30')
      assert.ok(february && april)
      const one = await home.ask<Event>('PUT', `/events/${february.id}`, { behaviour: 'one', amount: -75, note: '' })
      assert.deepEqual([one.id, one.amount, one.note], [february.id, -75, null])
      const later = await home.ask<Event>('PUT', `/events/${april.id}`, { behaviour: 'forward', amount: -80 })
      assert.notEqual(later.series_id, first.series_id)
      assert.deepEqual([later.date, later.amount, later.infinite_series], ['2026-04-30', -80, true])
      assert.deepEqual(shown(await within('2026-01-01', '2026-05-31')), [
        '2026-01-31 -60 Shop',
        '2026-02-28 -75 null',
        '2026-03-31 -60 Shop',
        '2026-04-30 -80 Shop',
        '2026-05-31 -80 Shop',
      ])
      assert.equal((await home.ask<Event>('GET', `/events/${first.id}`)).infinite_series, false)
      const all = await home.ask<Event>('PUT', `/events/${first.id}`, { behaviour: 'all', repeat_type: 'weekly' })
      assert.equal(all.id, first.id)
      // it ends with the last event that it had before the cut
      assert.deepEqual(
        (await within('2026-03-15', '2026-04-30')).map(({ date }) => date),
        ['2026-03-21', '2026-03-28', '2026-04-30'],
      )
      await removeAll(all)
      await removeAll(later)
      assert.deepEqual(await within('2020-01-01', '2030-01-01'), [])
    })

    test('one, forward and all remove the events they name', async () => {
      const first = await plan({ repeat_type: 'each weekday', date: '2026-11-21' })
      assert.equal(first.date, '2026-11-23')
      const week = await within('2026-11-20', '2026-11-29')
      assert.equal(week.length, 5)
      const [, second, , fourth] = week
      assert.ok(second && fourth)
      await home.ask('DELETE', `/events/${second.id}?behaviour=one`)
      await home.ask('DELETE', `/events/${fourth.id}?behaviour=forward`)
      assert.deepEqual(
        (await within('2026-11-20', '2026-12-29')).map(({ date }) => date),
        ['2026-11-23', '2026-11-25'],
      )
      assert.equal((await home.call('GET', `/events/${second.id}`)).status, 404)
      await removeAll(first)
      assert.equal((await home.call('DELETE', `/events/${first.id}?behaviour=all`)).status, 404)
    })

    test("the user's events are those of all scenarios, by day", async () => {
      const [a, b] = [
        await plan({ date: '2026-05-02', repeat_type: 'once' }),
        await plan({ date: '2026-05-01', repeat_type: 'once' }),
      ]
      const listed = await home.ask<Event[]>('GET', '/users/4100/events?start_date=2026-05-01&end_date=2026-05-02')
      assert.deepEqual(
        listed.map(({ id }) => id),
        [b.id, a.id],
      )
      assert.deepEqual(
        listed.map(({ infinite_series }) => infinite_series),
        [false, false],
      )
      await removeAll(a)
      await removeAll(b)
    })

    test('the forecast is recalculated when events change or its cache is removed, and stale after other changes', async () => {
      const state = async () => {
        const user = await home.ask('GET', '/users/4100')
        return {
          at: user.forecast_last_updated_at,
          stale: user.forecast_needs_recalculate,
          end: user.forecast_end_date,
        }
      }
      const balances = async () => {
        const shown = await home.ask<{ primary_scenario: Members }>('GET', `/accounts/${account}`)
        const { current_balance, closing_balance, closing_balance_date } = shown.primary_scenario
        return [current_balance, closing_balance, closing_balance_date]
      }
      calls.setClock('2026-11-20T01:00:00Z')
      const event = await plan({ date: '2026-12-01', amount: -10 })
      assert.deepEqual(await state(), { at: '2026-11-20T01:00:00Z', stale: false, end: '2027-11-20' })
      assert.deepEqual(await balances(), [0, -120, '2027-11-20'])
      const [side] = await home.ask<{ id: number }[]>('GET', '/users/4100/transaction_accounts')
      calls.setClock('2026-11-20T02:00:00Z')
      await home.ask('PUT', `/transaction_accounts/${side?.id}`, { starting_balance: 500.25 })
      assert.deepEqual(await state(), { at: '2026-11-20T01:00:00Z', stale: true, end: '2027-11-20' })
      assert.deepEqual(await balances(), [500.25, 380.25, '2027-11-20'])
      await home.ask('DELETE', '/users/4100/forecast_cache')
      assert.deepEqual(await state(), { at: '2026-11-20T02:00:00Z', stale: false, end: '2027-11-20' })
      assert.deepEqual(await balances(), [500.25, 380.25, '2027-11-20'])
      calls.setClock('2026-11-25T00:00:00Z')
      assert.equal((await state()).stale, true)
      assert.deepEqual(await balances(), [500.25, 380.25, '2027-11-25'])
      await removeAll(event)
      await home.ask('PUT', `/transaction_accounts/${side?.id}`, { starting_balance: 0 })
    })

    test('events are removed with their category and their account', async () => {
      const other = await home.ask<{ id: number }>('POST', '/users/4100/categories', { title: 'Other' })
      const event = await plan({ category_id: other.id })
      await home.ask('DELETE', `/categories/${other.id}`)
      assert.equal((await home.call('GET', `/events/${event.id}`)).status, 404)
      const [bank] = await home.ask<{ id: number }[]>('GET', '/users/4100/institutions')
      const created = await home.ask<{ id: number; primary_scenario: { id: number } }>('POST', '/users/4100/accounts', {
        institution_id: bank?.id,
        title: 'Second',
        currency_code: 'NZD',
        type: 'bank',
      })
      const planned = { category_id: category, date: '2026-01-31', amount: -1, repeat_type: 'weekly' }
      const second = await home.ask<Event>('POST', `/scenarios/${created.primary_scenario.id}/events`, planned)
      await home.ask('DELETE', `/accounts/${created.id}`)
      assert.equal((await home.call('GET', `/events/${second.id}`)).status, 404)
      assert.equal((await home.call('POST', `/scenarios/${created.primary_scenario.id}/events`, planned)).status, 404)
    })

    test('nobody sees the events and scenarios of another account', async () => {
      const event = await plan({})
      const stranger = await emptied(await calls.household())
      assert.equal((await stranger.call('GET', `/events/${event.id}`)).status, 404)
      assert.equal((await stranger.call('DELETE', `/events/${event.id}?behaviour=all`)).status, 404)
      const window = 'start_date=2026-01-01&end_date=2026-12-31'
      assert.equal((await stranger.call('GET', `/scenarios/${scenario}/events?${window}`)).status, 404)
      assert.deepEqual(await stranger.ask('GET', `/users/4100/events?${window}`), [])
      assert.equal((await stranger.call('GET', `/users/4101/events?${window}`)).status, 403)
      assert.equal((await home.call('GET', `/events/${event.id}`)).status, 200)
      await removeAll(event)
    })

    test('invalid calls are refused with the right status and change nothing', async () => {
      const event = await plan({})
      const [path, events] = [`/events/${event.id}`, `/scenarios/${scenario}/events`]
      const good = { category_id: category, date: '2026-01-31', amount: -60, repeat_type: 'monthly' }
      const refused: readonly (readonly [number, string, string, Members?])[] = [
        [422, 'POST', events, { ...good, category_id: 1 }],
        [422, 'POST', events, { ...good, category_id: undefined }],
        [422, 'POST', events, { ...good, date: '2026-02-30' }],
        [422, 'POST', events, { ...good, date: '31/01/2026' }],
        [422, 'POST', events, { ...good, amount: 1e15 }],
        [422, 'POST', events, { ...good, repeat_type: 'hourly' }],
        [422, 'POST', events, { ...good, repeat_interval: 0 }],
        [422, 'POST', events, { ...good, repeat_interval: 1001 }],
        [404, 'POST', '/scenarios/1/events', good],
        [400, 'PUT', path, { amount: 5 }],
        [400, 'PUT', path, { behaviour: 'some', amount: 5 }],
        [422, 'PUT', path, { behaviour: 'one', repeat_type: 'weekly' }],
        [422, 'PUT', path, { behaviour: 'all', repeat_interval: 1.5 }],
        [400, 'DELETE', path],
        [400, 'DELETE', `${path}?behaviour=none`],
        [404, 'GET', `/events/${event.series_id}-1`],
        [404, 'GET', `/events/${event.series_id}-86400`],
        [404, 'GET', '/events/x'],
        [404, 'GET', `/events/${event.series_id}-${Date.parse('3000-01-31') / 1000}`],
        [
          404,
          'PUT',
          `/events/${event.series_id}-${Date.parse('9999-12-31') / 1000}`,
          { behaviour: 'forward', amount: 1 },
        ],
        [404, 'GET', '/events/999999999999999999999-0'],
        [400, 'GET', `${events}?start_date=2026-01-01`],
        [400, 'GET', `${events}?start_date=2026-02-01&end_date=2026-01-01`],
        [400, 'GET', `${events}?start_date=2026-02-30&end_date=2026-03-01`],
        [403, 'DELETE', '/users/4101/forecast_cache'],
      ]
      for (const [status, method, where, body] of refused) {
        const answer = await home.call(method, where, body)
        assert.equal(
          answer.status,
          status,
          `${method} ${where} ${JSON.stringify(body)} answers ${JSON.stringify(answer.body)}`,
        )
      }
      assert.deepEqual(shown(await within('2026-01-01', '2026-02-28')), ['2026-01-31 -60 null', '2026-02-28 -60 null'])
      await removeAll(event)
    })

    test('a span with too many events is refused', async () => {
      const event = await plan({ repeat_type: 'daily', date: '2000-01-01' })
      const answer = await home.call('GET', `/scenarios/${scenario}/events?start_date=2000-01-01&end_date=2999-12-31`)
      assert.equal(answer.status, 400)
      await removeAll(event)
    })
  }),
)
