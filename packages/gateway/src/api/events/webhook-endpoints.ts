// Endpoints of webhooks and events: the same for an account, below /me, and for the operator, who gets the
// events of all accounts.
import { body, del, empty, get, int, list, obj, oneOf, opt, patch, post, req, str } from '#define'
import { wordPattern } from '../accounts/shapes.ts'
import { eventNames } from './event-types.ts'
import { Delivery, Event, NewWebhook, states, urlDoc, Webhook, webhookFields } from './webhook-shapes.ts'

const webhook = str({ max: 80, pattern: wordPattern, doc: 'Id of the webhook.', example: 'hook_5nT8wQzR3kYdHc1PL0vX' })
const event = str({ max: 80, pattern: wordPattern, doc: 'Id of the event.', example: 'evt_0mkv5qk0e4f1c2a9b7d30586' })
const dayMs = 24 * 3_600_000

const limit = int({ min: 1, max: 100, default: 50, doc: 'Maximum number per page.' })
const next = (doc: string) => opt(str({ doc }))

/** Declares them below a path: `/me` or none. */
export function webhookEndpoints(at: '/me' | '') {
  return {
    listWebhooks: get(`${at}/webhooks`, 'The webhooks: addresses to which events are sent', {
      returns: obj({ webhooks: list(Webhook) }),
    }),
    createWebhook: post(`${at}/webhooks`, 'Creates a webhook; its secret is shown only once', {
      body: body({ ...webhookFields, url: req.str({ doc: urlDoc }) }),
      returns: NewWebhook,
      status: 201,
      doc: 'At most 20. Events are all by default.',
    }),
    getWebhook: get(`${at}/webhooks/{id}`, 'One webhook, without its secret', {
      params: { id: webhook },
      returns: Webhook,
    }),
    updateWebhook: patch(`${at}/webhooks/{id}`, 'Changes a webhook, or switches it on or off', {
      params: { id: webhook },
      body: body({ ...webhookFields, url: str({ doc: urlDoc }) }),
      returns: Webhook,
      idempotent: true,
    }),
    deleteWebhook: del(`${at}/webhooks/{id}`, 'Deletes a webhook with its deliveries', {
      params: { id: webhook },
      returns: empty(),
      status: 204,
    }),
    rotateWebhook: post(
      `${at}/webhooks/{id}/rotate`,
      'Replaces the secret of a webhook; the new one is shown only once',
      {
        params: { id: webhook },
        body: body(
          {
            graceSeconds: int({
              min: 0,
              max: 30 * 86_400,
              doc: 'Seconds in which messages are signed by both secrets; default 86400.',
            }),
          },
          { required: false },
        ),
        returns: NewWebhook,
      },
    ),
    testWebhook: post(`${at}/webhooks/{id}/test`, 'Sends an event with made-up values to a webhook', {
      params: { id: webhook },
      body: body({ event: oneOf(eventNames, { doc: 'Type of the event; default ping.' }) }, { required: false }),
      returns: obj({ event: str({ doc: 'Id of the event; its delivery tells what came of it.' }) }),
    }),
    listDeliveries: get(
      `${at}/webhooks/{id}/deliveries`,
      'Events sent to a webhook, newest first, and what came of them',
      {
        params: {
          id: webhook,
          state: oneOf(states, { doc: 'Only deliveries in this state.' }),
          limit,
          before: str({ max: 80, pattern: wordPattern, doc: 'The `next` of the previous page.' }),
        },
        returns: obj({ deliveries: list(Delivery), next: next('Cursor of the next page; absent on the last page.') }),
      },
    ),
    retryDelivery: post(`${at}/webhooks/{id}/deliveries/{event}/retry`, 'Sends an event to a webhook again', {
      params: { id: webhook, event },
      returns: empty(),
      status: 204,
    }),
    recoverWebhook: post(
      `${at}/webhooks/{id}/recover`,
      'Sends again what has failed since a time, and what was missed while the webhook was off',
      {
        params: { id: webhook },
        body: body({ since: req.int({ min: 0, doc: 'Milliseconds since the epoch.' }) }),
        returns: obj({ deliveries: int({ min: 0, doc: 'How many events are sent.' }) }),
      },
    ),
    listEvents: get(`${at}/events`, 'What has happened, oldest first', {
      params: {
        after: str({
          max: 80,
          pattern: wordPattern,
          doc: 'Only events after this one: the `id` of the last one read.',
        }),
        type: oneOf(eventNames, { doc: 'Only events of this type.' }),
        from: int({
          min: 0,
          doc: `Milliseconds since the epoch; default ${dayMs / 3_600_000} hours ago without \`after\`.`,
        }),
        limit,
      },
      returns: obj({ events: list(Event), next: next('Cursor for `after`, if there are more.') }),
      doc: 'For those who cannot receive webhooks: read on with the `id` of the last event. An event appears here two seconds after it happened. How long events are kept is a setting of the operator, 30 days by default.',
    }),
  }
}
