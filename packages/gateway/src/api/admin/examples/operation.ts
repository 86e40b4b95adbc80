// Examples of monitoring and running the gateway.
import { defineExamples } from '#define'
import { at, minutesLater, usage } from '../../accounts/sample-values.ts'
import { operationEndpoints } from '../endpoints/operation.ts'

const entry = {
  id: 17,
  at,
  actor: 'operator',
  action: 'key.revoke',
  target: 'key_5nT8wQzR3kYdHc1P',
  detail: {},
  surface: 'http',
}
const api = {
  slug: 'exchange-rates',
  title: 'Exchange rates',
  summary: 'Central-bank reference rates by day.',
  surface: 'hosted',
  listings: [{ slug: 'exchange-rates', title: 'Exchange rates' }],
  auth: 'keyless',
  state: 'embedded and live',
  endpoints: 10,
  imports: 'Euro reference rates of the European Central Bank, as XML or CSV.',
  sample: null,
  added: false,
}

export const operationExamples = defineExamples(operationEndpoints, {
  usage: { params: { by: 'hour', from: usage.from, to: usage.to, listing: 'exchange-rates' }, output: usage },
  audit: { params: { limit: 1 }, output: { entries: [entry], next: 17 } },
  listApis: { output: { apis: [api] } },
  importFile: {
    params: { slug: 'exchange-rates', file: 'eurofxref-daily.xml' },
    body: '<gesmes:Envelope/>',
    output: [
      { kind: 'progress', phase: 'reading', percent: 100, counts: { days: 1 } },
      { kind: 'result', counts: { days: 1, rates: 30, added: 1 } },
    ],
  },
  vaultRotation: {
    output: {
      state: 'done',
      masterVersion: 2,
      versionsInUse: [2],
      rewrapped: 4,
      unreadable: [],
      startedAt: at,
      endedAt: minutesLater(1),
      problem: null,
    },
  },
  rotateVault: {
    output: [
      { kind: 'progress', step: 'added', version: 2, rewrapped: 0 },
      { kind: 'result', version: 2, rewrapped: 4, unreadable: [], remaining: [] },
    ],
  },
  listLogLines: {
    params: { level: 'warn', limit: 1 },
    output: {
      lines: [
        {
          id: 'kT3nQw9x-41',
          at,
          level: 'warn',
          message: 'call failed',
          fields: { requestId: 'req_9f31c07ab2d40mk4x2p9r000a1', listing: 'word-finding', status: 502 },
        },
      ],
    },
  },
  status: {
    output: {
      version: '0.1.0',
      node: '26.10.0',
      startedAt: at,
      database: { kind: 'sqlite', reachable: true, ms: 1, version: '3.53.1' },
      redis: 'off',
      processes: 1,
      memoryBytes: 251_000_000,
      dataFolder: { path: '/srv/gatehouse/data', freeBytes: 52_000_000_000, lastBackupAt: at },
      masterKey: { version: 2, versionsInUse: [2] },
      counts: { accounts: 3, keys: 5, providerKeys: 12 },
      servesSample: true,
      mayServe: true,
    },
  },
})
