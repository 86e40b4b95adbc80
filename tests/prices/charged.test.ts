// Guards what a call with a price costs: once for what its provider did, and nothing for whatever did not reach it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ownKey } from '#define'
import type { KeyLimits } from '../../packages/gateway/src/account/keys/identify.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { smallApi } from '../harness/small-api.ts'
import { until } from '../harness/until.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { callTool } from '../mcp/agent.ts'
import { openSocket, refusedSocket } from '../sockets/client.ts'
import { socketApi } from '../sockets/socket-api.ts'
import { dollar, openPricesWorld } from './world.ts'

const slugs = ['small', 'keyed', 'away', 'failing', 'slow', 'sockets'] as const
let failing = 0
const failingUpstream = await openUpstream({ after }, (_request, response) => {
  failing++
  sendJson(response, {}, { status: 503 })
})
const slowUpstream = await openUpstream({ after }, () => undefined)
const world = await openPricesWorld(
  { after },
  {
    apis: [
      ...['small', 'away', 'failing'].map((slug) => smallApi({ slug })),
      smallApi({ slug: 'slow', limits: { firstByteMs: 300 } }),
      smallApi({ slug: 'keyed', auth: ownKey.header('x-key') }),
      socketApi(),
    ],
    upstreams: {
      small: await openThings(),
      keyed: 'http://127.0.0.1:1',
      away: 'http://127.0.0.1:1',
      failing: failingUpstream.url,
      slow: slowUpstream.url,
    },
  },
)
const { gateway } = world
for (const slug of slugs) await world.price(slug, '*', '0.25', slug === 'sockets')

/** Answers the status that the id of a thing is, and breaks off at `cut`. */
async function openThings(): Promise<string> {
  let asked = 0
  const { url } = await openUpstream({ after }, ({ url }, response) => {
    const id = url.split('/').at(-1) ?? ''
    asked++
    if (id === 'cut') return void response.destroy()
    if (id === 'retried' && asked % 2 === 1) return sendJson(response, {}, { status: 503 })
    sendJson(response, { id }, { status: Number(id) || 200, headers: { 'x-gateway-cost': '9' } })
  })
  return url
}

interface Asked extends RequestInit {
  readonly slug?: string
  readonly path?: string
  readonly key?: string
  readonly provider?: 'live' | 'embedded'
}
/** Makes a call of a new account and returns what was booked for it. */
async function ask({ slug = 'small', path = 'things/one', provider = 'live', key, ...init }: Asked, own = account()) {
  const { accountId, key: ownKey } = await own
  const headers = { 'x-gateway-provider': provider, ...init.headers }
  const response = await gateway.call(`/v1/proxy/${slug}/${path}`, { ...init, key: key ?? ownKey, headers })
  const body = Object(await response.json())
  return {
    ...{ status: response.status, code: body.error?.code, cost: response.headers.get('x-gateway-cost') },
    id: response.headers.get('x-request-id') ?? '',
    booked: (await bookedOf(accountId, response.headers.has('x-gateway-cost'))).cost,
  }
}
const account = () => gateway.account()
async function keyOf(accountId: string, more: { readonly limits?: KeyLimits; readonly agent?: 'write' }) {
  const order = { accountId, surface: 'hosted', name: 'Another', ...more } as const
  return reveal((await gateway.components.keys.create(order)).key)
}
async function bookedOf(accountId: string, isSome: boolean) {
  if (isSome) await until(async () => (await world.bookedFor(accountId)).calls > 0)
  return world.bookedFor(accountId)
}

test('a live answer costs its price, and the caller, the record and the spending say so', async () => {
  const own = gateway.account()
  const { accountId, key } = await own
  const answer = await ask({}, own)
  assert.deepEqual([answer.status, answer.cost, answer.booked], [200, '0.25', '0.25'])
  const read = async (path: string) => Object(await (await gateway.call(`/v1/me/${path}`, { key })).json())
  assert.equal((await read(`calls/${answer.id}`)).cost, '0.25')
  const { total, rows } = await read('spending?by=model')
  assert.deepEqual([total, rows], ['0.25', [{ listing: 'small', by: 'thing', calls: 1, cost: '0.25' }]])
  assert.equal((await read('spending?by=day')).rows.length, 1)
  assert.equal((await read('overview')).spentToday, '0.25')
  const admin = { 'x-gateway-admin-key': gateway.adminKey }
  const all = await fetch(`${gateway.baseUrl}/v1/admin/spending?by=account&account=${accountId}`, { headers: admin })
  assert.deepEqual(Object(await all.json()).rows, [{ listing: 'small', by: accountId, calls: 1, cost: '0.25' }])
})

test('a call that was retried costs its price once', async () => {
  const { status, cost, booked } = await ask({ path: 'things/retried' })
  assert.deepEqual([status, cost, booked], [200, '0.25', '0.25'])
})

test('a call whose answer never came costs its price, because nobody knows what was done', async () => {
  const cut = await ask({ path: 'things/cut', method: 'POST' })
  assert.deepEqual([cut.code, cut.cost, cut.booked], ['upstream.cut', '0.25', '0.25'])
  const silent = await ask({ slug: 'slow', method: 'POST' })
  assert.deepEqual([silent.code, silent.cost, silent.booked], ['upstream.silent', '0.25', '0.25'])
})

test('a caller who leaves a call under way pays for it', async () => {
  const { accountId, key } = await gateway.account()
  const started = slowUpstream.started()
  const leaving = new AbortController()
  const options = { key, headers: { 'x-gateway-provider': 'live' }, method: 'POST', signal: leaving.signal }
  const call = gateway.call('/v1/proxy/slow/things/one', options).catch(() => 'left')
  await until(() => slowUpstream.started() > started)
  leaving.abort()
  assert.equal(await call, 'left')
  assert.equal((await bookedOf(accountId, true)).cost, '0.25')
})

for (const status of [400, 401, 404, 409, 429, 500, 503])
  test(`an answer with status ${status} costs nothing`, async () => {
    // the provider, which may be a gateway itself, names a cost of its own
    const { cost, booked, ...answer } = await ask({ path: `things/${status}`, method: 'POST' })
    assert.deepEqual([answer.status, cost, booked], [status, null, '0'])
  })

test('an embedded answer is free, unless the operator says otherwise', async () => {
  const free = await ask({ provider: 'embedded' })
  assert.deepEqual([free.status, free.cost, free.booked], [200, null, '0'])
  await world.price('keyed', 'thing', '0.5', true)
  const paid = await ask({ slug: 'keyed', provider: 'embedded' })
  assert.deepEqual([paid.status, paid.cost, paid.booked], [200, '0.5', '0.5'])
})

test('a call in a sandbox costs nothing, also where embedded answers have a price', async () => {
  await world.price('keyed', 'findThings', '0.5', true)
  const own = gateway.account()
  const { key } = await own
  const json = { 'content-type': 'application/json' }
  const made = await gateway.call('/v1/me/sandboxes', { method: 'POST', key, headers: json, body: '{"name":"ci"}' })
  assert.equal(made.status, 201)
  const asked = { slug: 'keyed', path: 'things?name=one', headers: { 'x-gateway-sandbox': 'ci' } }
  const { status, cost, booked } = await ask({ ...asked, provider: 'embedded' }, own)
  assert.deepEqual([status, cost, booked], [200, null, '0'])
})

test('whatever is refused before the provider is reached costs nothing', async () => {
  const none = { perMinute: null, perDay: null, usdPerDay: null }
  const limited = async (limits: Partial<KeyLimits>) => keyOf((await own).accountId, { limits: { ...none, ...limits } })
  const own = gateway.account()
  const cases: readonly (readonly [string, Asked])[] = [
    ['key.invalid', { key: 'gh_live_nothing' }],
    ['endpoint.unknown', { path: 'nothing' }],
    ['method.unknown', { method: 'DELETE' }],
    ['key.minute', { key: await limited({ perMinute: 0 }) }],
    ['key.day', { key: await limited({ perDay: 0 }) }],
    ['budget.spent', { key: await limited({ usdPerDay: '0.24' }) }],
    ['input.invalid', { path: 'things/one?depth=99' }],
    ['call.timeout', { headers: { 'x-gateway-timeout': 'soon' } }],
    ['provider.unknown', { headers: { 'x-gateway-provider': 'nobody' } }],
    ['provider_key.missing', { slug: 'keyed' }],
    ['upstream.unreachable', { slug: 'away' }],
  ]
  for (const [code, asked] of cases) {
    const answer = await ask(asked, own)
    if (code !== 'call.timeout') assert.equal(answer.code, code)
    assert.deepEqual([answer.cost, answer.booked], [null, '0'], code)
  }
  assert.deepEqual(await world.spentOf('key'), { spent: '0', held: '0' })
})

test('an open circuit costs nothing', async () => {
  const own = gateway.account()
  const codes = new Set<string>()
  for (let made = 0; made < 30 && !codes.has('upstream.circuit_open'); made++)
    codes.add(String((await ask({ slug: 'failing', method: 'POST' }, own)).code))
  assert.ok(codes.has('upstream.circuit_open') && failing >= 10)
  const refused = await ask({ slug: 'failing' }, own)
  assert.deepEqual([refused.code, refused.cost, refused.booked], ['upstream.circuit_open', null, '0'])
})

test('a rehearsal costs nothing, and the call of an agent its price', async () => {
  const { accountId } = await gateway.account()
  const key = await keyOf(accountId, { agent: 'write' })
  const write = { operation: 'small.addByPath', arguments: { id: 'one' }, provider: 'live' }
  await callTool(gateway, 'call_write', { ...write, rehearse: true }, { key })
  assert.equal((await bookedOf(accountId, false)).cost, '0')
  await callTool(
    gateway,
    'call_read',
    { operation: 'small.thing', arguments: { id: 'one' }, provider: 'live' },
    { key },
  )
  assert.equal((await bookedOf(accountId, true)).cost, '0.25')
})

test('a WebSocket session costs its price once it is open, and a refused one nothing', async (t) => {
  const { accountId, key } = await gateway.account()
  const at = (path: string) => `${gateway.baseUrl}/v1/proxy/sockets/${path}`
  assert.equal((await refusedSocket(at('refused?status=403'), { key })).status, 403)
  assert.equal((await bookedOf(accountId, false)).cost, '0')
  const session = await openSocket(t, at('echo/hall'), { key })
  assert.equal(session.head.headers['x-gateway-cost'], '0.25')
  assert.equal((await bookedOf(accountId, true)).cost, '0.25')
})

test('a budget for models does not cover calls of other APIs', async () => {
  const { accountId, key } = await gateway.account()
  const [models, all] = [
    await world.budget({ account: accountId, model: '*', amount: dollar / 100n }),
    await world.budget({ account: accountId, amount: dollar }),
  ]
  await new Promise((resolve) => setTimeout(resolve, 2100))
  const own = Promise.resolve({ accountId, key, keyId: '' })
  const statuses = []
  for (let made = 0; made < 5; made++) statuses.push((await ask({}, own)).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 402])
  assert.equal((await world.spentOf(models)).spent, '0')
  assert.deepEqual(await world.spentOf(all), { spent: '1', held: '0' })
})
