// The two endpoints, in the order of the provider's documentation. Parameters are in the query; a form or JSON body may
// carry the same names, as the provider's own clients send them, and the query wins (SOURCES 1.3).
import { body, num, post, req, str } from '#define'
import { bodyAmounts, furtherFields, orderFields } from './parameters.ts'
import { FeedbackAnswer, Screening } from './schemas.ts'

const keyDoc = 'Key of the provider, sent by the caller with each call.'
const formatDoc = 'json (default here) or xml.'
const elsewhere = { as: ['form', 'json'], required: false } as const

const bodyBasics = {
  key: str({ beyond: true, secret: true, doc: keyDoc }),
  format: str({ beyond: true, doc: formatDoc }),
}

export const endpoints = {
  feedback: post('/v1/order/feedback', 'Report the outcome of a screened order', {
    params: {
      id: req.str({ doc: 'fraudlabspro_id of the screening.', example: '20240508-7QX2MA' }),
      key: req.str({ secret: true, doc: keyDoc }),
      action: req.str({ doc: 'APPROVE, REJECT, REJECT_BLACKLIST or IGNORE.', example: 'APPROVE' }),
      format: str({ doc: formatDoc }),
      notes: str({ doc: 'Free text.' }),
      note: str({ beyond: true, doc: 'Another spelling of notes.' }),
    },
    body: body(
      {
        ...bodyBasics,
        id: str({ beyond: true, doc: 'fraudlabspro_id of the screening.' }),
        action: str({ beyond: true, doc: 'APPROVE, REJECT, REJECT_BLACKLIST or IGNORE.' }),
        notes: str({ beyond: true, doc: 'Free text.' }),
        note: str({ beyond: true, doc: 'Another spelling of notes.' }),
      },
      elsewhere,
    ),
    returns: FeedbackAnswer,
    invalid: 'provider',
    doc: 'REJECT_BLACKLIST also makes later orders with the same address, e-mail, phone, card or device suspicious.',
  }),
  screen: post('/v1/order/screen', 'Screen an order for the risk of fraud', {
    effect: 'spend',
    params: {
      ip: req.str({ doc: 'IPv4 or IPv6 address of the buyer.', example: '192.0.2.10' }),
      key: req.str({ secret: true, doc: keyDoc }),
      format: str({ doc: formatDoc }),
      ...orderFields(false),
      amount: num({ doc: 'Amount of the order, up to 10,000,000.' }),
      quantity: num({ doc: 'Number of items, up to 100,000.' }),
      ...furtherFields,
    },
    body: body(
      {
        ...bodyBasics,
        ip: str({ beyond: true, doc: 'IPv4 or IPv6 address of the buyer.' }),
        ...orderFields(true),
        ...bodyAmounts,
        ...furtherFields,
      },
      elsewhere,
    ),
    returns: Screening,
    invalid: 'provider',
    doc: 'The provider also answers errors with 200: check fraudlabspro_error_code.',
  }),
}
