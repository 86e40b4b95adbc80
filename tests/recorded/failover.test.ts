// Which answer comes when the provider fails: a kept one, an embedded one or the failure, in each mode, for reads and
// for writes.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { parseItem } from 'structured-headers'
import { anyObject, defineApi, defineProvider, get, hosted, keyless, post, reply } from '#define'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'
import { keyedApis, keySchemes } from '../harness/keyed-apis.ts'
import { openUpstream, sendJson, type Upstream } from '../harness/upstream.ts'
import { openRecorder, type Recorder } from './recorder.ts'

interface Outage {
  /** The provider's behaviour; undefined where nobody listens. */
  readonly does: ((response: ServerResponse) => void) | undefined
  /** Status and code of the failure that the caller gets; undefined for an answer that breaks off. */
  readonly fails: readonly [status: number, code: string] | undefined
  /** Code of the failure that another answer replaces. */
  readonly reason: string | undefined
}
const json = { 'content-type': 'application/json' }
const status = (code: number): Outage => ({
  does: (response) => sendJson(response, { down: true }, { status: code }),
  fails: [code, 'provider.failed'],
  reason: 'upstream.failed',
})
const outages: Readonly<Record<string, Outage>> = {
  refused: { does: undefined, fails: [502, 'upstream.unreachable'], reason: 'upstream.unreachable' },
  slow: { does: () => {}, fails: [504, 'upstream.silent'], reason: 'upstream.silent' },
  'cut-in-head': {
    does: (response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-ty'),
    fails: [502, 'upstream.cut'],
    reason: 'upstream.cut',
  },
  'cut-in-body': {
    does: (response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' })
      response.write('{"half', () => response.socket?.destroy())
    },
    fails: undefined,
    reason: undefined,
  },
  'status-502': status(502),
  'status-503': status(503),
  'status-504': status(504),
  'circuit-open': { does: undefined, fails: [503, 'upstream.circuit_open'], reason: 'upstream.circuit_open' },
}

/** Returns the operations of a provider; only one that is silent gets little time. */
const endpointsOf = (slug: string) => {
  const common = { returns: anyObject(), ...(slug === 'slow' && { limits: { firstByteMs: 400 } }) }
  return {
    read: get('/read/{id}', 'A read', common),
    search: post('/search/{id}', 'A read by another method', { ...common, effect: 'read' }),
    write: post('/write/{id}', 'A change', common),
  }
}

function apiOf(slug: string, upstream: string): LoadedApi {
  const endpoints = endpointsOf(slug)
  const api = defineApi({ slug, title: slug, summary: 'x', surface: hosted, auth: keyless, upstream, endpoints })
  const sample = () => reply({ made: 'up' }, { headers: { 'x-gateway-sample': 'true' } })
  const provider = defineProvider(api, () => ({ read: sample, search: sample, write: sample }))
  return { api, provider, live: {}, examples: {} }
}

interface World {
  readonly recorder: Recorder
  /** Lets all providers fail from now on. */
  fail(): Promise<void>
  /** Opens the circuit of the provider that is for this, and closes those that failures have opened. */
  setCircuit(slug: string): void
}

async function openWorld(t: Parameters<typeof openUpstream>[0]): Promise<World> {
  let isDown = false
  const servers = new Map<string, Upstream>()
  for (const [name, { does }] of Object.entries(outages))
    servers.set(
      name,
      await openUpstream(t, (request, response) => {
        if (isDown && does) does(response)
        else sendJson(response, { of: request.url })
      }),
    )
  const apis = [...servers].map(([name, { url }]) => apiOf(name, url))
  const recorder = await openRecorder(t, { apis })
  return {
    recorder,
    async fail() {
      isDown = true
      for (const [name, { does }] of Object.entries(outages)) if (!does) await servers.get(name)?.close()
    },
    setCircuit(slug) {
      const origin = servers.get(slug)?.url
      if (origin === undefined) return
      const circuit = recorder.gateway.components.pools.circuit(slug, origin)
      circuit.succeeded()
      for (let count = 0; slug === 'circuit-open' && count < 10; count++) circuit.failed()
    },
  }
}

/** The result of a call in a word: who answered and why, or the failure. */
async function outcome(asked: Promise<Response>): Promise<string> {
  try {
    const response = await asked
    const text = await response.text()
    const answer = response.headers.get('x-gateway-answer')
    if (answer !== null) {
      const [word, details] = parseItem(answer)
      return [response.status, String(word), details.get('reason') ?? ''].join(' ').trim()
    }
    const code = /"code":"([\w.]+)"/.exec(text)?.[1] ?? ''
    return `${response.status} ${response.headers.get('x-gateway-provider')} ${code}`.trim()
  } catch {
    return 'cut'
  }
}

const post1 = { method: 'POST' }
const paths = {
  read: (slug: string, id: string): Asked => [`/v1/proxy/${slug}/read/${id}`],
  search: (slug: string, id: string): Asked => [`/v1/proxy/${slug}/search/${id}`, post1],
  write: (slug: string, id: string): Asked => [`/v1/proxy/${slug}/write/${id}`, post1],
}
type Asked = [path: string, init?: RequestInit]

test('a table of which answer comes in which failure', async (t) => {
  const { recorder, fail, setCircuit } = await openWorld(t)
  const slugs = Object.keys(outages)
  const each = (work: (slug: string, outage: Outage) => Promise<void>) =>
    Promise.all(Object.entries(outages).map(([slug, outage]) => work(slug, outage)))
  const seen: Record<string, string> = {}
  const expected: Record<string, string> = {}
  const ask = async (title: string, slug: string, call: readonly [string, RequestInit?], wanted: string) => {
    const id = `${slug}: ${title}`
    setCircuit(slug)
    seen[id] = await outcome(recorder.ask(...call))
    expected[id] = wanted
  }
  const failure = ({ fails }: Outage): string => {
    if (!fails) return 'cut'
    const [code, name] = fails
    return `${code} live ${name}`
  }
  for (const slug of slugs) {
    await recorder.choose(slug, { provider: 'live', answers: 'record', writes: true })
    for (const path of Object.values(paths)) {
      const [address, init] = path(slug, 'kept')
      assert.equal((await recorder.ask(address, init)).status, 200)
    }
  }
  await fail()
  for (const mode of ['live', 'record'] as const)
    await each(async (slug, outage) => {
      await recorder.choose(slug, { answers: mode })
      for (const [kind, path] of Object.entries(paths))
        await ask(`${mode} ${kind}`, slug, path(slug, 'kept'), failure(outage))
    })
  await each(async (slug, outage) => {
    await recorder.choose(slug, { answers: 'replay' })
    for (const [kind, path] of Object.entries(paths)) {
      await ask(`replay ${kind}`, slug, path(slug, 'kept'), '200 replay')
      await ask(`replay ${kind} of nothing`, slug, path(slug, 'other'), '501 replay replay.missing')
    }
    await recorder.choose(slug, { answers: 'fill', writes: true })
    await ask('fill read', slug, paths.read(slug, 'kept'), '200 replay')
    await ask('fill read of nothing', slug, paths.read(slug, 'other'), failure(outage))
    await recorder.choose(slug, { answers: 'fill', writes: false })
    await ask('fill write', slug, paths.write(slug, 'kept'), failure(outage))

    await recorder.choose(slug, { answers: 'failover' })
    const { reason } = outage
    const replaced = (by: string) => (reason === undefined ? 'cut' : `200 ${by} ${reason}`)
    for (const kind of ['read', 'search'] as const) {
      await ask(`failover ${kind}`, slug, paths[kind](slug, 'kept'), replaced('replay'))
      await ask(`failover ${kind} of nothing`, slug, paths[kind](slug, 'other'), failure(outage))
    }
    await ask('failover write', slug, paths.write(slug, 'kept'), failure(outage))
    const [path] = paths.read(slug, 'kept')
    await ask('failover refused', slug, [path, { headers: { 'x-gateway-answers': 'live' } }], failure(outage))
    await recorder.choose(slug, { sample: true })
    await ask('failover with sample', slug, paths.read(slug, 'other'), replaced('embedded'))
    await ask('failover with sample, kept', slug, paths.read(slug, 'kept'), replaced('replay'))
    await ask('failover write with sample', slug, paths.write(slug, 'other'), failure(outage))
  })
  assert.deepEqual(seen, expected)

  const health = (await (await recorder.ask('/v1/me/health')).json()) as {
    listings: { slug: string; replay: { calls: number; failed: number } | null }[]
  }
  const counted = health.listings.find(({ slug }) => slug === 'refused')?.replay
  assert.ok(counted && counted.calls > counted.failed, 'health hides what was replayed')
  for (const code of new Set(Object.values(outages).flatMap(({ reason }) => reason ?? []))) {
    const errors = await recorder.ask(`/v1/me/errors?code=${code}`)
    const { errors: groups } = (await errors.json()) as { errors: { provider: string; status: number }[] }
    const replaced = groups.filter(({ provider, status }) => provider === 'replay' && status === 200)
    assert.ok(replaced.length > 0, `what fails hides ${code}`)
  }
})

test('a token server that gives no token is an outage; one that refuses the client is none', async (t) => {
  const token = { access_token: 'tk-0123456789abcdef', token_type: 'Bearer', expires_in: 3600 }
  let answerToken = (response: ServerResponse): unknown => sendJson(response, token)
  const tokenServer = await openUpstream(t, (_request, response) => void answerToken(response))
  const upstream = await openUpstream(t, ({ url }, response) => sendJson(response, { url }))
  const schemes = keySchemes(tokenServer.url)
  const apis = keyedApis(upstream.url, { client: schemes.client })
  const recorder = await openRecorder(t, { apis, tokenTimeoutMs: 300 })
  const { ask, choose, exported } = recorder
  const path = '/v1/proxy/client/things'
  let keys = 0
  /** Stores another key, for which there is no token yet. */
  const storeNext = async () => {
    const parts = { ...schemes.client.stored.parts, client_secret: `cs-0123456789-${++keys}` }
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'PUT', headers, body: JSON.stringify({ parts }) }
    assert.equal((await ask('/v1/me/provider-keys/client', init)).status, 200)
  }
  await storeNext()
  await choose('client', { provider: 'live', answers: 'record' })
  assert.equal(await outcome(ask(path)), '200 live')
  assert.equal((await exported()).length, 1)
  await choose('client', { answers: 'failover' })
  const outcomes: Record<string, string[]> = {}
  const askBoth = async (name: string) => {
    await storeNext()
    outcomes[name] = [await outcome(ask(path)), await outcome(ask(`${path}?other=1`))]
  }
  answerToken = (response) => sendJson(response, { error: 'invalid_client' }, { status: 401 })
  await askBoth('refuses')
  answerToken = (response) => sendJson(response, {}, { status: 503 })
  await askBoth('fails')
  answerToken = (response) => response.socket?.destroy()
  await askBoth('cuts')
  answerToken = () => undefined
  await askBoth('is silent')
  await tokenServer.close()
  await askBoth('is away')
  const refused = '403 live provider_key.token_refused'
  const replaced = ['200 replay upstream.no_token', '502 live upstream.no_token']
  const outages = { fails: replaced, cuts: replaced, 'is silent': replaced, 'is away': replaced }
  assert.deepEqual(outcomes, { refuses: [refused, refused], ...outages })
  assert.equal(upstream.received.length, 1)
})
