// Setup for the tests of events: everything that finds and sends them, on a store, a clock and timers of the test.
import { randomBytes } from 'node:crypto'
import type { Timers } from '#provider'
import { type BudgetTables, periodStart } from '#provider/budgets'
import { inChunks } from '#provider/sql'
import { addCalls, createAccountsRepository, listEvents, operatorAccountId, type Store } from '#store'
import type { TestDatabase } from '../../../../../tests/harness/services.ts'
import { startKeys } from '../../account/keys/keys-world.fixture.ts'
import { dayName, dayOf } from '../../account/quota/admission.ts'
import { addAccounts, openVault } from '../../account/vault/test-world.fixture.ts'
import { createOutboundAllow } from '../../process/outbound-allow.ts'
import { createNamedFetch, type NamedFetch } from '../../upstream/named-fetch.ts'
import { createAudit } from '../accounts/audit.ts'
import type { ListingState } from '../accounts/listing-settings.ts'
import { createAnnounce } from './announce.ts'
import { startDeliverer } from './deliver.ts'
import { createEventLog } from './event-log.ts'
import { createSweep } from './sweep.ts'
import { createWebhooks } from './webhooks.ts'

/** A budget of a day, in cents, and what was spent of it today by whom; '' is everybody. */
interface TestBudget {
  readonly id: string
  readonly per: 'all' | 'account' | 'key'
  readonly cents: number
  readonly spent: Readonly<Record<string, number>>
}

/** Timers of which the test makes each tick. */
export function createTicks(): Timers & { tick(): void } {
  const works = new Set<() => void>()
  return {
    after: () => {
      throw new Error('nothing here waits for a time')
    },
    every(_ms, work) {
      works.add(work)
      const timer = { cancel: () => void works.delete(work), unref: () => timer }
      return timer
    },
    tick() {
      for (const work of works) work()
    },
  }
}

export type EventsWorld = Awaited<ReturnType<typeof openEventsWorld>>

interface WorldOptions {
  readonly store?: Store
  readonly fetch?: NamedFetch
  /** Wraps the store once the process has started. */
  readonly livesAs?: (store: Store) => Store
}

/** Opens the world of one process. Its accounts are acc_a and acc_b, on 5,000 calls a day. */
export async function openEventsWorld(database: TestDatabase, options: WorldOptions = {}) {
  const { store: opened = database.store, fetch, livesAs = (one: Store) => one } = options
  if ((await createAccountsRepository(opened.db).list()).length === 0) await addAccounts(opened, 'acc_a', 'acc_b')
  const { vault, clock } = await openVault(opened, database.target)
  const { keys, clock: keysClock } = await startKeys(database, { store: opened })
  const store = livesAs(opened)
  const now = () => {
    keysClock.nowMs = clock.nowMs
    return clock.nowMs
  }
  const live: Pick<ListingState, 'slug' | 'provider'>[] = []
  const listingSettings = { list: async () => live.map((one) => ({ ...listingState, ...one })) }
  const announce = createAnnounce({ store, clock: now, randomBytes, listingSettings })
  const eventLog = createEventLog({ store, clock: now, listingSettings })
  const sending = fetch ?? createNamedFetch({ allow: createOutboundAllow('127.0.0.0/8') })
  const ticks = createTicks()
  const logged: string[] = []
  const log = { warn: (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`) }
  const deliverer = startDeliverer({
    ...{ store, vault, fetch: sending, announce, clock: now, random: () => 0.5, timers: ticks, log },
  })
  const sweep = createSweep({
    ...{ store, keys, announce, clock: now, baseUrl: 'http://127.0.0.1:8787', keptDays: 30 },
    served: { listings: [] },
    liveProcesses: () => 1,
  })
  const audit = createAudit({ store, clock: now })
  const webhooks = createWebhooks({
    ...{ store, vault, fetch: sending, announce, audit, eventLog, clock: now, randomBytes, wake: deliverer.wake },
  })
  return {
    ...{ store, vault, keys, clock, live, announce, deliverer, sweep, webhooks, ticks, logged, eventLog },
    /** Counts calls of a subject today. */
    count: (subject: string, calls: number) =>
      addCalls(
        store.db,
        { subject, day: dayName(dayOf(clock.nowMs)), minute: Math.floor(clock.nowMs / 60_000) },
        { perDay: calls, perMinute: 0 },
      ),
    async spend({ id, per, cents, spent }: TestBudget) {
      const db = store.db.withTables<Pick<BudgetTables, keyof BudgetTables>>()
      await db.deleteFrom('model_routing_budgets').where('id', '=', id).execute()
      await db.deleteFrom('model_routing_spent').where('budget', '=', id).execute()
      const of = { account: '', key_id: '', model: '', period: 'day', created_ms: 0 }
      await db
        .insertInto('model_routing_budgets')
        .values({ ...of, id, per, amount: units(cents) })
        .execute()
      const start_ms = periodStart('day', clock.nowMs)
      const rows = Object.entries(spent).map(([who, some]) => ({ who, spent: units(some) }))
      for (const part of inChunks(rows.map((row) => ({ ...row, budget: id, start_ms, held: 0n }))))
        await db.insertInto('model_routing_spent').values(part).execute()
    },
    /** Returns all events that have happened, oldest first. */
    happened: () => listEvents(store.db, { before: Number.MAX_SAFE_INTEGER, limit: 1000 }),
    account: { account: 'acc_a', key: 'key_a' },
    operator: { account: operatorAccountId, key: undefined },
  }
}

const units = (cents: number) => BigInt(cents) * 10_000_000_000n

const listingState: ListingState = {
  ...{ slug: 'weather', title: 'Weather', api: 'weather', provider: 'live', chosen: true, envelope: 'raw' },
  ...{ answers: 'live', answersUntil: null, maxAgeS: 86_400, sample: false, writes: false },
  ...{ embedded: true, live: true, auth: 'own', providerKey: 'stored', endpoints: 1 },
}
