// One example of each endpoint of the self-service API.
import { defineExamples } from '#define'
import { listing, providerKey, usage, verification } from '../accounts/sample-values.ts'
import { endpoints } from './endpoints.ts'

const windows = {
  limitMinute: 600,
  remainingMinute: 598,
  minuteResetS: 34,
  limitDay: 50_000,
  remainingDay: 49_120,
  dayResetS: 41_230,
}
const params = { slug: 'translation' }

export const examples = defineExamples(endpoints, {
  me: {
    output: {
      account: { id: 'acc_7Jq2Xv9LmB4tRw6K', name: 'Weather desk', isDemo: false },
      plan: { id: 'free', perMinute: 600, perDay: 50_000 },
    },
  },
  limits: { output: { hosted: windows, market: { ...windows, remainingMinute: 600, remainingDay: 50_000 } } },
  usage: { params: { by: 'hour', from: usage.from, to: usage.to }, output: usage },
  listProviderKeys: { output: { providerKeys: [providerKey] } },
  getProviderKey: { params, output: providerKey },
  setProviderKey: { params, body: { key: 'an-example-key-of-the-provider:fx' }, output: providerKey },
  removeProviderKey: { params },
  verifyProviderKey: { params, output: verification },
  listListings: { output: { listings: [listing] } },
  chooseProvider: { params, body: { provider: 'live' }, output: listing },
})
