// Small APIs for the tests of the proxy: one per key location, and endpoints for each kind of call.
import {
  anyBody,
  anyObject,
  body,
  bool,
  bytes,
  day,
  defineApi,
  del,
  empty,
  events,
  get,
  hosted,
  int,
  keyless,
  list,
  oneOf,
  ownKey,
  patch,
  post,
  put,
  req,
  str,
} from '#define'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'

const anything = { returns: anyObject() }
const small = 16 * 1024
const large = 400 * 1024 * 1024

/** A keyless API whose responses pass unchanged; most tests call this one. */
const plainEndpoints = {
  things: get('/things', 'Typed parameters', {
    ...anything,
    params: {
      page: int({ min: 1, max: 100 }),
      q: str(),
      exact: bool(),
      since: day(),
      tags: list(str()),
      ids: list(int(), { repeat: true }),
      order: oneOf(['up', 'down']),
      'x-locale': str({ in: 'header', max: 5 }),
    },
  }),
  thing: get('/things/{id}', 'One thing', anything),
  dated: get('/days/{date}', 'A typed placeholder', { ...anything, params: { date: req.day(), limit: req.int() } }),
  make: post('/things', 'A JSON body', {
    ...anything,
    body: body({ name: req.str(), count: int({ min: 1 }), note: str() }),
  }),
  search: post('/search', 'Safe to repeat', { ...anything, idempotent: true, body: body({ q: str() }) }),
  form: post('/form', 'A form or JSON', { ...anything, body: body({ name: req.str() }, { as: ['form', 'json'] }) }),
  replace: put('/things/{id}', 'Replaces', { ...anything, body: anyBody() }),
  change: patch('/things/{id}', 'Changes', { ...anything, body: anyBody() }),
  remove: del('/things/{id}', 'Removes', { returns: empty() }),
  upload: post('/upload', 'Any body, small', { ...anything, body: anyBody(), limits: { bodyBytes: small } }),
  big: post('/big', 'Any body, large', { ...anything, body: anyBody(), limits: { bodyBytes: large } }),
  files: get('/files/*path', 'The rest of a path', { returns: bytes() }),
  mapped: get('/mapped/{first}/{second}', 'Another path at the provider', {
    ...anything,
    params: { limit: int(), internal: str() },
    upstream: {
      path: '/v2/{second}/of/{first}',
      rename: { limit: 'per_page' },
      drop: ['internal'],
    },
  }),
  deep: get('/deep/*rest', 'The rest of a path, elsewhere', { ...anything, upstream: { path: '/v2/*rest' } }),
  slow: get('/slow', 'Short times', {
    ...anything,
    limits: { firstByteMs: 600, idleMs: 600, totalMs: 20_000 },
  }),
  paced: post('/paced', 'Short times, any body', {
    ...anything,
    body: anyBody(),
    limits: { idleMs: 200, totalMs: 20_000 },
  }),
  pacedJson: post('/paced-json', 'Short times, a JSON body', {
    ...anything,
    body: body({ q: str() }),
    limits: { idleMs: 200, totalMs: 20_000 },
  }),
  hasty: post('/hasty', 'A short total time, any body', { ...anything, body: anyBody(), limits: { totalMs: 500 } }),
  brief: get('/brief', 'A short total time', { ...anything, limits: { totalMs: 500 } }),
  events: get('/events', 'Events', { returns: events({}) }),
}

/** The key that the provider of each own-key API must receive. */
export const providerKeys = {
  bearer: 'pk-Bearer/0123456789+abc=',
  bare: 'pk-bare-0123456789abcdef',
  asked: 'pk asked/0123456789&abc=',
  labelled: 'pk-labelled-0123:fx',
  pathed: 'pk-pathed-0123456789',
  wrapped: 'pk-wrapped-0123456789"\\abc',
} as const
export type KeyedSlug = keyof typeof providerKeys

const keyedEndpoints = {
  things: get('/things', 'Things', anything),
  make: post('/things', 'A JSON body', { ...anything, body: body({ name: req.str() }) }),
  upload: post('/upload', 'Any body', { ...anything, body: anyBody() }),
}

/** Returns the APIs with `base` as the address of their provider. */
export function proxyApis(base: string): LoadedApi[] {
  const common = { summary: 'For tests.', surface: hosted, upstream: base }
  const apis = [
    defineApi({
      ...common,
      slug: 'plain',
      title: 'Plain',
      auth: keyless,
      passHeaders: ['X-Extra'],
      endpoints: plainEndpoints,
    }),
    defineApi({
      ...common,
      slug: 'prefixed',
      title: 'Prefixed',
      auth: keyless,
      upstream: `${base}/api/v3/`,
      endpoints: { things: get('/things', 'Things', anything), other: get('/other/{id}', 'Other', anything) },
    }),
    defineApi({
      ...common,
      slug: 'bearer',
      title: 'Bearer',
      auth: ownKey.header('Authorization', 'Bearer ', { also: ['x-api-key'] }),
      passHeaders: ['x-api-key', 'x-extra'],
      endpoints: keyedEndpoints,
    }),
    defineApi({
      ...common,
      slug: 'bare',
      title: 'Bare',
      auth: ownKey.header('X-Developer-Key'),
      endpoints: keyedEndpoints,
    }),
    defineApi({
      ...common,
      slug: 'asked',
      title: 'Asked',
      auth: ownKey.query('api_key'),
      endpoints: {
        ...keyedEndpoints,
        things: get('/things', 'Things', {
          ...anything,
          params: { api_key: req.str({ credential: true, secret: true }), limit: int() },
          upstream: { rename: { limit: 'per_page' } },
        }),
      },
    }),
    defineApi({
      ...common,
      slug: 'labelled',
      title: 'Labelled',
      auth: ownKey.header('authorization', 'Label-Auth-Key '),
      endpoints: keyedEndpoints,
    }),
    defineApi({
      ...common,
      slug: 'pathed',
      title: 'Pathed',
      auth: ownKey.path('key'),
      endpoints: {
        things: get('/things', 'Things', { ...anything, upstream: { path: '/{key}/things' } }),
        managed: get('/keys/{key}/of/{user}', 'A key as the subject of a call', {
          ...anything,
          auth: ownKey.path('key', { optional: true, standIn: 'stored' }),
        }),
      },
    }),
    defineApi({
      ...common,
      slug: 'wrapped',
      title: 'Wrapped',
      auth: ownKey.header('authorization', 'Bearer '),
      envelope: 'data',
      errors: { code: '/problem/id', message: '/problem/text' },
      endpoints: keyedEndpoints,
    }),
  ]
  return apis.map((api) => ({ api, provider: undefined, live: {}, examples: {} }))
}
