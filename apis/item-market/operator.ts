// The operator's endpoints: price sources, their secrets, an immediate reading, and the Steam Web API key.
import {
  body,
  bool,
  defineExamples,
  defineOperator,
  del,
  events,
  get,
  int,
  list,
  nullable,
  obj,
  oneOf,
  opt,
  patch,
  post,
  put,
  req,
  str,
} from '#define'
import api from './api.ts'
import { maybeTime } from './schemas/fields.ts'

const source = str({ min: 1, max: 64, doc: 'Key of the source.', example: 'skinport' })
const sourceState = obj({
  source: str(),
  title: str(),
  market: str(),
  game: str(),
  base: str({ doc: 'Address it is read from.' }),
  enabled: bool(),
  by_default: bool({ doc: 'Whether it is read by default.' }),
  secret: oneOf(['none', 'optional', 'needed'], { doc: 'Whether it takes a secret, which is sealed.' }),
  secret_stored: bool(),
  every_seconds: int(),
  attempted_at: maybeTime,
  succeeded_at: maybeTime,
  next_at: maybeTime,
  error: nullable(str()),
  items: int(),
})
const progress = obj({
  source: str(),
  phase: oneOf(['reading', 'checking', 'storing', 'done', 'failed']),
  rows: int({ doc: 'Rows of the feed read so far.' }),
  items: int({ doc: 'Items among them.' }),
  stored: int(),
  error: opt(obj({ reason: str(), message: str() })),
})

const webKeyState = obj({ web_key_stored: bool() })

export const operatorEndpoints = {
  sources: get('/sources', 'Sources of prices and their state', {
    returns: obj({
      may_call_out: bool({ doc: 'Whether sources are read on schedule.' }),
      sources: list(sourceState),
    }),
  }),
  changeSource: patch('/sources/{source}', 'Turns a source on or off', {
    params: { source },
    body: body({ enabled: req.of(nullable(bool(), { doc: 'null goes back to the default.' })) }),
    returns: sourceState,
  }),
  storeSecret: put('/sources/{source}/secret', 'Seals the key or cookie that a source is read with', {
    params: { source },
    body: body({ secret: req.str({ min: 1, max: 4096, secret: true }) }),
    returns: sourceState,
  }),
  forgetSecret: del('/sources/{source}/secret', 'Removes the key or cookie of a source', {
    params: { source },
    returns: sourceState,
  }),
  ingest: post('/ingest', 'Reads one source, or all that are turned on, now, and reports progress', {
    params: {
      source: str({ min: 1, max: 64, doc: 'Key of one source; all that are turned on by default.' }),
      trusted: bool({
        default: false,
        doc: 'Accepts the prices even if they look wrong compared with other sources.',
      }),
    },
    returns: events(progress),
  }),

  storeWebKey: put('/accounts/web-key', 'Seals the Steam Web API key that levels, bans and friends are read with', {
    body: body({ key: req.str({ min: 1, max: 200, secret: true }) }),
    returns: webKeyState,
  }),
  forgetWebKey: del('/accounts/web-key', 'Removes the Steam Web API key', { returns: webKeyState }),
}

const at = '2026-11-02T11:58:10.000Z'
const skinport = {
  source: 'skinport',
  title: 'Skinport',
  market: 'skinport',
  game: 'cs2',
  base: 'https://api.skinport.com',
  enabled: true,
  by_default: true,
  secret: 'none',
  secret_stored: false,
  every_seconds: 900,
  attempted_at: at,
  succeeded_at: at,
  next_at: '2026-11-02T12:13:10.000Z',
  error: null,
  items: 24_113,
}
const csfloat = { ...skinport, source: 'csfloat', title: 'CSFloat', market: 'csfloat', secret: 'optional' }

export default defineOperator(
  api,
  operatorEndpoints,
  defineExamples(operatorEndpoints, {
    sources: { output: { may_call_out: true, sources: [skinport] } },
    changeSource: { params: { source: 'skinport' }, body: { enabled: true }, output: skinport },
    storeSecret: {
      params: { source: 'csfloat' },
      body: { secret: 'example-key' },
      output: { ...csfloat, secret_stored: true },
    },
    forgetSecret: { params: { source: 'csfloat' }, output: csfloat },
    storeWebKey: { body: { key: 'EXAMPLEKEY' }, output: { web_key_stored: true } },
    forgetWebKey: { output: { web_key_stored: false } },
    ingest: {
      params: { source: 'skinport' },
      output: [
        { source: 'skinport', phase: 'reading', rows: 25_000, items: 23_800, stored: 0 },
        { source: 'skinport', phase: 'done', rows: 25_340, items: 24_113, stored: 24_113 },
      ],
    },
  }),
)
