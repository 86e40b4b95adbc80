// Cat facts: one random fact, all facts by page, and breeds.
import { defineApi, hosted, keyless } from '#define'
import { asks, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'cat-facts',
  title: 'Cat facts',
  summary: 'Facts about cats, random or by page, and a list of breeds.',
  surface: hosted,
  auth: keyless,
  upstream: 'https://catfact.ninja',
  errors: { code: '/code', message: '/message' },
  failure: failureMembers,
  sample:
    'Until an operator imports a collection, the facts and breeds are a SAMPLE of ours: about 200 facts of common knowledge ' +
    'in our words and about 100 breeds, without sources. Each such response carries x-gateway-sample: true.',
  endpoints,
  asks,
  words,
})
