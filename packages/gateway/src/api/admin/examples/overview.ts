// Examples of the operator's overview.
import { defineExamples } from '#define'
import { activity, spending } from '../../accounts/sample-values.ts'
import { overviewEndpoints } from '../endpoints/overview.ts'

export const overviewExamples = defineExamples(overviewEndpoints, {
  overview: { output: { counts: { accounts: 3, keys: 5, providerKeys: 12 }, ...activity } },
  spending: { params: { by: 'model', from: spending.from, to: spending.to }, output: spending },
})
