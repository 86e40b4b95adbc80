// Public holidays: the holidays of a country and year, the upcoming ones, and the covered countries.
import { defineApi, hosted, keyless } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'public-holidays',
  title: 'Public holidays',
  summary: 'Public, bank and regional holidays of some two hundred countries.',
  surface: hosted,
  auth: keyless,
  upstream: 'https://date.nager.at/api/v3',
  errors: { message: '/title' },
  failure: failureMembers,
  paths: 'case-insensitive',
  sample: null,
  endpoints,
  asks,
  words,
  topics,
})
