// Fraud screening: judges orders of a shop by address, card, mail and network facts, and learns from feedback.
import { defineApi, hosted, keyless } from '#define'
import { endpoints } from './endpoints.ts'

export default defineApi({
  slug: 'fraud-screening',
  title: 'Payment-fraud screening',
  summary: 'Scores orders for the risk of payment fraud and takes feedback on them.',
  surface: hosted,
  // The provider's key is an ordinary parameter of each call (`key`), not one the gateway stores.
  auth: keyless,
  upstream: 'https://api.fraudlabspro.com',
  // The provider answers 200 to nearly everything; these places matter only for what it does not.
  errors: { code: '/fraudlabspro_error_code', message: '/fraudlabspro_message' },
  endpoints,
})
