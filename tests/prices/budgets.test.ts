// Guards that calls with a price never exceed a budget or the limit of a key, whatever the order and the processes, and
// that what is booked is what the calls that were answered cost.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { dollarsOf } from '#provider/budgets'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { eachStore } from '../harness/services.ts'
import { dollar, openPricesWorld, type PricesWorld } from './world.ts'

const cents = (count: number) => (BigInt(count) * dollar) / 100n
/** Price of reading a thing, in cents; adding one costs the price of the listing. */
const [readCents, addCents] = [30, 7]

interface Step {
  /** 0 is a key with a limit of its own, 1 a key of the same account, 2 one of another account. */
  readonly who: number
  readonly process: number
  readonly asked: string
  readonly adds: boolean
}
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.integer({ min: 0, max: 2 }),
  process: fc.integer({ min: 0, max: 1 }),
  asked: fc.constantFrom('one', 'two', '404', '500', 'cut'),
  adds: fc.boolean(),
})
/** Calls of one group are made at once, groups one after another. */
const series = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 })
const amounts = fc.record({
  account: fc.integer({ min: 0, max: 400 }),
  key: fc.integer({ min: 1, max: 200 }),
  all: fc.integer({ min: 0, max: 600 }),
})

await eachStore('prices and budgets', (database) =>
  describe('of two processes', () => {
    const closing: (() => unknown)[] = []
    const clock = { ms: Date.parse('2026-11-02T12:00:00Z') }
    let world: PricesWorld
    before(async () => {
      const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
      const platform = { clock: () => clock.ms }
      world = await openPricesWorld(cleanup, { database: database.target, processes: 2, platform })
      await world.price('small', '*', '0.07')
      await world.price('small', 'thing', '0.3')
    })
    after(async () => {
      for (const close of closing) await close()
    })

    async function call({ process, asked, adds }: Step, key: string) {
      const gateway = world.gateways[process] ?? world.gateway
      const response = await gateway.call(`/v1/proxy/small/things/${asked}`, {
        method: adds ? 'POST' : 'GET',
        key,
        headers: { 'x-gateway-provider': 'live' },
      })
      const { error } = Object(await response.json())
      return { status: response.status, code: error?.code, cost: response.headers.get('x-gateway-cost') }
    }

    test('no series of calls exceeds a budget, and all that was answered is booked', async () => {
      await fc.assert(
        fc.asyncProperty(series, amounts, async (groups, limits) => {
          const { gateway, spentOf, bookedFor } = world
          const [mine, other] = [await gateway.account(), await gateway.account()]
          const usdPerDay = dollarsOf(cents(limits.key))
          const limited = await gateway.components.keys.create({
            ...{ accountId: mine.accountId, surface: 'hosted', name: 'Limited' },
            limits: { perMinute: null, perDay: null, usdPerDay },
          })
          const budgets = [
            {
              id: await world.budget({ account: mine.accountId, amount: cents(limits.account) }),
              most: limits.account,
            },
            { id: await world.budget({ key: other.keyId, per: 'key', amount: cents(limits.all) }), most: limits.all },
          ]
          // a new budget is noticed within two seconds
          clock.ms += 3000
          const keys = [reveal(limited.key), mine.key, other.key]
          let expected = 0
          const paid = new Map<string, number>()
          for (const group of groups) {
            const ends = await Promise.all(
              group.map(async (one) => ({ one, end: await call(one, keys[one.who] ?? '') })),
            )
            for (const { one, end } of ends) {
              const price = one.adds ? addCents : readCents
              const isCharged = end.status < 400 || end.code === 'upstream.cut'
              assert.equal(end.cost, isCharged ? dollarsOf(cents(price)) : null, JSON.stringify([one, end]))
              if (!isCharged) continue
              expected += price
              paid.set(keys[one.who] ?? '', (paid.get(keys[one.who] ?? '') ?? 0) + price)
            }
          }
          const spent = await Promise.all(budgets.map(({ id }) => spentOf(id)))
          const ofKey = await spentOf('key', limited.id)
          const sums = keys.map((key) => paid.get(key) ?? 0)
          assert.deepEqual(spent, [
            { spent: dollarsOf(cents((sums[0] ?? 0) + (sums[1] ?? 0))), held: '0' },
            { spent: dollarsOf(cents(sums[2] ?? 0)), held: '0' },
          ])
          assert.deepEqual(ofKey, { spent: dollarsOf(cents(sums[0] ?? 0)), held: '0' })
          assert.ok((sums[0] ?? 0) + (sums[1] ?? 0) <= limits.account)
          assert.ok((sums[0] ?? 0) <= limits.key && (sums[2] ?? 0) <= limits.all)
          const booked = [await bookedFor(mine.accountId), await bookedFor(other.accountId)]
          const total = booked.reduce((sum, { cost }) => sum + Math.round(Number(cost) * 100), 0)
          assert.equal(total, expected)
        }),
        { numRuns: 12 },
      )
    })
  }),
)
