// Examples of the record of the account's own calls.
import { defineExamples } from '#define'
import { call, callErrors, health, minutesLater } from '../../accounts/sample-values.ts'
import { recordEndpoints } from '../endpoints/record.ts'

export const recordExamples = defineExamples(recordEndpoints, {
  listCalls: {
    params: { listing: 'exchange-rates', limit: 1 },
    output: { calls: [call], next: 'MTc2NzIyNTYwMDAwMCByZXE', searchedTo: call.at },
  },
  getCall: { params: { id: call.id }, output: call },
  listErrors: { params: { from: callErrors.from, to: minutesLater(60) }, output: callErrors },
  health: { output: health },
})
