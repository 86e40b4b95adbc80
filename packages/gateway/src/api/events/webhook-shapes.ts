// Shapes of webhooks, deliveries and events, shared by the operator API and the self-service API.
import { anyObject, anyOf, bool, int, list, nullable, obj, oneOf, opt, str } from '#define'
import { deliveryStates } from '#store'
import { time } from '../accounts/shapes.ts'

const patterns = anyOf([oneOf(['*']), list(str({ max: 60 }), { max: 50 })], {
  doc: 'Types of events, or the beginning of one and `.*`, such as `limit.*`; `*` for all.',
})
const formats = ['standard', 'slack'] as const

export const webhookFields = {
  events: patterns,
  format: oneOf(formats, {
    doc: 'standard (default): the event, signed as Standard Webhooks says. slack: `{"text": …}`, a sentence, unsigned.',
  }),
  enabled: bool({ doc: 'Whether events are sent; default true. Enabling forgets earlier failures.' }),
}
export const urlDoc = 'Address to which events are posted: http or https, public unless the operator allows it.'

const webhook = {
  id: str(),
  url: str({ doc: urlDoc }),
  events: patterns,
  format: oneOf(formats),
  enabled: bool(),
  disabledBecause: nullable(str(), { doc: 'Why the gateway has switched it off; null if it has not.' }),
  failingSince: nullable(time('The first failure since the last success.')),
  previousSecretUntil: nullable(time('Until then messages are also signed by the secret before the last rotation.')),
  createdAt: time('When it was created.'),
  updatedAt: time('When it was last changed.'),
}
export const Webhook = obj(webhook)
export const NewWebhook = obj({
  ...webhook,
  secret: str({ doc: 'Signs the messages; shown only once. `whsec_` and base64.' }),
})

export const states = deliveryStates
export const Delivery = obj({
  event: str({ doc: 'Id of the event, which is also the id of the message.' }),
  type: str(),
  state: oneOf(deliveryStates, { doc: 'failed: it is not tried again by itself.' }),
  dueAt: nullable(time('When it is tried next; null unless it waits.')),
  attempts: list(
    obj({
      at: time('When it was sent.'),
      ms: int({ min: 0 }),
      status: nullable(int(), { doc: 'Null without an answer.' }),
      error: nullable(str(), { doc: 'Why there was no answer.' }),
      answer: opt(str({ doc: 'The first 1,024 bytes of the answer; only for webhooks of the operator.' })),
    }),
    { doc: 'Oldest first; at most the last 20.' },
  ),
})

export const Event = obj({
  id: str(),
  type: str(),
  timestamp: str({ doc: 'When it happened, ISO 8601.' }),
  account: nullable(str(), { doc: 'The account concerned; null for all accounts or the operator.' }),
  text: str({ doc: 'What happened, in a sentence.' }),
  data: anyObject({ doc: 'As in the message; its members depend on the type.' }),
})
