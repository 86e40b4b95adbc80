// Whatever is sent to the endpoints of plans is carried out or refused in the provider's words: no input causes a
// failure.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { eachStore } from '../../../../tests/harness/services.ts'
import { type Calls, type Household, type Members, openCalls } from '../../test/world.ts'

const runs = { numRuns: process.env.GATEHOUSE_FUZZ_SEED === undefined ? 20 : 100 }

const oddText = fc.oneof(
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    '2026-02-30',
    '2999-12-31',
    '1900-01-01',
    '0000-00-00',
    'null',
    '\0',
    "' or 1=1",
  ),
)
const oddValue = fc.oneof(
  oddText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, [], {}, [1], 1e300, -0, 8101),
)
const someDay = fc.constantFrom('1900-01-01', '2026-01-31', '2026-11-20', '2999-12-31')
const often = <T>(good: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: odd })
const pick = (...values: unknown[]) => often<unknown>(fc.constantFrom(...values), oddValue)
const pickText = (...values: string[]) => often(fc.constantFrom(...values), oddText)

const someRepeat = pick('once', 'daily', 'weekly', 'fortnightly', 'monthly', 'yearly', 'each weekday')
const someEvent = fc.record(
  {
    category_id: pick(8101, 8102),
    date: often<unknown>(someDay, oddValue),
    amount: pick(-60, 12.5, 1e11, 0),
    repeat_type: someRepeat,
    repeat_interval: pick(1, 2, 1000),
    note: pick('Note', null),
  },
  { requiredKeys: ['category_id', 'date', 'amount', 'repeat_type'] },
)
const someChange = fc.record(
  {
    behaviour: pick('one', 'forward', 'all'),
    amount: pick(5, -5),
    repeat_type: someRepeat,
    repeat_interval: pick(1, 7),
    note: pick(''),
  },
  { requiredKeys: ['behaviour'] },
)
const someWindow = fc.record({ start_date: often(someDay, oddText), end_date: often(someDay, oddText) })
const someAnalysis = fc.record({
  period: pickText('weeks', 'months', 'years', 'event'),
  interval: pickText('1', '2', '1000'),
  start_date: often(someDay, oddText),
  end_date: often(someDay, oddText),
  categories: pickText('8101', '8101,8102'),
  scenarios: pickText('6201', '6201,6202'),
})

await eachStore('odd input', (database) =>
  // inside the suite of the database, so that the gateway is stopped before its database is dropped
  describe('for the plans of a household', () => {
    let calls: Calls
    let home: Household
    before(async () => {
      calls = await openCalls(database.target)
      home = await calls.household()
      await home.ask('GET', '/me')
    })
    after(() => calls.close())

    async function doneOrRefused(method: string, path: string, body?: Members) {
      const answer = await home.call(method, path, body)
      assert.ok(answer.status < 500, `${method} ${path} ${JSON.stringify(body)} answers ${answer.status}`)
      return answer
    }
    const query = (values: Record<string, string>) => new URLSearchParams(values).toString()

    test('events are created, changed and removed, or refused', () =>
      fc.assert(
        fc.asyncProperty(
          someEvent,
          someChange,
          fc.constantFrom('one', 'forward', 'all'),
          async (event, change, behaviour) => {
            const created = await doneOrRefused('POST', '/scenarios/6202/events', event)
            if (created.status !== 201) return
            const id = Reflect.get(Object(created.body), 'id')
            const changed = await doneOrRefused('PUT', `/events/${id}`, change)
            const now = changed.status === 200 ? Reflect.get(Object(changed.body), 'id') : id
            assert.equal((await doneOrRefused('GET', `/events/${now}`)).status, 200)
            await doneOrRefused('DELETE', `/events/${now}?behaviour=${behaviour}`)
          },
        ),
        runs,
      ))

    test('spans of events are listed or refused', () =>
      fc.assert(
        fc.asyncProperty(someWindow, async (window) => {
          await doneOrRefused('GET', `/users/4100/events?${query(window)}`)
          await doneOrRefused('GET', `/scenarios/6201/events?${query(window)}`)
        }),
        runs,
      ))

    test('budgets are calculated or refused', () =>
      fc.assert(
        fc.asyncProperty(someAnalysis, async ({ categories, scenarios, ...terms }) => {
          await doneOrRefused('GET', `/users/4100/budget_summary?${query(terms)}`)
          await doneOrRefused('GET', `/users/4100/trend_analysis?${query({ ...terms, categories, scenarios })}`)
        }),
        runs,
      ))

    test('ids in paths are found or are 404', () =>
      fc.assert(
        fc.asyncProperty(oddText, oddText, async (one, other) => {
          const [id, behaviour] = [encodeURIComponent(`${one}-${other}`), encodeURIComponent(other)]
          await doneOrRefused('GET', `/events/${id}`)
          await doneOrRefused('DELETE', `/events/${id}?behaviour=${behaviour}`)
          await doneOrRefused('GET', `/users/${encodeURIComponent(one) || 'x'}/budget`)
          await doneOrRefused('GET', `/users/4100/budget?roll_up=${behaviour}`)
        }),
        runs,
      ))

    test('the household still answers afterwards', async () => {
      assert.equal(
        (await doneOrRefused('GET', '/users/4100/events?start_date=2026-01-01&end_date=2026-12-31')).status,
        200,
      )
      assert.equal((await doneOrRefused('DELETE', '/users/4100/forecast_cache')).status, 204)
      assert.equal((await doneOrRefused('GET', '/users/4100/accounts')).status, 200)
    })
  }),
)
