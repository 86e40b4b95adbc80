// Four processes on one database, each killed before or after any of its statements: every crossing is claimed once,
// and every event is delivered at least once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import type { Store } from '#store'
import { createAccountsRepository, createWebhooksRepository, openStore } from '#store'
import { openEventsWorld } from '../../packages/gateway/src/api/events/events-world.fixture.ts'
import type { NamedFetch } from '../../packages/gateway/src/upstream/named-fetch.ts'
import { eachStore, type TestDatabase } from '../harness/services.ts'
import { until } from '../harness/until.ts'

const leaseMs = 60_000

class Killed extends Error {}

/** A process that dies at one of its next steps: before a statement, after it, or around a message. */
interface Life {
  stepsLeft: number
}
function step(life: Life): void {
  if (life.stepsLeft-- <= 0) throw new Killed('the process is dead')
}

/** The store of a process; every statement is a step, and once it is dead nothing reaches the database. */
function mortalStore(store: Store, life: Life): Store {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      step(life)
      return node
    },
    async transformResult({ result }) {
      step(life)
      return result
    },
  }
  return { ...store, db: store.db.withPlugin(plugin) }
}

async function hasWaiting({ db }: Store): Promise<boolean> {
  return (
    (await db.selectFrom('deliveries').select('event_id').where('state', '=', 'waits').executeTakeFirst()) !== undefined
  )
}

/** Reports whether a delivery waits that no process, alive or dead, holds. */
async function hasUnleased({ db }: Store, now: number): Promise<boolean> {
  const waiting = db.selectFrom('deliveries').select('event_id').where('state', '=', 'waits')
  return (await waiting.where('leased_until', '<=', now).executeTakeFirst()) !== undefined
}

await eachStore('processes that are killed', (database: TestDatabase) => {
  test('claim every crossing once and deliver every event at least once', { timeout: 600_000 }, async () => {
    // a PostgreSQL that the machine starves is slow, and none of the deaths that are meant here
    const open = () => openStore({ ...database.target, isPatient: true })
    const store = await open()
    const first = await openEventsWorld(database, { store })
    await first.deliverer.stop()
    const { webhook } = await first.webhooks.create(first.account, {
      ...{ url: 'https://example.com/', events: '*', format: 'standard', enabled: true },
    })
    const lives = fc.array(fc.integer({ min: 0, max: 80 }), { minLength: 4, maxLength: 12 })
    const cents = fc.record({ acc_a: fc.integer({ min: 70, max: 110 }), acc_b: fc.integer({ min: 70, max: 110 }) })
    let day = 0
    await fc.assert(
      fc.asyncProperty(lives, fc.integer({ min: 3000, max: 6000 }), cents, async (all, calls, spent) => {
        const { db } = store
        for (const table of ['events', 'claims', 'day_counters'] as const) await db.deleteFrom(table).execute()
        first.clock.nowMs = Date.UTC(2024, 4, 2, 12) + ++day * 24 * 3_600_000
        await first.count('acc_a', calls)
        await first.spend({ id: 'each', per: 'account', cents: 100, spent })
        const arrived: string[] = []
        const others = await Promise.all([1, 2, 3, 4].map(open))
        for (let round = 0; round < all.length; round += 4) {
          await Promise.all(
            all.slice(round, round + 4).map((steps, at) => runOnce(others[at], { stepsLeft: steps }, arrived)),
          )
          first.clock.nowMs += leaseMs
        }
        // one that lives does what is left, when the leases of the dead have ended
        first.clock.nowMs += leaseMs
        await runOnce(store, { stepsLeft: Number.POSITIVE_INFINITY }, arrived)
        const events = await first.happened()
        const used = [
          ['limit', 'acc_a', calls / 50],
          ['budget', 'acc_a', spent.acc_a],
          ['budget', 'acc_b', spent.acc_b],
        ] as const
        const expected = used.flatMap(([of, account, percent]) =>
          [80, 95, 100].filter((share) => percent >= share).map((share) => `${of} ${account} ${share}`),
        )
        const told = events.map(({ type, data }) => {
          const { account, percent } = JSON.parse(data)
          return `${type.split('.')[0]} ${account} ${percent}`
        })
        assert.deepEqual(told.sort(), expected.sort())
        const mine = events.filter(({ accountId }) => accountId === 'acc_a')
        assert.deepEqual(new Set(arrived), new Set(mine.map(({ id }) => id)))
        for (const one of others) await one.close()
      }),
      { numRuns: database.name === 'sqlite' ? 150 : 25 },
    )
    await createWebhooksRepository(store).remove(webhook.id)
    assert.equal((await createAccountsRepository(store.db).list()).length, 2)
    await store.close()

    /** Lets a process sweep and deliver until it dies, or has nothing left to do. */
    async function runOnce(own: Store | undefined, life: Life, arrived: string[]): Promise<void> {
      assert.ok(own)
      const fetch: NamedFetch = {
        problemOf: () => undefined,
        async post(_url, { headers }) {
          step(life)
          arrived.push(headers['webhook-id'] ?? '')
          step(life)
          return { status: 204, retryAfter: undefined, bytes: Buffer.alloc(0) }
        },
      }
      const world = await openEventsWorld(database, { store: own, fetch, livesAs: (one) => mortalStore(one, life) })
      world.clock.nowMs = first.clock.nowMs
      await world.sweep().catch((error: unknown) => assert.ok(error instanceof Killed, String(error)))
      const isOver = async () => {
        world.ticks.tick()
        await sleep(1)
        const mayEnd = Number.isFinite(life.stepsLeft) ? hasUnleased : hasWaiting
        return life.stepsLeft < 0 || !(await mayEnd(store, world.clock()))
      }
      await until(isOver, 'nothing is left to do')
      await world.deliverer.stop()
    }
  })
})
