// Author sentences: random sentences from the works of one author, and the list of those works.
import { defineApi, hosted, keyless } from '#define'
import { asks, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'author-sentences',
  title: 'Author sentences',
  summary: 'Random sentences from the collected works of an author, by book or from all of them.',
  surface: hosted,
  auth: keyless,
  upstream: 'https://randomlovecraft.com/api',
  failure: failureMembers,
  sample:
    'Until an operator imports books, the corpus is a SAMPLE of ours: three short pieces of 187 sentences by an author who ' +
    'never lived. Each such response carries x-gateway-sample: true.',
  endpoints,
  asks,
  words,
})
