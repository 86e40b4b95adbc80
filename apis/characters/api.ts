// Characters: the characters, locations and episodes of an animated series.
import { defineApi, hosted, keyless } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'

export default defineApi({
  slug: 'characters',
  title: 'Animated-series characters',
  summary: 'Characters, locations and episodes of an animated series, linked with each other.',
  surface: hosted,
  auth: keyless,
  upstream: 'https://rickandmortyapi.com/api',
  errors: { message: '/error' },
  sample:
    'Until an operator imports saved answers of the provider, the records are a SAMPLE of ours: 60 characters, 20 locations and ' +
    '12 episodes of a series that does not exist, with generated avatars. Each such response carries x-gateway-sample: true.',
  endpoints,
  asks,
  words,
  topics,
})
