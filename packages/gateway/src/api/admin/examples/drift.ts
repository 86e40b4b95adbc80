// Examples of the endpoints of drift.
import { defineExamples } from '#define'
import { driftEndpoints } from '../endpoints/drift.ts'

const at = 1_764_000_000_000
const endpoint = {
  listing: 'exchange-rates',
  endpoint: 'latest',
  compared: 212,
  cut: 0,
  firstAt: at,
  lastAt: at,
  findings: [
    {
      pointer: '/date',
      kind: 'missing',
      declared: 'string',
      seen: 'nothing',
      severity: 'breaking',
      count: 3,
      firstAt: at,
      lastAt: at,
    },
  ],
} as const
const har = { log: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, entries: [] } }

export const driftExamples = defineExamples(driftEndpoints, {
  listDrift: { params: { listing: endpoint.listing }, output: { share: 0.01, endpoints: [endpoint] } },
  forgetDrift: { params: { slug: endpoint.listing } },
  compareHar: {
    body: JSON.stringify(har),
    output: { compared: 0, endpoints: [], skipped: [], skippedInAll: 0 },
  },
})
