// Every declared endpoint of every hosted API, called through a real gateway with a stand-in for its provider, on each
// database: one loop, nothing about any one API. What embedded providers answer is in every-embedded.test.ts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { present } from '#define/present'
import { type Auth, type Example, isRaw, type KeyPlace, type OwnKey, paramInfoOf, pathNames } from '#define/reflect'
import { checkOf } from '#derive'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import {
  type EveryEndpoint,
  type ExampleCall,
  everyEndpoint,
  exampleCall,
  withoutCredentials,
} from './harness/every-endpoint.ts'
import { pathOf, searchOf } from './harness/example-call.ts'
import { type OpenGateway, openGateway } from './harness/open-gateway.ts'
import { eachStore } from './harness/services.ts'
import { assertNotShared } from './harness/shared-cache.ts'
import { echoHeader, openStandIn, type StandIn, sentBy, statusOf } from './harness/stand-in.ts'
import type { Received } from './harness/upstream.ts'

/** Has to be escaped in a query, and is too long to occur by chance. */
const providerKey = 'pk/Every+Endpoint=8cH2mQ7vT1'
/** The number of endpoints in the specification of the hosted APIs. */
const inventoryCount = 306

const inventory: { apis: object } = JSON.parse(readFileSync(new URL('./inventory.json', import.meta.url), 'utf8'))
const loaded = await loadApis()
/** Public endpoints know no account, so they are never live; embedded they are called in every-embedded.test.ts. */
const endpoints = everyEndpoint(loaded, 'hosted').filter(({ endpoint }) => endpoint.public !== true)

await eachStore('every endpoint', (database) =>
  // inside the suite of the database, so that the gateway is stopped before its database is dropped
  describe('answered live', () => {
    const closing: (() => unknown)[] = []
    const called = new Set<string>()
    let standIn: StandIn
    let gateway: OpenGateway
    /** An account with a stored key for each API, and one without any. */
    let holder: { key: string }
    let bare: { key: string }
    let refusals: Promise<Map<EveryEndpoint, Refusal>>

    before(async () => {
      const t = { after: (close: () => unknown) => void closing.unshift(close) }
      standIn = await openStandIn(t, loaded)
      const { url, dataDir } = database.target
      gateway = await openGateway(t, {
        dataDir,
        apis: loaded,
        upstreams: standIn.bases,
        ...(url === undefined ? {} : { environment: { GATEHOUSE_DATABASE_URL: url } }),
      })
      const account = await gateway.account()
      for (const { api } of loaded)
        if (api.auth.kind === 'own') await gateway.storeKey(account.accountId, api.slug, providerKey)
      holder = account
      bare = await gateway.account()
      refusals = refusalsOf(gateway)
    })
    after(async () => {
      for (const close of closing) await close()
    })

    for (const entry of endpoints) {
      const { title, api, endpoint, example, auth } = entry
      test(`${title} refuses a call without a key`, async () => {
        const refusal = (await refusals).get(entry)
        assert.deepEqual([refusal?.status, refusal?.code], [401, 'key.invalid'])
      })

      if (auth.kind === 'own' && !auth.optional)
        test(`${title} without a stored provider key explains how to store one`, async () => {
          const before = standIn.received.length
          const { path, init } = exampleCall(entry, withoutCredentials(entry))
          const response = await gateway.call(path, { ...init, key: bare.key })
          const { error } = await bodyOf(response)
          assert.deepEqual([response.status, error?.code], [403, 'provider_key.missing'])
          assert.ok(
            error?.message.includes(`${gateway.baseUrl}/v1/me/provider-keys/${entry.listing}`),
            'the message does not explain how',
          )
          assert.equal(standIn.received.length, before, 'something was forwarded')
        })

      test(`${title} forwards its example and returns the answer`, async () => {
        standIn.prefer(entry.id)
        const before = standIn.received.length
        const { path, init } = withOwnKey(exampleCall(entry), entry)
        const headers = { ...init.headers, ...unwanted, ...wantsLive(auth) }
        const response = await gateway.call(path, { ...init, headers, key: holder.key })
        const bytes = Buffer.from(await response.arrayBuffer())
        assert.equal(response.status, statusOf(endpoint), bytes.toString())
        assert.equal(response.headers.get('x-gateway-provider'), 'live')
        assertNotShared(response, title)

        const received = standIn.received.slice(before)
        assert.equal(received.length, 1)
        for (const request of received) {
          checkRequest(request, entry)
          checkSecrets(request, { auth, gatewayKey: holder.key })
          if (init.body !== undefined) assert.deepEqual(request.body, init.body)
          if (init.body !== undefined) assert.equal(request.headers['content-type'], init.headers['content-type'])
        }
        checkAnswer(bytes, entry)
        const head = [...response.headers].flat().join('\n')
        assert.ok(head.includes(echoHeader), 'the stand-in said nothing back')
        assert.deepEqual(
          formsOf(providerKey).filter((form) => head.includes(form) || bytes.includes(form)),
          [],
        )
        called.add(title)
      })

      if (!isRaw(endpoint.returns) && statusOf(endpoint) < 300)
        test(`${title} answers in the other envelope on request`, async () => {
          standIn.prefer(entry.id)
          const { path, init } = exampleCall(entry)
          const envelope = api.envelope === 'data' ? 'raw' : 'data'
          const headers = { ...init.headers, ...wantsLive(auth), 'x-gateway-envelope': envelope }
          const response = await gateway.call(path, { ...init, headers, key: holder.key })
          const body: unknown = await response.json()
          assert.deepEqual(body, envelope === 'data' ? { data: example.output } : example.output)
        })
    }

    test('no line of the log holds a provider key or a gateway key', () => {
      assert.ok(gateway.logged.length >= endpoints.length, 'calls were not logged')
      const keys = [providerKey, holder.key, bare.key].flatMap(formsOf)
      assert.deepEqual(
        gateway.logged.filter((line) => keys.some((form) => line.includes(form))),
        [],
      )
    })

    test(`every declared endpoint was called, and the ${inventoryCount} of the specification are among them`, () => {
      assert.deepEqual(
        endpoints.map(({ title }) => title).filter((title) => !called.has(title)),
        [],
      )
      const ofInventory = endpoints.filter(({ listing, api, endpoint }) => {
        return api.slug in inventory.apis && listing === api.slug && endpoint.beyond !== true
      })
      assert.equal(ofInventory.length, inventoryCount)
    })
  }),
)

/** Headers that a caller's browser or proxy may send and no provider may see. */
const unwanted = {
  cookie: 'session=caller-cookie',
  'x-forwarded-for': '198.51.100.7',
  forwarded: 'for=198.51.100.7',
  'x-real-ip': '198.51.100.7',
}
const unwantedTexts = ['caller-cookie', '198.51.100.7', 'gh_live_', 'own-key-of-caller']

/** The call with the caller's own key wherever the provider would look for one. */
function withOwnKey({ path, init }: ExampleCall, { auth, endpoint }: EveryEndpoint): ExampleCall {
  // in a path, the example names a key of the caller, which is forwarded
  if (auth.kind !== 'own' || placeOf(auth).in === 'path') return { path, init }
  const credentials = Object.entries(endpoint.params).filter(([, shape]) => paramInfoOf(shape).credential)
  const inHeader = credentials.filter(([, shape]) => paramInfoOf(shape).in === 'header').map(([name]) => name)
  const inQuery = credentials.filter(([, shape]) => paramInfoOf(shape).in !== 'header').map(([name]) => name)
  ;(placeOf(auth).in === 'header' ? inHeader : inQuery).push(placeOf(auth).name)
  const headers = Object.fromEntries([...inHeader, ...auth.also].map((name) => [name, 'Bearer own-key-of-caller']))
  const search = inQuery.map((name) => `${encodeURIComponent(name)}=own-key-of-caller`)
  const separator = search.length === 0 ? '' : path.includes('?') ? '&' : '?'
  return { path: path + separator + search.join('&'), init: { ...init, headers: { ...init.headers, ...headers } } }
}

/** The one place of a key: no built-in API has more. */
function placeOf({ places }: OwnKey): KeyPlace {
  assert.equal(places.length, 1)
  return present(places[0])
}

/** A stored key makes calls live by itself; a keyless API needs the header. */
function wantsLive(auth: Auth): Record<string, string> {
  return auth.kind === 'own' ? {} : { 'x-gateway-provider': 'live' }
}

interface Refusal {
  readonly status: number
  readonly code: string | undefined
}

/** All calls without a key at once, because each refusal is padded to a fixed time. */
async function refusalsOf(gateway: OpenGateway): Promise<Map<EveryEndpoint, Refusal>> {
  const calls = endpoints.map(async (entry): Promise<[EveryEndpoint, Refusal]> => {
    const { path, init } = exampleCall(entry)
    const response = await gateway.call(path, { ...init, key: null })
    return [entry, { status: response.status, code: (await bodyOf(response)).error?.code }]
  })
  return new Map(await Promise.all(calls))
}

interface OwnError {
  readonly code: string
  readonly message: string
}

/** An answer of the gateway's; where a provider's own errors are a text, ours are beside it. */
async function bodyOf(response: Response): Promise<{ readonly error?: OwnError }> {
  const body = (await response.json()) as Record<'error' | 'gateway_error', OwnError | string | undefined>
  const error = typeof body.error === 'string' ? body.gateway_error : body.error
  return typeof error === 'object' ? { error } : {}
}

/** Path and query are those of the declaration, mapped to the provider's, and declared headers are forwarded. */
function checkRequest(request: Received, entry: EveryEndpoint): void {
  const expected = requestOf(entry)
  const url = new URL(request.url, 'http://provider')
  assert.equal(request.method, entry.endpoint.method)
  assert.equal(url.pathname, `/${entry.listing}${expected.path}`)
  assert.deepEqual([...url.searchParams].sort(), [...expected.query].sort())
  for (const [name, value] of Object.entries(expected.headers)) assert.equal(request.headers[name], value, name)
}

function requestOf(entry: EveryEndpoint) {
  const { id, endpoint, example, auth, live } = entry
  const { path: template = endpoint.path, rename = {}, drop = [] } = endpoint.upstream ?? {}
  const inKeyLocation = (location: string, name: string) =>
    auth.kind === 'own' &&
    ((placeOf(auth).in === location && placeOf(auth).name === name) ||
      (location === 'header' && auth.also.includes(name)))
  const pairs = [...new URLSearchParams(searchOf(endpoint, example))]
    .filter(([name]) => !drop.includes(name) && !inKeyLocation('query', name))
    .map(([name, value]): [string, string] => [rename[name] ?? name, value])
  if (auth.kind === 'own' && placeOf(auth).in === 'query') pairs.push([placeOf(auth).name, providerKey])
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(example.params ?? {})) {
    const shape = endpoint.params[name]
    const isHeader =
      shape !== undefined && paramInfoOf(shape).in === 'header' && !pathNames(endpoint.path).includes(name)
    if (isHeader && !inKeyLocation('header', name.toLowerCase())) headers[name.toLowerCase()] = String(value)
  }
  const expected = {
    path: pathOf({ ...endpoint, path: template }, withStoredKey(example, auth)),
    query: new URLSearchParams(pairs),
    headers,
  }
  const sent = exampleCall(entry).init.headers['content-type']
  if (sent !== undefined) headers['content-type'] = sent
  live[id]?.request?.(expected)
  return expected
}

/** The word for the stored key in a path is replaced by that key. */
function withStoredKey(example: Example, auth: Auth): Example {
  if (auth.kind !== 'own' || auth.standIn === undefined) return example
  const params = Object.entries(example.params ?? {}).map(([name, value]) => [
    name,
    value === auth.standIn ? providerKey : value,
  ])
  return { ...example, params: Object.fromEntries(params) }
}

/** The provider key is exactly where it is declared and nowhere else, and no key of the caller is forwarded. */
function checkSecrets(request: Received, { auth, gatewayKey }: { auth: Auth; gatewayKey: string }): void {
  const strings = [request.url, ...request.rawHeaders, request.body.toString('latin1')]
  for (const secret of [...unwantedTexts, gatewayKey])
    assert.deepEqual(
      strings.filter((text) => text.includes(secret)),
      [],
      `${secret} reached the provider`,
    )
  const matches = strings.filter((text) => formsOf(providerKey).some((form) => text.includes(form)))
  assert.deepEqual(matches, placesOf(request, auth))
}

function placesOf(request: Received, auth: Auth): string[] {
  if (auth.kind !== 'own') return []
  if (auth.standIn !== undefined) return request.url.includes(encodeURIComponent(providerKey)) ? [request.url] : []
  const place = placeOf(auth)
  if (place.in === 'header') {
    const value = request.headers[place.name]
    assert.equal(value, place.prefix + providerKey)
    return [place.prefix + providerKey]
  }
  if (place.in === 'query')
    assert.deepEqual(new URL(request.url, 'http://provider').searchParams.getAll(place.name), [providerKey])
  return [request.url]
}

/** A key in the encodings in which it could leak. */
function formsOf(key: string): string[] {
  return [key, encodeURIComponent(key), Buffer.from(key).toString('base64').replace(/=+$/, '')]
}

/** The answer is the example's: byte for byte where nothing changes it, and fitting what the endpoint declares. */
function checkAnswer(bytes: Buffer, entry: EveryEndpoint): void {
  const { id, endpoint, example, api, live } = entry
  const sent = sentBy(endpoint, example)
  const wraps = api.envelope === 'data' && !isRaw(endpoint.returns)
  if (!wraps && live[id]?.answer === undefined) assert.deepEqual(bytes, sent?.bytes ?? Buffer.alloc(0))
  if (isRaw(endpoint.returns)) return
  const body: unknown = JSON.parse(bytes.toString('utf8'))
  if (wraps) assert.deepEqual(Object.keys(Object(body)), ['data'])
  const result: unknown = wraps ? Reflect.get(Object(body), 'data') : body
  assert.deepEqual(result, example.output)
  if (endpoint.unimplemented === undefined) assert.deepEqual(checkOf(endpoint.returns, 'output')(result), [])
}
