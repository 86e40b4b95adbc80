// Examples of an account's overview.
import { defineExamples } from '#define'
import { activity, spending } from '../../accounts/sample-values.ts'
import { overviewEndpoints } from '../endpoints/overview.ts'

const windows = {
  limitMinute: 600,
  remainingMinute: 598,
  minuteResetS: 34,
  limitDay: 50_000,
  remainingDay: 3880,
  dayResetS: 41_230,
}

export const overviewExamples = defineExamples(overviewEndpoints, {
  overview: {
    output: {
      account: { id: 'acc_7Jq2Xv9LmB4tRw6K', name: 'Weather desk', isDemo: false, provider: 'live' },
      plan: { id: 'free', perMinute: 600, perDay: 50_000 },
      limits: { hosted: windows, market: { ...windows, remainingMinute: 600, remainingDay: 50_000 } },
      ...activity,
    },
  },
  listPrices: {
    output: { prices: [{ listing: 'address-lookup', endpoint: 'lookupPostcode', usd: '0.025', embedded: false }] },
  },
  spending: { params: { by: 'model', from: spending.from, to: spending.to }, output: spending },
})
