// Sample notes: what it is, in one line.
import { defineApi, hosted, keyless } from '#define'
import { asks, words } from './asks.ts'
import { endpoints } from './endpoints.ts'

export default defineApi({
  slug: 'sample-notes',
  title: 'Sample notes',
  summary: 'One sentence about what callers get here.',
  surface: hosted,
  // For an API that needs a key of the account: ownKey.header('authorization', 'Bearer '), ownKey.query('api_key').
  auth: keyless,
  // The address of the live provider, such as 'https://api.example.com/v1'. Null: there is no live provider.
  upstream: null,
  // JSON Pointers to code and message in the provider's error bodies.
  errors: { code: '/error/code', message: '/error/message' },
  // Shown with every description of the API; null if the embedded provider has no sample data.
  sample: 'Two notes of ours.',
  endpoints,
  asks,
  words,
})
