// Activity suggestions: something to do, at random or by kind and number of people.
import { defineApi, hosted, keyless } from '#define'
import { asks, words } from './asks.ts'
import { endpoints } from './endpoints.ts'

export default defineApi({
  slug: 'activity-suggestions',
  title: 'Activity suggestions',
  summary: 'Suggestions for something to do, at random or by kind and number of people.',
  surface: hosted,
  auth: keyless,
  upstream: 'https://bored-api.appbrewery.com',
  errors: { message: '/error' },
  sample:
    'Until an operator imports a collection, the suggestions are a SAMPLE of ours: 216 activities of our own, with ' +
    'estimates of price and availability. Each such response carries x-gateway-sample: true.',
  endpoints,
  asks,
  words,
})
