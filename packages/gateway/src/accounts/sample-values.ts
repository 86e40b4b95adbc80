// Values that the examples of the operator API and of the self-service API share. All are fictional.

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
  embedded: true,
  live: true,
  auth: 'own',
  providerKey: 'stored',
  endpoints: 31,
} as const
const counted = { calls: 42, failed: 1, bytesIn: 5120, bytesOut: 90_400, ms: 1260 }
export const usage = {
  from: at,
  to: minutesLater(60),
  by: 'hour',
  rows: [{ at, listing: 'exchange-rates', provider: 'embedded', ...counted }],
  total: counted,
} as const
