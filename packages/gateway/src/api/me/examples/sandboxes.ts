// Examples of the account's sandboxes.
import { defineExamples } from '#define'
import { at, minutesLater } from '../../accounts/sample-values.ts'
import { sandboxEndpoints } from '../endpoints/sandboxes.ts'

const snapshot = { name: 'two-accounts', now: '2027-01-01T00:00:00.000Z', createdAt: minutesLater(2) }
const sandbox = {
  name: 'ci-7',
  seed: '1',
  clock: { now: '2027-01-02T00:00:00.000Z', running: false },
  faults: 1,
  snapshots: [snapshot],
  bytes: 2_490_368,
  createdAt: at,
  usedAt: minutesLater(3),
}
const rule = {
  match: { api: 'model-routing', endpoint: 'chatCompletions', nth: [1, 2] },
  do: { status: 429, retryAfter: 2 },
}
const scriptRule = {
  match: { model: 'gpt-*', text: { contains: 'weather' } },
  answer: { toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: { city: 'Oslo' } }] },
}
const pace = { firstMs: 300, perSecond: 40 }
const params = { name: 'ci-7' }
const named = { snapshot: snapshot.name }
const faults = { rules: [{ ...rule, matched: 3, applied: 2 }] }

export const sandboxExamples = defineExamples(sandboxEndpoints, {
  listSandboxes: { output: { sandboxes: [sandbox] } },
  createSandbox: {
    body: { name: 'ci-7', now: '2027-01-01T00:00:00Z' },
    output: { ...sandbox, faults: 0, snapshots: [] },
  },
  getSandbox: { params, output: sandbox },
  deleteSandbox: { params },
  resetSandbox: { params, output: sandbox },
  takeSnapshot: { params, body: named, output: snapshot },
  listSnapshots: { params, output: { snapshots: [snapshot] } },
  deleteSnapshot: { params: { ...params, snapshot: snapshot.name } },
  restoreSnapshot: { params, body: named, output: sandbox },
  setSandboxClock: { params, body: { advance: 'P1D' }, output: sandbox },
  getFaults: { params, output: faults },
  setFaults: { params, body: { rules: [rule] }, output: { rules: [{ ...rule, matched: 0, applied: 0 }] } },
  getScripts: { params, output: { rules: [{ ...scriptRule, matched: 2 }], pace } },
  setScripts: {
    params,
    body: { rules: [scriptRule], pace },
    output: { rules: [{ ...scriptRule, matched: 0 }], pace },
  },
  readJournal: {
    params: { ...params, after: 0, limit: 1 },
    output: {
      requests: [
        {
          number: 1,
          at: minutesLater(3),
          api: 'exchange-rates',
          endpoint: 'latest',
          method: 'GET',
          path: '/latest',
          query: 'base=EUR',
          headers: { accept: 'application/json' },
          body: null,
        },
      ],
      next: 1,
    },
  },
})
