// Address lookup: UK and international addresses, postcodes, places, e-mail addresses and phone numbers, and the keys
// for them.
import { defineApi, hosted, ownKey } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './schemas/failures.ts'

export default defineApi({
  slug: 'address-lookup',
  title: 'Address lookup',
  summary: 'Addresses, postcodes, places, e-mail addresses and phone numbers: search, complete, resolve and validate.',
  surface: hosted,
  // The provider's own clients can also put the key into an Authorization header, which accepts only one of the two.
  auth: ownKey.query('api_key', { also: ['authorization'], authParam: 'api_key' }),
  upstream: 'https://api.ideal-postcodes.co.uk/v1',
  errors: { code: '/code', message: '/message' },
  failure: failureMembers,
  sample:
    'Until an operator imports addresses, a SAMPLE of ours answers: Sampleton, a town of 20,000 premises that does not exist, and some ' +
    'ninety well-known places. Each such answer carries x-gateway-sample: true.',
  passHeaders: ['idpc-source-ip'],
  // Suggestions need a key and cost nothing.
  verify: 'autocompleteAddresses',
  endpoints,
  asks,
  words,
  topics,
})
