// Values shared by the examples of the operator API and of the self-service API. All are fictional.

export const at = 1_767_225_600_000
export const minutesLater = (minutes: number) => at + minutes * 60_000

export const providerKey = {
  slug: 'translation',
  title: 'Translation',
  hint: '4c:f',
  version: 2,
  placeholder: false,
  createdAt: at,
  updatedAt: minutesLater(90),
  verifiedAt: null,
}
export const verification = {
  slug: 'translation',
  ok: true,
  status: 200,
  verdict: 'accepted',
  verifiedAt: minutesLater(95),
} as const
export const listing = {
  slug: 'translation',
  title: 'Translation',
  api: 'translation',
  provider: 'live',
  chosen: true,
  envelope: 'raw',
  answers: 'live',
  answersUntil: null,
  maxAgeS: 86_400,
  sample: false,
  writes: false,
  embedded: true,
  live: true,
  auth: 'own',
  providerKey: 'stored',
  endpoints: 31,
} as const
const counted = { calls: 42, failed: 1, bytesIn: 5120, bytesOut: 90_400, ms: 1260, p50: 22, p95: 64.5, p99: 210 }
export const usage = {
  from: at,
  to: minutesLater(60),
  by: 'hour',
  rows: [{ at, listing: 'exchange-rates', provider: 'embedded', ...counted }],
  total: counted,
} as const
export const call = {
  id: 'req_9f31c07ab2d40mk4x2p9r000a1',
  at,
  key: 'key_5nT8wQzR3kYdHc1P',
  listing: 'exchange-rates',
  endpoint: 'latest',
  provider: 'live',
  status: 200,
  code: null,
  ms: 48.31,
  upstreamMs: 46.02,
  bytesIn: 0,
  bytesOut: 1840,
  surface: 'http',
  cost: null,
} as const
export const callErrors = {
  from: at,
  to: minutesLater(60),
  errors: [
    {
      listing: 'exchange-rates',
      endpoint: 'latest',
      provider: 'gateway',
      status: 504,
      code: 'upstream.silent',
      calls: 3,
      firstAt: at,
      lastAt: minutesLater(4),
      exampleId: call.id,
    },
  ],
} as const
export const health = {
  from: at,
  to: minutesLater(60),
  listings: [
    {
      slug: 'exchange-rates',
      title: 'Exchange rates',
      provider: 'live',
      state: 'ok',
      circuit: 'closed',
      resumesAt: null,
      embedded: null,
      replay: null,
      gateway: null,
      live: { calls: 120, failed: 2, p50: 41, p95: 96 },
      lastError: { at, status: 504, code: 'upstream.silent', id: call.id },
    },
  ],
} as const
const quiet = { calls: 0, failed: 0, bytesIn: 0, bytesOut: 0, ms: 0 }
export const activity = {
  at: minutesLater(60),
  last24h: counted,
  before24h: { ...quiet, p50: null, p95: null, p99: null },
  hours: [{ at, calls: 42, failed: 1 }],
  spentToday: '0.1',
  needs: [
    {
      kind: 'limit.near',
      level: 'warning',
      window: 'day',
      surface: 'hosted',
      used: '46120',
      limit: '50000',
      at: minutesLater(600),
    },
    { kind: 'key.expiring', level: 'warning', key: call.key, name: 'Dashboard', at: minutesLater(60 * 24 * 9) },
  ],
} as const
export const spending = {
  from: '2026-01-01',
  to: '2026-01-30',
  by: 'model',
  currency: 'USD',
  total: '0.10504',
  rows: [
    { listing: 'address-lookup', by: 'lookupPostcode', calls: 4, cost: '0.1' },
    { listing: 'model-routing', by: 'gpt-4o-mini', calls: 31, cost: '0.00504' },
  ],
  budgets: [
    {
      id: 'bud_5b1f0c2a9d3e4f60',
      model: 'gpt-*',
      account: null,
      key: null,
      period: 'month',
      amount: '25',
      spent: '3.2501',
      held: '0.0124',
      endsAt: 1_769_904_000_000,
    },
  ],
} as const
