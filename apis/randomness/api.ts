// Randomness: numbers, dice, picks, bytes, colours and coin flips from a cryptographic source.
import { defineApi, hosted, keyless } from '#define'
import { asks, words } from './asks.ts'
import { endpoints } from './endpoints.ts'

export default defineApi({
  slug: 'randomness',
  title: 'Randomness',
  summary: 'Cryptographically random numbers, dice, picks, bytes, colours and coin flips.',
  surface: hosted,
  auth: keyless,
  // no public provider with these six paths is known (SOURCES 1.1), so calls cannot be forwarded
  upstream: null,
  errors: { code: '/error/code', message: '/error/message' },
  firstCall: 'dice',
  sample: null,
  endpoints,
  asks,
  words,
})
