// Newspaper books: weekly best-seller lists, their history, and book reviews.
import { defineApi, hosted, ownKey } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './schemas.ts'

export default defineApi({
  slug: 'newspaper-books',
  title: 'Newspaper best-seller lists and book reviews',
  summary: 'Best-seller lists of a newspaper by week, the rank history of books, and book reviews.',
  surface: hosted,
  // The provider requires the key in the query of every call, even if a path does not list the parameter.
  auth: ownKey.query('api-key'),
  upstream: 'https://api.nytimes.com/svc/books/v3',
  // Key errors come as `fault`, all others as a list of strings; the client reads whichever exists.
  errors: { code: '/fault/detail/errorcode', message: '/errors/0' },
  failure: failureMembers,
  sample:
    'Until an operator imports lists, a SAMPLE of ours answers: weekly sales of invented books and classics are simulated, and ' +
    'the ranks follow from them, for all 59 lists over the five years up to now. They are not the lists of any newspaper; ' +
    'each such response carries x-gateway-sample: true.',
  verify: 'listNames',
  endpoints,
  asks,
  words,
  topics,
})
