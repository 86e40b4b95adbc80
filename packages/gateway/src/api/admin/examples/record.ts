// Examples of the record of all accounts' calls.
import { defineExamples } from '#define'
import { call, callErrors, health, minutesLater } from '../../accounts/sample-values.ts'
import { recordEndpoints } from '../endpoints/record.ts'

const account = 'acc_7Jq2Xv9LmB4tRw6K'
const found = { account, ...call }

export const recordExamples = defineExamples(recordEndpoints, {
  listCalls: {
    params: { account, status: '2xx', limit: 1 },
    output: { calls: [found], next: 'MTc2NzIyNTYwMDAwMCByZXE', searchedTo: call.at },
  },
  getCall: { params: { id: call.id }, output: found },
  listErrors: { params: { from: callErrors.from, to: minutesLater(60) }, output: callErrors },
  health: { output: { ...health, listings: health.listings.map((listing) => ({ ...listing, provider: null })) } },
})
