// Shapes of the record of calls, shared by the operator API and the self-service API.
import { bool, int, list, nullable, num, obj, oneOf, opt, str } from '#define'
import { time, wordPattern } from './shapes.ts'

const surfaces = ['http', 'mcp', 'console'] as const
const answerers = ['live', 'embedded', 'gateway', 'replay'] as const

const id = str({ max: 64, doc: 'The request id, which each answer has in x-request-id.', example: 'req_4f0c91d2' })
const listing = str({ max: 64, pattern: wordPattern, doc: 'Only calls of this listing.' })
const endpoint = str({ max: 64, pattern: wordPattern, doc: 'Only calls of this endpoint, by its operation id.' })
const code = str({
  max: 64,
  pattern: wordPattern,
  doc: "Only calls with this error code of the gateway's own.",
  example: 'quota.day',
})
const range = {
  from: int({ min: 0, doc: 'Milliseconds since the epoch; default 24 hours before `to`.' }),
  to: int({ min: 0, doc: 'Milliseconds since the epoch, exclusive; default now.' }),
}

export const callParams = {
  from: int({ min: 0, doc: 'Milliseconds since the epoch; default as far back as calls are kept.' }),
  to: range.to,
  key: str({ max: 64, pattern: wordPattern, doc: 'Only calls with this key, by its id.' }),
  listing,
  endpoint,
  provider: oneOf(answerers, { doc: 'Only calls that this provider answered.' }),
  status: str({ pattern: '^[1-5](?:xx|[0-9]{2})$', doc: 'A status such as `404`, or a class such as `5xx`.' }),
  failed: bool({ doc: 'Only calls with a status of 400 or above, or only those below.' }),
  code,
  surface: oneOf(surfaces, { doc: 'Only calls that came this way.' }),
  minMs: int({ min: 0, doc: 'Only calls that took at least as many milliseconds.' }),
  id: str({
    max: 64,
    pattern: wordPattern,
    doc: 'Only calls with this request id. Callers may choose ids, so there can be several.',
  }),
  limit: int({ min: 1, max: 100, default: 50, doc: 'Maximum number of calls per page.' }),
  after: str({ doc: 'The `next` of the previous page.' }),
}

const call = {
  id,
  at: time('When it began.'),
  key: str({ doc: 'Id of the key.' }),
  listing: str(),
  endpoint: str({ doc: 'Operation id; empty where the path has none.' }),
  provider: oneOf(answerers, { doc: 'gateway: it answered itself, with an error. replay: a recorded answer.' }),
  status: int({ doc: '499 when the caller disconnected before the answer began.' }),
  code: nullable(str(), { doc: "Code of the gateway's own error; null for an answer of a provider." }),
  ms: num({ min: 0, doc: 'Milliseconds until the last byte.' }),
  upstreamMs: nullable(num({ min: 0 }), { doc: "Milliseconds until the provider's first byte; null without one." }),
  bytesIn: int({ min: 0 }),
  bytesOut: int({ min: 0 }),
  surface: oneOf(surfaces, { doc: 'mcp: by an agent. console: as the console says of its calls.' }),
  cost: nullable(str(), {
    doc: 'US dollars by the price of the endpoint, as a decimal string; null if the call cost nothing. What models cost is in the spending.',
  }),
}
const account = str({ doc: 'Id of the account.' })
const page = {
  next: opt(
    str({
      doc: 'Cursor of the next page; absent at the end. A page may hold few calls, or none, and have a next one.',
    }),
  ),
  searchedTo: time('No later call than this remains to be found.'),
}
export const Call = obj(call)
export const Calls = obj({ calls: list(Call), ...page })
export const AccountCall = obj({ account, ...call })
export const AccountCalls = obj({ calls: list(AccountCall), ...page })
export const callId = str({ min: 1, max: 64, pattern: wordPattern, doc: 'The request id.', example: 'req_4f0c91d2' })

export const errorParams = { ...range, listing, endpoint, code }
export const CallErrors = obj({
  from: time('Start of the range: errors are counted by the hour.'),
  to: time('End of the range, exclusive.'),
  errors: list(
    obj({
      listing: str(),
      endpoint: str({ doc: 'Operation id; empty where the path has none.' }),
      provider: oneOf(answerers),
      status: int(),
      code: nullable(str(), { doc: "Code of the gateway's own error; null for an answer of a provider." }),
      calls: int({ min: 1 }),
      firstAt: time('The first of them.'),
      lastAt: time('The latest.'),
      exampleId: str({ doc: 'Request id of a recent one.' }),
    }),
    { doc: 'Most frequent first, at most 200.' },
  ),
})

const Answers = nullable(
  obj({
    calls: int({ min: 0 }),
    failed: int({ min: 0, doc: 'Calls with a status of 500 or above.' }),
    p50: nullable(num()),
    p95: nullable(num(), { doc: 'Milliseconds that 95 % of the calls did not exceed.' }),
  }),
  { doc: 'Null without calls.' },
)
export const Health = obj({
  from: time('Start of the range: the hour before this one.'),
  to: time('Now.'),
  listings: list(
    obj({
      slug: str(),
      title: str(),
      provider: nullable(oneOf(['embedded', 'live']), {
        doc: 'Which provider answers; null where that differs by account.',
      }),
      state: oneOf(['idle', 'ok', 'failing', 'down'], {
        doc: 'idle: no calls. failing: at least a tenth of the calls failed. down: this process holds calls back for a while, because the provider failed repeatedly.',
      }),
      circuit: nullable(oneOf(['closed', 'open']), { doc: 'Null where there is no live provider.' }),
      resumesAt: nullable(time('When calls are let through again.')),
      live: Answers,
      embedded: Answers,
      replay: Answers,
      gateway: Answers,
      lastError: nullable(
        obj({ at: time('When.'), status: int(), code: nullable(str()), id: str({ doc: 'Request id.' }) }),
        { doc: 'The latest failure with a status of 500 or above.' },
      ),
    }),
  ),
})
