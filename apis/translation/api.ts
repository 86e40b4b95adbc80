// Translation by DeepL: texts, documents, glossaries, style rules, translation memories, voice and writing help.
import { defineApi, hosted, ownKey } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints, sockets } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'translation',
  title: 'Translation and language tools',
  summary: 'Translation of texts, documents and speech with glossaries, style rules and translation memories.',
  surface: hosted,
  auth: ownKey.header('authorization', 'DeepL-Auth-Key '),
  // keys of free plans end in `:fx` and are valid only at a separate host
  upstream: { base: 'https://api.deepl.com', byKeySuffix: { ':fx': 'https://api-free.deepl.com' } },
  errors: { message: '/message', code: '/code' },
  failure: failureMembers,
  verify: 'usage',
  sample:
    'Where no engine of the operator serves a language pair, a SAMPLE of ours answers: a small lexicon of eight European languages. ' +
    'Words that it does not know stay in [brackets], and each such answer carries x-gateway-sample: true.',
  endpoints,
  sockets,
  asks,
  words,
  topics,
})
