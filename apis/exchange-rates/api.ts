// Exchange rates: the euro reference rates of the European Central Bank, by day and by period.
import { defineApi, hosted, keyless } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'exchange-rates',
  title: 'Exchange rates',
  summary: 'Central-bank reference rates of some thirty currencies, by day and by period, since 1999.',
  surface: hosted,
  auth: keyless,
  upstream: 'https://api.frankfurter.dev',
  errors: { message: '/message' },
  failure: failureMembers,
  sample:
    'Until an operator imports the files of the central bank, the figures are a SAMPLE of ours: invented around the ' +
    'approximate level of each currency, for month-ends since 1999 and the last 90 working days up to today. ' +
    'They are not reference rates; each such response carries x-gateway-sample: true.',
  endpoints,
  asks,
  words,
  topics,
})
