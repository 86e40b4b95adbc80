// Handlers of webhooks and events, for an account or the operator.
import { type Call, type HandlersFor, reply } from '#define'
import { type DeliveryRow, type EventRow, operatorAccountId, type WebhookRow } from '#store'
import { reveal } from '../../process/secret.ts'
import type { EventLog } from './event-log.ts'
import type { Owner } from './sending.ts'
import type { webhookEndpoints } from './webhook-endpoints.ts'
import type { Webhooks } from './webhooks.ts'

export interface WebhookHandlersDeps {
  readonly webhooks: Webhooks
  readonly eventLog: EventLog
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
type WebhookEndpoints = ReturnType<typeof webhookEndpoints>

const usualGraceS = 86_400
const dayMs = 24 * 3_600_000

/** Creates the handlers; `ownerOf` tells whose webhooks a call is about. */
export function webhookHandlers(
  { webhooks, eventLog, clock }: WebhookHandlersDeps,
  ownerOf: (call: Call) => Owner,
): HandlersFor<WebhookEndpoints, keyof WebhookEndpoints> {
  return {
    listWebhooks: async (_input, call) => ({ webhooks: (await webhooks.list(ownerOf(call))).map(webhookView) }),
    async createWebhook({ body: { url, events = '*', format = 'standard', enabled = true } }, call) {
      const { webhook, secret } = await webhooks.create(ownerOf(call), { url, events, format, enabled })
      return shownOnce({ ...webhookView(webhook), secret: reveal(secret) }, 201)
    },
    getWebhook: async ({ id }, call) => webhookView(await webhooks.get(ownerOf(call), id)),
    updateWebhook: async ({ id, body }, call) => webhookView(await webhooks.update(ownerOf(call), id, body)),
    async deleteWebhook({ id }, call) {
      await webhooks.remove(ownerOf(call), id)
      return undefined
    },
    async rotateWebhook({ id, body }, call) {
      const { graceSeconds = usualGraceS } = body ?? {}
      const { webhook, secret } = await webhooks.rotate(ownerOf(call), id, graceSeconds * 1000)
      return shownOnce({ ...webhookView(webhook), secret: reveal(secret) }, 200)
    },
    testWebhook: async ({ id, body }, call) => ({
      event: await webhooks.test(ownerOf(call), id, body?.event ?? 'ping'),
    }),
    async listDeliveries({ id, ...search }, call) {
      const rows = await webhooks.deliveries(ownerOf(call), id, search)
      const last = rows.length === search.limit ? rows.at(-1) : undefined
      return { deliveries: rows.map(deliveryView), ...(last && { next: last.eventId }) }
    },
    async retryDelivery({ id, event }, call) {
      await webhooks.retry(ownerOf(call), id, event)
      return undefined
    },
    recoverWebhook: async ({ id, body: { since } }, call) => ({
      deliveries: await webhooks.recover(ownerOf(call), id, since),
    }),
    async listEvents({ from, ...query }, call) {
      const start = from ?? (query.after === undefined ? clock() - dayMs : undefined)
      const { events, next } = await eventLog.list(ownerOf(call).account, { ...query, from: start })
      return { events: events.map(eventView), ...(next !== undefined && { next }) }
    },
  }
}

/** Returns the owner of the webhooks of an account. */
export function accountOwner({ account, key }: Call): Owner {
  return { account, key }
}

/** Returns the owner of the operator's webhooks. */
export function operatorOwner(): Owner {
  return { account: operatorAccountId, key: undefined }
}

/** Returns a secret in a response that no cache may keep. */
function shownOnce<T>(value: T, status: number) {
  return reply(value, { status, headers: { 'cache-control': 'no-store' } })
}

function webhookView(row: WebhookRow) {
  const { id, url, events, format, enabled, disabledBecause, failingSince, createdAt, updatedAt, previousUntil } = row
  return {
    id,
    url,
    format,
    enabled,
    disabledBecause,
    failingSince,
    createdAt,
    updatedAt,
    events: events === '*' ? events : [...events],
    previousSecretUntil: previousUntil,
  }
}

function deliveryView({ eventId, type, state, dueAt, attempts }: DeliveryRow) {
  return {
    event: eventId,
    type,
    state,
    dueAt: state === 'waits' ? dueAt : null,
    attempts: attempts.map((one) => ({ ...one })),
  }
}

function eventView({ id, at, type, accountId, sentence, data }: EventRow) {
  return { id, type, timestamp: new Date(at).toISOString(), account: accountId, text: sentence, data: JSON.parse(data) }
}
