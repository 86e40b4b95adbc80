// Shapes shared by the operator API and the self-service API.
import { bool, int, list, map, nullable, num, obj, oneOf, opt, str } from '#define'
import { answersModes } from '../../call/answers.ts'

/** Pattern of ids, slugs, codes and operation ids. PostgreSQL rejects NUL, and no such name has other characters. */
export const wordPattern = '^[\\w.-]*$'
/** Pattern of names of sandboxes and snapshots, which name folders. */
export const sandboxNamePattern = '^[a-z0-9][a-z0-9-]*$'
/** Pattern of texts that any database accepts. */
export const textPattern = '^[^\\u0000]*$'

/** Parameter of lists whose entries have ids. */
export const ids = list(str({ max: 64, pattern: wordPattern }), { max: 100, doc: 'Only these, by id; at most 100.' })

/** Declares a time, which in these APIs is in milliseconds since the epoch. */
export const time = (doc: string) => int({ doc: `${doc} Milliseconds since the epoch.` })

export const providers = ['embedded', 'live'] as const

/** Body that stores a provider key. The vault validates it, so that a refusal has the vault's error code. */
export const providerKeyBody = {
  key: str({
    secret: true,
    doc: 'The provider key, exactly as the provider gave it; `user:password` for HTTP Basic. Or send `parts`.',
  }),
  parts: map(str({ secret: true }), {
    doc: 'The parts of a provider key that has several, by name: those in `keyParts` of the listing, all of them.',
  }),
}

export const ProviderKey = obj({
  slug: str({ doc: 'API that the key is for.' }),
  title: str(),
  hint: str({ doc: 'The last characters of the key; empty when it is too short to show any, or has parts.' }),
  parts: opt(list(obj({ name: str(), hint: str() }), { doc: 'The parts of a key that has several.' })),
  version: int({ min: 1, doc: 'Incremented with each replacement of the key.' }),
  placeholder: bool({ doc: 'Created by the first start; it is never sent, and only the embedded provider answers.' }),
  createdAt: time('When the first key was stored.'),
  updatedAt: time('When this key was stored.'),
  verifiedAt: nullable(time('When the provider last accepted this key.')),
})

export const Verification = obj({
  slug: str(),
  ok: bool({ doc: 'The provider accepted the key.' }),
  status: int({ doc: "Status of the provider's response." }),
  verdict: oneOf(['accepted', 'refused', 'unclear'], {
    doc: 'refused: the provider answered 401 or 403. unclear: any other response that is not a success; try again later.',
  }),
  verifiedAt: nullable(time('When the provider last accepted this key.')),
})

export const ListingState = obj({
  slug: str(),
  title: str(),
  api: str({ doc: 'API that the listing belongs to; provider keys are stored under it.' }),
  provider: oneOf(providers, { doc: 'Which provider answers calls of this account.' }),
  chosen: bool({ doc: 'The account has chosen; otherwise the default applies.' }),
  envelope: oneOf(['data', 'raw'], { doc: 'Whether JSON results go under `data` for this account.' }),
  answers: oneOf(answersModes, {
    doc: 'The mode of recorded answers. live: answers pass. record: they are kept, too. replay: kept answers, and the provider is never called. fill: it is called only for what is not kept. failover: kept answers where it fails.',
  }),
  answersUntil: nullable(time('When that ends and `live` begins; null where it stays.')),
  maxAgeS: int({ min: 1, doc: 'Greatest age of a kept answer, in seconds, that replaces a failure (failover).' }),
  sample: bool({ doc: 'True if sample data of the embedded provider may replace a failure (failover).' }),
  writes: bool({ doc: 'True if answers to calls that change or cost something are kept, too (record, fill).' }),
  embedded: bool({ doc: 'There is an embedded provider.' }),
  live: bool({ doc: 'There is a live provider.' }),
  auth: oneOf(['keyless', 'own', 'optional'], { doc: 'Whether live calls need a provider key of the account.' }),
  providerKey: nullable(
    oneOf(['missing', 'placeholder', 'stored'], { doc: 'State of the provider key; null where none is used.' }),
  ),
  keyParts: opt(
    list(str(), { doc: 'Names of the parts of the provider key, if it has several. All are stored together.' }),
  ),
  endpoints: int({ min: 0 }),
})
/** The provider of listings for which the account has chosen none. */
export const accountProvider = nullable(oneOf(providers), {
  doc: 'Who answers listings without a choice of their own; null for an account from before there was this default: embedded for APIs without keys, else live.',
})
/** An account's choices for a listing. */
export const listingChoice = {
  provider: oneOf(providers, { doc: 'Which provider answers; default: as before.' }),
  envelope: nullable(oneOf(['data', 'raw']), {
    doc: 'Whether JSON results go under `data`; null: as the API declares. Default: as before.',
  }),
  answers: oneOf(answersModes, {
    doc: 'The mode of recorded answers: live, record, replay, fill or failover. Default: as before.',
  }),
  forS: int({
    min: 1,
    max: 2_592_000,
    doc: 'Seconds after which `answers` is `live` again. Default: it stays. Only together with `answers`.',
  }),
  maxAgeS: int({
    min: 1,
    max: 2_592_000,
    doc: 'Greatest age of a kept answer, in seconds, that replaces a failure. Default: as before, at first a day.',
  }),
  sample: bool({
    doc: 'True if sample data may replace a failure. Default: as before, at first false.',
  }),
  writes: bool({
    doc: 'True if answers to calls that change or cost something are kept, too. Default: as before, at first false.',
  }),
}
export const Listings = obj({ listings: list(ListingState) })
export const ProviderKeys = obj({ providerKeys: list(ProviderKey) })

const percentile = (share: number) =>
  nullable(num({ min: 0 }), { doc: `Milliseconds that ${share} % of the calls did not exceed; null where unknown.` })
export const sums = {
  calls: int({ min: 0 }),
  failed: int({ min: 0, doc: 'Calls that ended with a status of 400 or above.' }),
  bytesIn: int({ min: 0 }),
  bytesOut: int({ min: 0 }),
  ms: int({ min: 0, doc: 'Total duration of all calls in milliseconds.' }),
  p50: percentile(50),
  p95: percentile(95),
  p99: percentile(99),
}
const steps = ['hour', 'day', 'all'] as const
const members = ['listing', 'endpoint', 'key', 'provider', 'status', 'surface'] as const
const row = {
  at: opt(time('Start of the hour or UTC day; absent with `by=all`.')),
  listing: opt(str()),
  endpoint: opt(str({ doc: 'Operation id; empty where the path has none.' })),
  key: opt(str({ doc: 'Id of the key.' })),
  provider: opt(
    str({ doc: 'live, embedded, replay for a recorded answer, or gateway where the gateway itself answered.' }),
  ),
  status: opt(int()),
  surface: opt(str({ doc: 'http, mcp or console.' })),
  ...sums,
}
const report = {
  from: time('Start of the range.'),
  to: time('End of the range, exclusive.'),
  by: oneOf(steps),
  total: obj(sums, { doc: 'Sums of the whole range, whichever page this is.' }),
  next: opt(str({ doc: 'Cursor of the next page; absent on the last page.' })),
}
export const OwnUsage = obj({
  ...report,
  rows: list(obj(row, { doc: 'Has the members it is grouped by.' })),
  spent: opt(
    list(
      obj({
        listing: str(),
        today: str({ doc: 'On this UTC day. US dollars as a decimal string.', example: '0.5' }),
        month: str({ doc: 'In this month, UTC. US dollars as a decimal string.', example: '12.75' }),
      }),
      {
        doc: 'The cost of calls by listing, the most expensive first; only listings whose calls cost something. `listing` and `key` restrict it, other parameters do not. On the first page alone.',
      },
    ),
  ),
})
export const AccountsUsage = obj({
  ...report,
  rows: list(obj({ account: opt(str()), ...row }, { doc: 'Has the members it is grouped by.' })),
})

const restricted = {
  by: oneOf(steps, { default: 'hour', doc: 'Time covered by each row; all: the whole range.' }),
  from: int({ min: 0, doc: 'Milliseconds since the epoch; default 24 hours before `to`, or 30 days by day.' }),
  to: int({ min: 0, doc: 'Milliseconds since the epoch, exclusive; default now.' }),
  listing: str({ max: 64, pattern: wordPattern, doc: 'Only calls of this listing.' }),
  endpoint: str({ max: 64, pattern: wordPattern, doc: 'Only calls of this endpoint, by its operation id.' }),
  key: str({ max: 64, pattern: wordPattern, doc: 'Only calls with this key, by its id.' }),
  provider: oneOf(['live', 'embedded', 'gateway', 'replay'], { doc: 'Only calls that this provider answered.' }),
  status: int({ min: 100, max: 999, doc: 'Only calls with this status.' }),
  surface: oneOf(['http', 'mcp', 'console'], { doc: 'Only calls that came this way.' }),
  limit: int({ min: 1, max: 1000, default: 1000, doc: 'Maximum number of rows per page.' }),
  after: str({ doc: 'The `next` of the previous page.' }),
}
const groupDoc = 'What calls are grouped by, beside the time.'
/** The parameters of the usage report of an account and of the operator. */
export const usageParams = {
  ...restricted,
  group: list(oneOf(members), { max: 6, default: ['listing', 'provider'], doc: groupDoc }),
}
export const accountsUsageParams = {
  ...restricted,
  account: str({ max: 64, pattern: wordPattern, doc: 'Only calls of this account.' }),
  group: list(oneOf(['account', ...members]), {
    max: 7,
    default: ['listing', 'provider'],
    doc: `${groupDoc} By key, and by account beside anything but listing and provider, only within one \`account\`.`,
  }),
}
