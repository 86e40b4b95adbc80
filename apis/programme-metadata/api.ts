// Broadcaster programme metadata: the BBC's Nitro feeds of programmes, availability, broadcasts, people, images and
// services.
import { defineApi, hosted, ownKey } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'programme-metadata',
  title: 'Broadcaster programme metadata',
  summary: 'Programmes, versions, availability, broadcasts, groups, images, people and services of a broadcaster.',
  surface: hosted,
  auth: ownKey.query('api_key'),
  upstream: 'https://programmes.api.bbc.com/nitro/api',
  // Faults of keys and quotas, which callers meet most; the engine behind the key layer uses `errors.error` instead.
  errors: { code: '/fault/detail/errorcode', message: '/fault/faultstring' },
  failure: failureMembers,
  // Wide queries of this provider are slow; its clients wait 60 to 120 s.
  limits: { firstByteMs: 120_000 },
  verify: 'listMasterBrands',
  sample:
    'Until an operator imports programmes or schedules, a SAMPLE of ours answers: a broadcaster that does not exist, with 20 ' +
    'services, some 23,000 programmes and a schedule of 400 days around today, all invented. Ids of genres and formats are ' +
    'those of the provider. Each such answer carries x-gateway-sample: true.',
  endpoints,
  asks,
  words,
  topics,
})
