// What is sent to a webhook: tests, deliveries and their repetition.
import { fail } from '#define'
import {
  addMissedDeliveries,
  type DeliveryRow,
  type DeliveryState,
  listDeliveries,
  operatorAccountId,
  retryDelivery,
  retryFailed,
  type Store,
  type WebhookRow,
} from '#store'
import type { Announce } from './announce.ts'
import type { EventLog } from './event-log.ts'
import { asksFor, type EventName, eventTypes } from './event-types.ts'

/** Who owns the webhooks: an account, by one of its keys, or the operator. */
export interface Owner {
  readonly account: string
  readonly key: string | undefined
}
export interface SendingDeps {
  readonly store: Store
  readonly announce: Announce
  readonly eventLog: EventLog
  readonly clock: () => number
  /** Called when something has become due. */
  readonly wake: () => void
  /** Returns a webhook. Fails with 'thing.unknown', also for one of another owner. */
  readonly get: (owner: Owner, id: string) => Promise<WebhookRow>
  readonly record: (owner: Owner, action: string, target: string, detail?: object) => Promise<void>
}
interface DeliverySearch {
  readonly state?: DeliveryState | undefined
  readonly before?: string | undefined
  readonly limit?: number | undefined
}

/** Each fails with 'thing.unknown' for a webhook of another owner. */
export interface Sending {
  /** Sends an event with made-up values to the webhook alone, and returns its id. Fails with 'thing.conflict'. */
  test(owner: Owner, id: string, event: EventName): Promise<string>
  deliveries(owner: Owner, id: string, search: DeliverySearch): Promise<DeliveryRow[]>
  retry(owner: Owner, id: string, event: string): Promise<void>
  /** Sends again what has failed since then, and what was missed; returns how much. */
  recover(owner: Owner, id: string, since: number): Promise<number>
}

/** Tests that may wait for one webhook. */
const maxWaiting = 20
const maxRecovered = 10_000
const recoveredAtOnce = 500

/** Creates the part of the rules of webhooks that sends. */
export function createSending({ store, announce, eventLog, clock, wake, get, record }: SendingDeps): Sending {
  /** Adds what the webhook asks for and was not sent, because it was off or did not ask for it then. */
  async function addMissed({ id, accountId, events: patterns }: WebhookRow, since: number): Promise<number> {
    let missed = 0
    let after: string | undefined
    for (let read = 0; read < maxRecovered; read += recoveredAtOnce) {
      const { events, next } = await eventLog.list(accountId, { after, from: since, limit: recoveredAtOnce })
      const wanted = events.filter(({ type, data }) => !isTest(data) && asksFor(patterns, type)).map((one) => one.id)
      missed += await addMissedDeliveries(store.db, { webhookId: id, eventIds: wanted, at: clock() })
      if (next === undefined) break
      after = next
    }
    return missed
  }

  return {
    async test(owner, id, type) {
      const { enabled } = await get(owner, id)
      if (!enabled) throw fail('thing.conflict', { reason: 'The webhook is switched off. Enable it first.' })
      const waiting = await listDeliveries(store.db, { webhookId: id, state: 'waits', limit: maxWaiting })
      if (waiting.length >= maxWaiting)
        throw fail('thing.conflict', {
          reason: `${maxWaiting} deliveries to this webhook wait. Try again when they have ended.`,
        })
      const account = owner.account === operatorAccountId ? null : owner.account
      const data = { ...eventTypes[type].example, account, test: true, ...(type === 'ping' && { webhook: id }) }
      const event = await announce({ type, account, data, guard: async () => true, only: [id] })
      if (event === undefined) throw new Error('a test has no condition')
      wake()
      return event
    },
    async deliveries(owner, id, search) {
      await get(owner, id)
      return listDeliveries(store.db, { webhookId: id, ...search })
    },
    async retry(owner, id, event) {
      await get(owner, id)
      if (!(await retryDelivery(store.db, { webhookId: id, eventId: event, at: clock() }))) throw unknownDelivery(event)
      await record(owner, 'retry', id, { event: event.slice(0, 80) })
      wake()
    },
    async recover(owner, id, since) {
      const webhook = await get(owner, id)
      if (!webhook.enabled) throw fail('thing.conflict', { reason: 'The webhook is switched off. Enable it first.' })
      const failed = await retryFailed(store.db, { webhookId: id, since, at: clock() })
      const missed = await addMissed(webhook, since)
      await record(owner, 'recover', id, { since, deliveries: failed + missed })
      wake()
      return failed + missed
    },
  }
}

function isTest(data: string): boolean {
  const value: unknown = JSON.parse(data)
  return typeof value === 'object' && value !== null && 'test' in value
}

function unknownDelivery(id: string): Error {
  return fail('thing.unknown', { thing: 'delivery', id: id.slice(0, 80) })
}
