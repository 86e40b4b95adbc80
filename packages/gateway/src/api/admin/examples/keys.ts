// Examples of keys and plans. The keys are malformed on purpose: their checksum is wrong.
import { defineExamples } from '#define'
import { at, minutesLater } from '../../accounts/sample-values.ts'
import { keyEndpoints } from '../endpoints/keys.ts'

const id = 'key_5nT8wQzR3kYdHc1P'
const key = {
  id,
  account: 'acc_7Jq2Xv9LmB4tRw6K',
  surface: 'hosted',
  name: 'Dashboard',
  agent: 'read',
  scopes: [{ slug: 'exchange-rates', methods: ['GET'], path: '/latest' }],
  addresses: ['192.0.2.0/24'],
  limits: { perMinute: 60, perDay: null, usdPerDay: '2.5' },
  expiresAt: minutesLater(60 * 24 * 365),
  enabled: true,
  createdAt: at,
  lastUsedAt: minutesLater(12),
  revokedAt: null,
  madeBy: null,
  sandbox: null,
  previousUntil: null,
}
const text = `gh_live_${'x'.repeat(30)}_000000`
const order = {
  account: key.account,
  surface: 'hosted',
  name: 'Dashboard',
  scopes: key.scopes,
  expiresAt: key.expiresAt,
}
const plan = { id: 'team', perMinute: 1200, perDay: 200_000, createdAt: at }

export const keyExamples = defineExamples(keyEndpoints, {
  listKeys: { params: { account: key.account, limit: 1 }, output: { keys: [key], next: id } },
  createKey: { body: order, output: { id, key: text } },
  getKey: { params: { key: id }, output: key },
  updateKey: {
    params: { key: id },
    body: { name: 'Dashboard, old', scopes: null },
    output: { ...key, name: 'Dashboard, old', scopes: null },
  },
  rotateKey: { params: { key: id, graceMs: 3_600_000 }, output: { id, key: text } },
  revokeKey: {
    params: { key: id, withMade: false },
    output: { revoked: [id], remaining: [{ ...key, id: 'key_8mR2yLpW6tBnVq4Z', name: 'Report', madeBy: id }] },
  },
  listPlans: { params: { limit: 100 }, output: { plans: [plan] } },
  putPlan: { params: { plan: 'team' }, body: { perMinute: 1200, perDay: 200_000 }, output: plan },
})
