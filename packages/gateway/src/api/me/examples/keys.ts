// Examples of the account's own keys. The keys are malformed on purpose: their checksum is wrong.
import { defineExamples } from '#define'
import { at, minutesLater } from '../../accounts/sample-values.ts'
import { keyEndpoints } from '../endpoints/keys.ts'

const id = 'key_5nT8wQzR3kYdHc1P'
const key = {
  id,
  current: false,
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
} as const
const text = `gh_live_${'x'.repeat(30)}_000000`

const { current: _, ...shown } = key
const made = {
  ...shown,
  account: 'acc_7Jq2Xv9LmB4tRw6K',
  id: 'key_8mR2yLpW6tBnVq4Z',
  name: 'Report',
  madeBy: id,
} as const

export const keyExamples = defineExamples(keyEndpoints, {
  listKeys: { params: { sort: 'used', limit: 1 }, output: { keys: [key], next: 'a2V5XzVuVDh3UXpSM2tZZEhjMVAKMA' } },
  createKey: {
    body: { name: 'Dashboard', scopes: [...key.scopes], expiresAt: key.expiresAt },
    output: { id, key: text },
  },
  getKey: { params: { key: id }, output: key },
  updateKey: { params: { key: id }, body: { enabled: false }, output: { ...key, enabled: false } },
  rotateKey: { params: { key: id, graceMs: 3_600_000 }, output: { id, key: text } },
  revokeKey: { params: { key: id, withMade: false }, output: { revoked: [id], remaining: [made] } },
})
