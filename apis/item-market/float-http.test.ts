// Floats and trade-ups through a running gateway: real sockets, hostile requests, and the inspect server of an
// operator.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type OpenGateway, openGateway } from '../../tests/harness/open-gateway.ts'
import { until } from '../../tests/harness/until.ts'
import { openUpstream, type Upstream } from '../../tests/harness/upstream.ts'

const hex = '001807202C2805300438F08BA6E203409505A8AC4EC0'
const run = `steam://run/730//+csgo_econ_action_preview%20${hex}`
const classic = (asset: number) =>
  `steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S76561198084749846A${asset}D7935523998312483177`

/** Status and body of the inspect server's next answer. */
let next: [status: number, body: string, headers?: Record<string, string>] = [200, '{}']
let held: Promise<void> = Promise.resolve()
const item = {
  origin: 8,
  quality: 9,
  rarity: 5,
  paintseed: 321,
  defindex: 7,
  paintindex: 44,
  stickers: [{ stickerId: 76, slot: 2, wear: 0.5, codename: 'x', name: 'y' }],
  keychains: [{ sticker_id: 13, slot: 0, pattern: 7, offset_x: 1.5 }],
  itemid: '1',
  floatvalue: 0.25,
  killeatervalue: 12,
  customname: 'Blue',
  full_item_name: 'made up',
}
const answers = (overrides: object) => JSON.stringify({ iteminfo: { ...item, ...overrides } })

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
const closing: (() => unknown)[] = []
let server: Upstream
let gateway: OpenGateway
let key = ''

before(async () => {
  const end = { after: (close: () => unknown) => void closing.unshift(close) }
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }))
  server = await openUpstream(end, async (_request, response) => {
    await held
    const [status, body, headers = {}] = next
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  mkdirSync(join(dataDir, 'config'))
  writeFileSync(join(dataDir, 'config', 'item-market.json'), JSON.stringify({ inspect: { url: `${server.url}/` } }))
  gateway = await openGateway(end, { dataDir, apis: await loadApis(undefined, 'item-market') })
  const { accountId } = await gateway.account()
  key = reveal((await gateway.components.keys.create({ accountId, surface: 'market', name: 'Test' })).key)
})
after(async () => {
  for (const close of closing) await close()
})

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly data: Record<string, unknown> | undefined
  readonly error: { code: string; message: string; details?: { problems: { name: string }[] } } | undefined
}
async function call(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${gateway.marketUrl}/api/v1${path}`, {
    ...init,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
  })
  const body = Object(await response.json())
  return { status: response.status, headers: response.headers, data: body.data, error: body.error }
}
const float = (url: string) => call(`/float?url=${encodeURIComponent(url)}`)
const tradeup = (body: unknown) =>
  call('/tradeup', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

test('a link is read as it is in the query, encoded or not', async () => {
  for (const query of [
    encodeURIComponent(run),
    run,
    run.replace('+', '%2B'),
    hex,
    encodeURIComponent(encodeURIComponent(run)),
  ]) {
    const { status, data } = await call(`/float?url=${query}`)
    assert.deepEqual([status, data?.float_value], [200, 0.012299999594688416], query)
  }
})

test('the inspect server is called once for a pointer link, and its answer is stored', async () => {
  next = [200, answers({})]
  const first = await float(classic(9001))
  assert.equal(first.status, 200)
  const { data } = first
  assert.deepEqual(
    [data?.source, data?.item_id, data?.float_value, data?.paint_seed, data?.stattrak_kills, data?.name_tag],
    ['inspect_server', '9001', 0.25, 321, 12, 'Blue'],
  )
  assert.deepEqual(
    [data?.market_hash_name, Object(data?.stickers)[0].wear, Object(data?.keychains)[0].pattern],
    ['StatTrak™ AK-47 | Case Hardened (Field-Tested)', 0.5, 7],
  )
  const requested = new URL(server.received.at(-1)?.url ?? '', server.url)
  assert.equal(requested.searchParams.get('url'), classic(9001))
  const calls = server.received.length
  next = [500, '{}']
  assert.equal((await float(classic(9001))).data?.source, 'database')
  // its answer contains a link that holds the item
  assert.equal((await float(String(data?.inspect_link))).data?.float_value, 0.25)
  assert.equal(server.received.length, calls)
})

test('failing, waiting and refusing inspect servers are distinguished, and nothing is stored', async () => {
  const cases: Record<string, [reply: typeof next, status: number, code: string]> = {
    'refused link': [[400, '{"error":"x","code":2,"status":400}'], 404, 'float.not_found'],
    'game is silent': [[500, '{"error":"x","code":4,"status":500}'], 503, 'inspect_server.busy'],
    'too many': [[429, '{}'], 503, 'inspect_server.busy'],
    'own fault': [[500, '{"error":"x","code":6}'], 502, 'inspect_server.failed'],
    'no JSON': [[200, '<html>'], 502, 'inspect_server.failed'],
    'no item': [[200, '{"iteminfo":null}'], 502, 'inspect_server.failed'],
    'a list': [[200, '[]'], 502, 'inspect_server.failed'],
    'impossible float': [[200, answers({ floatvalue: 7 })], 502, 'inspect_server.failed'],
    'endless stickers': [
      [200, answers({ stickers: Array.from({ length: 100 }, () => ({})) })],
      502,
      'inspect_server.failed',
    ],
    'too large': [[200, answers({ padding: 'x'.repeat(300_000) })], 502, 'inspect_server.failed'],
    'sent elsewhere': [[302, '', { location: `${'http://127.0.0.1:1'}/` }], 502, 'inspect_server.failed'],
  }
  let asset = 9100
  for (const [what, [reply, status, code]] of Object.entries(cases)) {
    next = reply
    asset += 1
    const answer = await float(classic(asset))
    assert.deepEqual([answer.status, answer.error?.code], [status, code], what)
    assert.equal(answer.headers.get('retry-after') !== null, status === 503, what)
    assert.ok(!JSON.stringify(answer.error).includes(server.url), what)
  }
  const rows = await gateway.components.store.db
    .withTables<{ item_market_floats: { asset_id: string | null } }>()
    .selectFrom('item_market_floats')
    .select('asset_id')
    .where('asset_id', 'like', '91%')
    .execute()
  assert.deepEqual(rows, [])
})

test('equal concurrent requests share one call, and too many different ones are refused', async () => {
  next = [200, answers({})]
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  const requestsFor = (asset: number) => server.received.filter(({ url }) => url.includes(`A${asset}D`)).length
  const same = Array.from({ length: 30 }, () => float(classic(9300)))
  await until(() => requestsFor(9300) > 0)
  const refused: Answer[] = []
  const different = Array.from({ length: 30 }, async (_, at) => {
    const answer = await float(classic(9301 + at))
    if (answer.status !== 200) refused.push(answer)
  })
  // one call for the equal ones and fifteen for the others are under way; fifteen more are refused
  await until(() => refused.length === 15)
  assert.equal(requestsFor(9300), 1)
  resolve()
  assert.deepEqual(new Set((await Promise.all(same)).map(({ data }) => data?.item_id)), new Set(['9300']))
  await Promise.all(different)
  assert.equal(refused.length, 15)
  for (const { status, error, headers } of refused)
    assert.deepEqual([status, error?.code, headers.get('retry-after')], [503, 'inspect_server.busy', '5'])
  // there is room again
  assert.equal((await float(classic(9400))).status, 200)
})

test('fields of the inspect server with another type count as absent', async () => {
  next = [
    200,
    answers({ customname: 5, killeatervalue: null, quality: 4, stickers: 'none', keychains: null, origin: -1 }),
  ]
  const { status, data } = await float(classic(9200))
  assert.deepEqual(
    [status, data?.name_tag, data?.is_stattrak, data?.stickers, data?.origin],
    [200, undefined, false, [], null],
  )
})

test('a hostile link is a 400 that names the parameter, never a 500', async () => {
  const links = [
    'A'.repeat(8193),
    'A'.repeat(8191),
    '%25'.repeat(2000),
    `https://x/?${'%2525'.repeat(1000)}`,
    `https://x/${'https://x/?u='.repeat(600)}`,
    '\u0000\u0001\u{10ffff}',
    hex.slice(0, -2),
    `00${'ff'.repeat(200)}`,
    `${run}%00`,
    '[object Object]',
    '{"$gt":""}',
    "'; drop table item_market_floats; --",
  ]
  for (const link of links) {
    const { status, error } = await float(link)
    assert.equal(status, 400, link.slice(0, 40))
    assert.deepEqual(
      error?.details?.problems.map(({ name }) => name),
      ['url'],
      link.slice(0, 40),
    )
  }
  for (const query of ['', 'url=', 'url', 'URL=x']) assert.equal((await call(`/float?${query}`)).status, 400, query)
})

test('a request line of ten million characters is refused without ending the server', async () => {
  const status = await fetch(`${gateway.marketUrl}/api/v1/float?url=${'A'.repeat(10_000_000)}`, {
    headers: { 'x-api-key': key },
  }).then(
    (response) => response.status,
    () => 'cut',
  )
  assert.ok(status === 'cut' || (Number(status) >= 400 && Number(status) < 500), String(status))
  assert.equal((await float(hex)).status, 200)
})

test('the leaderboard refuses an out-of-range parameter by name', async () => {
  const wrong: [query: string, name: string][] = [
    ['', 'name'],
    ['name=', 'name'],
    ['name=AK-47+%7C+Redline&limit=0', 'limit'],
    ['name=AK-47+%7C+Redline&order=middle', 'order'],
    [`name=${'A'.repeat(300)}`, 'name'],
    ['name=nothing', 'name'],
  ]
  for (const [query, name] of wrong) {
    const { status, error } = await call(`/float/leaderboard?${query}`)
    assert.deepEqual([status, error?.details?.problems[0]?.name], [400, name], query)
  }
})

test('an invalid trade-up body is a 400, whatever it is', async () => {
  const heat = { name: 'MAC-10 | Heat (Field-Tested)', float: 0.2 }
  const items = (count: number) => Array.from({ length: count }, () => heat)
  const bodies: unknown[] = [
    '',
    '{',
    'null',
    [],
    {},
    { items: [] },
    { items: items(9) },
    { items: items(11) },
    { items: 'ten' },
    { items: [...items(9), null] },
    { items: [...items(9), { name: heat.name }] },
    { items: [...items(9), { name: heat.name, float: '0.2' }] },
    { items: [...items(9), { name: heat.name, float: null }] },
    { items: [...items(9), { name: heat.name, float: 1.01 }] },
    { items: [...items(9), { name: heat.name, float: -0.01 }] },
    { items: [...items(9), { name: '', float: 0.2 }] },
    { items: [...items(9), { name: 'x'.repeat(300), float: 0.2 }] },
    { items: [...items(9), { name: '__proto__', float: 0.2 }] },
    { items: items(10), formula: 'guess' },
    { items: items(10), currency: 'EURO' },
  ]
  for (const body of bodies) {
    const { status, error } = await tradeup(body)
    assert.equal(status, 400, JSON.stringify(body).slice(0, 80))
    assert.ok(typeof error?.code === 'string')
  }
  const last = await tradeup({ items: [...items(9), { name: heat.name, float: 0.5 }] })
  assert.deepEqual([last.status, last.error?.details?.problems[0]?.name], [400, 'items.9.float'])
})

test('null members of a trade-up count as absent', async () => {
  const items = Array.from({ length: 10 }, () => ({ name: 'MAC-10 | Heat', float: 0.2 }))
  const { status, data } = await tradeup({ items, currency: null, formula: null })
  assert.deepEqual([status, data?.currency, data?.formula], [200, 'USD', 'normalized'])
})

test('without a key nothing is answered', async () => {
  for (const path of [`/float?url=${hex}`, '/float/leaderboard?name=AK-47+%7C+Redline'])
    assert.equal((await fetch(`${gateway.marketUrl}/api/v1${path}`)).status, 401)
})
