// Book catalogue: search for works and authors, and the works of a subject.
import { defineApi, hosted, keyless } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'book-catalogue',
  title: 'Book catalogue',
  summary: 'Search for books and authors, and the books of a subject, place, person or time.',
  surface: hosted,
  auth: keyless,
  upstream: 'https://openlibrary.org',
  errors: { code: '/detail/0/type', message: '/detail/0/msg' },
  failure: failureMembers,
  sample:
    'Until an operator imports dumps of the catalogue, a SAMPLE of ours answers: some 2,400 well-known works and their ' +
    'authors as facts (titles, names, years, subjects), under keys from 990000001 on that are not those of the provider. ' +
    'Each work counts as one edition; covers, ratings and copies to read are not known. Each such answer carries ' +
    'x-gateway-sample: true.',
  endpoints,
  asks,
  words,
  topics,
})
