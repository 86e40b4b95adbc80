// Word finding: words by meaning, sound, spelling and relation, and completion of partial input.
import { defineApi, hosted, keyless } from '#define'
import { asks, words } from './asks.ts'
import { endpoints } from './endpoints.ts'

export default defineApi({
  slug: 'word-finding',
  title: 'Word finding',
  summary: 'Words by meaning, sound, rhyme, spelling and relation, and completions of a prefix.',
  surface: hosted,
  auth: keyless,
  upstream: 'https://api.datamuse.com',
  sample: null,
  endpoints,
  asks,
  words,
})
