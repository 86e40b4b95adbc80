// Nanomaterial database: substances, compositions, studies, structure search (AMBIT) and faceted full-text search
// (Solr).
import { defineApi, hosted, keyless } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'nanomaterials',
  title: 'Nanomaterial database with faceted search',
  summary: 'Nanomaterials with their composition and studies, structure search and faceted full-text search.',
  surface: hosted,
  auth: keyless,
  upstream: 'https://api.ideaconsult.net/enanomapper',
  // Only Solr explains its errors in JSON; AMBIT sends a short text or a page.
  errors: { code: '/error/code', message: '/error/msg' },
  failure: failureMembers,
  limits: { firstByteMs: 120_000 },
  sample:
    'Until an operator imports substances, 51 materials are a SAMPLE of ours: real compounds with invented owners and ' +
    'measurements. Each such response carries x-gateway-sample: true.',
  endpoints,
  asks,
  words,
  topics,
})
