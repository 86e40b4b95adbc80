// Fraud screening: rates a shop's orders by address, card, e-mail and network data, and learns from feedback.
import { defineApi, hosted, keyless } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'fraud-screening',
  title: 'Payment-fraud screening',
  summary: 'Scores orders for the risk of payment fraud and takes feedback on them.',
  surface: hosted,
  // The provider's key is an ordinary parameter of each call (`key`), not one the gateway stores.
  auth: keyless,
  upstream: 'https://api.fraudlabspro.com',
  // the provider answers 200 to nearly every call; these members matter only for other statuses
  errors: { code: '/fraudlabspro_error_code', message: '/fraudlabspro_message' },
  failure: failureMembers,
  sample:
    'Until an operator imports cities, distances are computed with a SAMPLE of ours: the coordinates of some 140 capitals and ' +
    'large cities. Each answer that uses it carries x-gateway-sample: true.',
  endpoints,
  asks,
  words,
  topics,
})
