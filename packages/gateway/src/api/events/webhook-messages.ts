// The messages that webhooks receive, for the documents of both APIs.
import { obj, oneOf, str } from '#define'
import type { Webhook } from '#define/reflect'
import { at } from '../accounts/sample-values.ts'
import { eventNames, eventTypes } from './event-types.ts'

/** Every message in the format `standard`, by its type. */
export const webhookMessages: Readonly<Record<string, Webhook>> = Object.fromEntries(
  eventNames.map((type) => {
    const { when, data, example } = eventTypes[type]
    const body = obj({
      id: str({ doc: 'Id of the event, the same for all tries.' }),
      type: oneOf([type]),
      timestamp: str({ doc: 'When it happened, ISO 8601.' }),
      data,
    })
    const message = { id: 'evt_0mjv2b1c04f1c2a9b7d305861', type, timestamp: new Date(at).toISOString(), data: example }
    return [type, { when, body, example: message }]
  }),
)
