// One example of each endpoint of the self-service API.
import { defineExamples, type Examples } from '#define'
import { listing, providerKey, usage, verification } from '../accounts/sample-values.ts'
import { webhookExamples } from '../events/webhook-examples.ts'
import { accountEndpoints } from './endpoints.ts'
import { answerExamples } from './examples/answers.ts'
import { keyExamples } from './examples/keys.ts'
import { overviewExamples } from './examples/overview.ts'
import { recordExamples } from './examples/record.ts'
import { sandboxExamples } from './examples/sandboxes.ts'
import { waitingExamples } from './examples/waiting.ts'

const windows = {
  limitMinute: 600,
  remainingMinute: 598,
  minuteResetS: 34,
  limitDay: 50_000,
  remainingDay: 49_120,
  dayResetS: 41_230,
}
const money = { limit: '2.5', spent: '0.4127', held: '0.0124', resetS: 41_230 }
const spent = [{ listing: 'translation', today: '0.5', month: '12.75' }]
const params = { slug: 'translation' }

const accountExamples = defineExamples(accountEndpoints, {
  me: {
    output: {
      version: '0.3.0',
      account: { id: 'acc_7Jq2Xv9LmB4tRw6K', name: 'Weather desk', isDemo: false, provider: 'live' },
      plan: { id: 'free', perMinute: 600, perDay: 50_000 },
      key: { id: 'key_5nT8wQzR3kYdHc1P', name: 'Dashboard', agent: 'read', scopes: null, expiresAt: null },
    },
  },
  limits: {
    output: { hosted: windows, market: { ...windows, remainingMinute: 600, remainingDay: 50_000 }, key: null, money },
  },
  usage: { params: { by: 'hour', from: usage.from, to: usage.to }, output: { ...usage, spent } },
  listProviderKeys: { output: { providerKeys: [providerKey] } },
  getProviderKey: { params, output: providerKey },
  setProviderKey: { params, body: { key: 'an-example-key-of-the-provider:fx' }, output: providerKey },
  removeProviderKey: { params },
  verifyProviderKey: { params, output: verification },
  listListings: { output: { listings: [listing] } },
  chooseDefaultProvider: { body: { provider: 'live' }, output: { listings: [listing] } },
  chooseProvider: { params, body: { provider: 'live' }, output: listing },
})

export const examples: Examples = {
  ...accountExamples,
  ...answerExamples,
  ...keyExamples,
  ...overviewExamples,
  ...recordExamples,
  ...sandboxExamples,
  ...waitingExamples,
  ...webhookExamples('/me'),
}
