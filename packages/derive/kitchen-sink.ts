// An API for the tests of this package that declares one of everything. It is never served.
import type { Api, Endpoints } from '#define'
import {
  anyBody,
  anyObject,
  anyOf,
  anything,
  body,
  bool,
  bytes,
  csv,
  day,
  defineApi,
  defineExamples,
  del,
  empty,
  events,
  file,
  get,
  hosted,
  int,
  list,
  map,
  market,
  nullable,
  num,
  obj,
  oneOf,
  opt,
  ownKey,
  patch,
  post,
  put,
  req,
  str,
  text,
} from '#define'

const owner = obj({
  id: int({ doc: 'Number of the owner.' }),
  'full-name': str(),
  kind: oneOf(['person', 'company', "it's"], { doc: 'What it is; never ends a comment */ early.' }),
  address: obj({ street: str(), town: str(), postcode: str(), country: str({ min: 2, max: 2 }) }),
  tags: list(anyOf([str(), int()])),
  notes: opt(nullable(str(), { doc: 'First line.\nSecond line.' })),
})
const thing = obj({ id: str(), owner, heir: nullable(owner), parts: map(num()), grades: list(oneOf(['a', 'b'])) })

const endpoints = {
  listThings: get('/things', 'All things', {
    params: {
      ids: list(int({ min: 1 }), { repeat: true, doc: 'Numbers of things.' }),
      fields: list(str(), { max: 5 }),
      since: day({ example: '2024-05-02' }),
      limit: int({ min: 1, max: 100, default: 20, doc: 'How many.' }),
      'api-key': req.str({ credential: true, doc: 'Key of the provider.' }),
      token: str({ secret: true, doc: 'A secret of the caller.' }),
      exact: bool({ deprecated: true, beyond: true }),
      'tags[]': list(str(), { repeat: true }),
    },
    returns: list(thing),
  }),
  getThing: get('/things/{id}.{format}', 'One thing', {
    params: { id: int({ also: '^\\d+(,\\d+)*$' }), format: oneOf(['json', 'xml']), 'X-Tag': str({ in: 'header' }) },
    returns: thing,
    doc: 'Several at once with commas.',
  }),
  getRaw: get('/raw/{name}', 'The file of a thing', { returns: bytes('image/png') }),
  callRaw: post('/raw/*path', 'A call of your own', { body: anyBody(), returns: anything() }),
  addThing: post('/things', 'A new thing', {
    body: body(
      { name: req.str({ max: 20 }), picture: file({ doc: 'A picture.' }), secret: str({ secret: true }), owner },
      { as: ['json', 'form', 'multipart'] },
    ),
    returns: thing,
    status: 201,
    restricted: 'only for supporters',
  }),
  sendPicture: put('/things/{id}/picture', 'Another picture', {
    body: body({ picture: req.file() }, { as: ['multipart'] }),
    returns: empty(),
    status: 204,
  }),
  sendBytes: put('/things/{id}/bytes', 'Other bytes', {
    body: anyBody({ as: ['binary'], required: true }),
    returns: empty(),
  }),
  chat: post('/chat', 'A talk', {
    body: body({ words: req.str(), stream: bool() }),
    returns: obj({ id: str(), data: list(owner), next: nullable(str()) }),
    streams: obj({ word: str() }),
  }),
  listen: get('/listen', 'What happens', { params: { topic: str() }, returns: events(obj({ topic: str() })) }),
  report: get('/report', 'A report', { returns: csv(), public: true }),
  hello: get('/hello', 'A greeting', { returns: text() }),
  search: post('/search', 'A search', { body: body({}), returns: anyObject(), idempotent: true }),
  forget: del('/things/{number}', 'No thing any more', { returns: empty(), deprecated: 'use archive' }),
  archive: patch('/things/{id}', 'A thing in the archive', {
    returns: obj({ data: opt(str()) }),
    unimplemented: 'answers 501',
  }),
} satisfies Endpoints

export const kitchenSink: Api = defineApi({
  slug: 'kitchen-sink',
  title: 'Kitchen sink',
  summary: 'One of everything.',
  surface: hosted,
  auth: ownKey.query('key'),
  upstream: 'https://sink.example.org',
  listings: [
    { slug: 'kitchen-sink', title: 'Kitchen sink' },
    { slug: 'kitchen-sink-two', title: 'Kitchen sink again' },
  ],
  sample: 'Five invented things.',
  asks: { listThings: ['Which things are there?', 'Show me everything'] },
  endpoints,
})

/** A copy of the endpoints on the surface of the item market, with results under `data`. */
export const marketSink: Api = defineApi({
  slug: 'market-sink',
  title: 'Market sink',
  summary: 'One of everything on the market.',
  surface: market,
  auth: { kind: 'keyless' },
  upstream: null,
  envelope: 'data',
  endpoints,
})

const anOwner = {
  id: 1,
  'full-name': 'N. N.',
  kind: 'person',
  address: { street: 'Street 1', town: 'Town', postcode: '12345', country: 'SE' },
  tags: ['a', 2],
}
const aThing = { id: 't1', owner: anOwner, heir: null, parts: { a: 1.5 }, grades: ['a'] }

export const examples = defineExamples(endpoints, {
  listThings: {
    params: { ids: [1, 2], fields: ['id', 'owner'], token: 'hush-token', 'api-key': 'hush-key', 'tags[]': ['x y'] },
    output: [aThing],
  },
  getThing: { params: { id: 7, format: 'json', 'X-Tag': "it's" }, output: aThing },
  getRaw: { params: { name: 'a b' }, output: { base64: 'AAEC' } },
  callRaw: { params: { path: 'x/y:z' }, body: { any: 'thing' }, output: {} },
  addThing: {
    body: {
      name: "n'n",
      secret: 'hush-field',
      picture: { fileName: 'a.png', contentType: 'image/png', base64: 'AAEC' },
    },
    output: aThing,
  },
  sendPicture: {
    params: { id: '1' },
    body: { picture: { fileName: 'a.png', contentType: 'image/png', base64: 'AAEC' } },
  },
  sendBytes: { params: { id: '1' }, body: { base64: 'AAEC' } },
  chat: { body: { words: 'hi' }, output: { id: 'c1', data: [anOwner], next: null } },
  listen: { output: [{ topic: 'a' }, 'plain'] },
  report: { output: 'a,b\n1,2' },
  hello: { output: 'hello' },
  search: { body: {}, output: { found: 1 } },
  forget: { params: { number: '1' } },
  archive: { params: { id: '1' }, output: { data: 'x' } },
})
