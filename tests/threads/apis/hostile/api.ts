// An API for the tests of threads.
import { defineApi, hosted, keyless } from '#define'
import { endpoints } from './endpoints.ts'

export default defineApi({
  ...{ slug: 'hostile', title: 'Hostile', summary: 'For tests.', surface: hosted, auth: keyless, upstream: null },
  endpoints,
})
