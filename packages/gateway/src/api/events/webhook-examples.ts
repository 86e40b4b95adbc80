// Examples of webhooks and events, for both APIs.
import { defineExamples } from '#define'
import { at, minutesLater } from '../accounts/sample-values.ts'
import { eventTypes } from './event-types.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

const id = 'hook_5nT8wQzR3kYdHc1PL0vX'
const event = 'evt_0mjv2b1c04f1c2a9b7d305861'
const webhook = {
  id,
  url: 'https://hooks.example.com/gatehouse',
  events: ['limit.*', 'budget.*'],
  format: 'standard' as const,
  enabled: true,
  disabledBecause: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt: at,
  updatedAt: at,
}
const secret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTMyYnl0ZXM='
const params = { id }
const delivery = {
  event,
  type: 'limit.near',
  state: 'failed' as const,
  dueAt: null,
  attempts: [{ at: minutesLater(1), ms: 214, status: 503, error: null }],
}

/** Returns the examples of the endpoints below a path. */
export function webhookExamples(path: '/me' | '') {
  return defineExamples(webhookEndpoints(path), {
    listWebhooks: { output: { webhooks: [webhook] } },
    createWebhook: {
      body: { url: webhook.url, events: webhook.events },
      output: { ...webhook, secret },
    },
    getWebhook: { params, output: webhook },
    updateWebhook: { params, body: { enabled: true }, output: webhook },
    deleteWebhook: { params },
    rotateWebhook: {
      params,
      body: { graceSeconds: 86_400 },
      output: { ...webhook, secret, previousSecretUntil: minutesLater(24 * 60) },
    },
    testWebhook: { params, body: { event: 'ping' }, output: { event } },
    listDeliveries: { params: { id, state: 'failed' }, output: { deliveries: [delivery] } },
    retryDelivery: { params: { id, event } },
    recoverWebhook: { params, body: { since: at }, output: { deliveries: 3 } },
    listEvents: {
      params: { after: event },
      output: {
        events: [
          {
            id: event,
            type: 'limit.near',
            timestamp: new Date(at).toISOString(),
            account: eventTypes['limit.near'].example.account,
            text: "Today's calls have reached 80 %: 40000 of 50000 are used.",
            data: eventTypes['limit.near'].example,
          },
        ],
      },
    },
  })
}
