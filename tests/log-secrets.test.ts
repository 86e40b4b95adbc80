// No secret in the log, whatever callers, providers and the operator do: every kind of key is sent through every
// channel, at the most verbose level. Nor is one readable in the database.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeKey } from '../packages/gateway/src/account/keys/key-format.ts'
import { createLog } from '../packages/gateway/src/process/log.ts'
import { Secret } from '../packages/gateway/src/process/secret.ts'
import { openGateway } from './harness/open-gateway.ts'
import { newFolder } from './harness/program.ts'
import { exchange, lines } from './harness/raw-http.ts'
import { openUpstream } from './harness/upstream.ts'

/** Secrets by kind; each is a string that occurs nowhere else. */
const fixture = (name: string) => `${name}-${randomBytes(18).toString('base64url')}`
const adminKey = fixture('operator')
const masterKey = randomBytes(32).toString('base64')
const redisPassword = fixture('redis')
const providerKey = fixture('provider')
const otherProviderKey = fixture('refused')
const callersOwnKey = fixture('callers-own')
const unknownKey = makeKey('gh_live', randomBytes)
const brokenKey = `${unknownKey.slice(0, -3)}abc`

const dataDir = newFolder({ after })
const upstream = await openUpstream({ after }, (request, response) => {
  const echo = `${request.url} ${JSON.stringify(request.headers)} ${request.body}`
  if (request.url.includes('cut')) response.destroy()
  else if (request.url.includes('nonsense')) response.socket?.end(`no HTTP at all ${echo}\r\n\r\n`)
  else if (request.url.includes('forbidden')) response.writeHead(403, { 'x-echo': encodeURI(echo) }).end(echo)
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ echo }))
})
const gateway = await openGateway(
  { after },
  {
    dataDir,
    upstreams: {
      ...Object.fromEntries(['translation', 'newspaper-books', 'address-lookup'].map((slug) => [slug, upstream.url])),
      'college-football': await deadAddress(),
    },
    environment: {
      GATEHOUSE_ADMIN_KEY: adminKey,
      GATEHOUSE_MASTER_KEY: masterKey,
      GATEHOUSE_REDIS_URL: `redis://:${redisPassword}@127.0.0.1:${new URL(await deadAddress()).port}`,
    },
  },
)
const account = await gateway.account()
const secrets: Readonly<Record<string, string>> = {
  'the operator key': adminKey,
  'the master key': masterKey,
  'the password of Redis': redisPassword,
  'a provider key': providerKey,
  'a provider key that was refused': otherProviderKey,
  "a caller's own provider key": callersOwnKey,
  'a gateway key': account.key,
  'the demo key': gateway.key,
  'a market key': gateway.firstRun?.marketKey ?? '',
  'an unknown key': unknownKey,
  'a key with a wrong checksum': brokenKey,
}

test('no secret reaches the log by any path through the gateway, and every line is JSON', async () => {
  const count = (await operatorCalls()) + (await selfServiceCalls()) + (await goodAndBadCalls()) + (await rawRequests())
  assert.ok(count > 60, String(count))
  const calls = gateway.logged.filter((line) => line.includes('"requestId"'))
  assert.ok(calls.length > 50, `only ${calls.length} lines of calls: nothing was logged`)
  for (const line of gateway.logged) {
    assert.match(line, /^[^\n]+\n$/)
    const entry = JSON.parse(line)
    assert.equal(typeof entry.msg, 'string')
    assert.ok(['debug', 'info', 'warn', 'error'].includes(entry.level), line)
    assert.ok(!Number.isNaN(Date.parse(entry.time)), line)
    for (const [what, secret] of Object.entries(secrets)) assertWithout(line, what, secret)
  }
  const codes = new Set(calls.map((line) => JSON.parse(line).code))
  for (const code of expectedCodes) assert.ok(codes.has(code), `no call ended in ${code}, which this test needs`)
  const received = JSON.stringify(upstream.received)
  for (const secret of [providerKey, callersOwnKey]) assert.ok(received.includes(secret), 'the provider got its key')
})

test('a failed call is logged with what an operator needs to find it', async () => {
  const answer = await gateway.call('/v1/proxy/college-football/conferences', { key: account.key })
  const { meta } = JSON.parse(await answer.text())
  const entry = JSON.parse(gateway.logged.findLast((line) => line.includes(meta.requestId)) ?? '{}')
  const { level, code, listing, endpoint, accountId, keyId, status, provider } = entry
  assert.deepEqual(
    { level, code, listing, endpoint, accountId, keyId, status, provider },
    {
      ...{ level: 'warn', code: 'upstream.unreachable', listing: 'college-football', endpoint: 'conferences' },
      ...{ accountId: account.accountId, keyId: account.keyId, status: 502, provider: 'live' },
    },
  )
})

test('no secret is readable in the database', async () => {
  await operatorCalls()
  await gateway.call('/v1/proxy/translation/v2/usage', { key: account.key })
  await gateway.components.meter.flush()
  await gateway.components.keys.flush()
  const files = readdirSync(dataDir).filter((name) => name.startsWith('gatehouse.db'))
  assert.ok(files.length > 0)
  for (const name of files) {
    const bytes = readFileSync(join(dataDir, name)).toString('latin1')
    for (const [what, secret] of Object.entries(secrets)) assertWithout(bytes, `${what} in ${name}`, secret)
  }
})

/** The members that are never printed. A name may be added here and in log.ts; none may be removed. */
const redacted = ['key', 'secret', 'password', 'token', 'authorization', 'cookie', 'headers']

for (const name of redacted) {
  test(`the log omits a member ${name}, at the top and one level down`, () => {
    const written: string[] = []
    const log = createLog('debug', (line) => void written.push(line))
    const value = name === 'headers' ? { 'x-anything': providerKey } : providerKey
    log.info('one', { [name]: value })
    log.warn('two', { request: { [name]: value } })
    log.error('three', { [name]: [value] })
    log.call({ [name]: value })
    assert.equal(written.length, 4)
    for (const line of written) {
      assert.ok(!line.includes(providerKey), line)
      assert.match(line, /\[secret\]/)
    }
  })
}

test('the log masks a Secret, and a key of the gateway whatever its member is called', () => {
  const written: string[] = []
  const log = createLog('debug', (line) => void written.push(line))
  log.info(`a message with ${account.key}`, { harmless: new Secret(providerKey), deep: [{ text: `x${account.key}x` }] })
  log.error(`failed with ${secrets['a market key']}`, { err: new Error(`no such key: ${unknownKey}`) })
  for (const secret of Object.values(secrets)) assert.ok(!written.join('').includes(secret))
  assert.match(written.join(''), /\[secret\].*\[key\]/s)
})

function assertWithout(text: string, what: string, secret: string): void {
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')]
  for (const form of forms) assert.ok(!text.includes(form), `${what}: ${text.slice(0, 500)}`)
}

const ownKeyApis = ['translation', 'newspaper-books', 'college-football']
const jsonBody = { 'content-type': 'application/json' }

async function operatorCalls(): Promise<number> {
  const operate = (path: string, init: RequestInit = {}, key = adminKey) =>
    fetch(`${gateway.baseUrl}/v1/admin${path}`, { ...init, headers: { ...jsonBody, 'x-gateway-admin-key': key } })
  const put = (text: string) => ({ method: 'PUT', body: JSON.stringify({ key: text }) })
  const answers = [
    ...ownKeyApis.map((slug) => operate(`/accounts/${account.accountId}/provider-keys/${slug}`, put(providerKey))),
    operate(`/accounts/${account.accountId}/provider-keys/translation/verify`, { method: 'POST' }),
    operate(`/accounts/${account.accountId}/provider-keys/randomness`, put(otherProviderKey)),
    operate(`/accounts/${account.accountId}/provider-keys/${otherProviderKey}`, put(otherProviderKey)),
    operate(`/accounts/nobody/provider-keys/translation`, put(otherProviderKey)),
    operate(`/accounts/${account.accountId}/provider-keys/translation`, put(`${otherProviderKey}\r\nx: y`)),
    operate('/accounts', { method: 'POST', body: `{"name":"${otherProviderKey}` }),
    operate('/keys', {
      method: 'POST',
      body: JSON.stringify({ account: account.accountId, surface: providerKey, name: adminKey }),
    }),
    operate(`/keys/${account.key}`),
    operate('/accounts', {}, `${adminKey}x`),
    operate('/accounts', {}, account.key),
    operate(`/accounts?after=${adminKey}`),
  ]
  return drained(answers)
}

async function selfServiceCalls(): Promise<number> {
  const me = (path: string, init: RequestInit = {}) =>
    gateway.call(`/v1/me${path}`, { ...init, key: account.key, headers: jsonBody })
  const answers = [
    me('/provider-keys'),
    me('/provider-keys/translation', { method: 'PUT', body: JSON.stringify({ key: providerKey }) }),
    me('/provider-keys/translation', { method: 'PUT', body: JSON.stringify({ key: { text: otherProviderKey } }) }),
    me('/provider-keys/translation', { method: 'PUT', body: JSON.stringify({ secret: otherProviderKey }) }),
    me('/provider-keys/translation', { method: 'PUT', body: otherProviderKey }),
    me('/provider-keys/translation/verify', { method: 'POST' }),
  ]
  return drained(answers)
}

/** Every way in which calls must have ended, so that each could have leaked into the log. */
const expectedCodes = [
  ...['key.invalid', 'input.invalid', 'api.unknown', 'endpoint.unknown', 'provider.unknown', 'provider_key.refused'],
  ...['thing.unknown', 'thing.conflict', 'upstream.unreachable', 'upstream.cut', 'upstream.invalid'],
]

/** Each key in each part of a call, to APIs that fail in each way. */
async function goodAndBadCalls(): Promise<number> {
  const ways = ['', '?way=forbidden', '?way=cut', '?way=nonsense']
  const paths = [
    ...ways.map((way) => `/v1/proxy/translation/v2/usage${way}`),
    ...ways.map((way) => `/v1/proxy/newspaper-books/lists/best-sellers/history.json${way}`),
    '/v1/proxy/college-football/conferences',
    `/v1/proxy/address-lookup/addresses?api_key=${callersOwnKey}&query=8`,
    '/v1/proxy/nothing/at/all',
  ]
  const answers: Promise<Response>[] = []
  const live = { 'x-gateway-provider': 'live' }
  for (const path of paths) {
    answers.push(gateway.call(path, { key: account.key, headers: live }))
    for (const key of [unknownKey, brokenKey, providerKey, secrets['a market key'] ?? ''])
      answers.push(gateway.call(path, { key }))
  }
  for (const key of [account.key, unknownKey]) {
    const and = (path: string) => `${path}${path.includes('?') ? '&' : '?'}api-key=${key}&api_key=${key}`
    for (const path of paths) answers.push(gateway.call(and(path), { key: null }))
    const bearer = { headers: { ...live, authorization: `Bearer ${key}`, cookie: `key=${key}` }, key: null }
    answers.push(gateway.call('/v1/proxy/translation/v2/usage', bearer))
    answers.push(gateway.call(`/v1/proxy/randomness/${key}`))
    answers.push(gateway.call(`/v1/proxy/${key}/dice`))
    answers.push(gateway.call(`/v1/proxy/randomness/dice?count=${key}&${key}=1`))
    answers.push(gateway.call('/v1/proxy/randomness/bool', { headers: { 'x-request-id': key } }))
    answers.push(
      gateway.call('/v1/proxy/randomness/bool', { headers: { 'x-gateway-provider': key, 'x-gateway-timeout': key } }),
    )
    const body = JSON.stringify({ text: [key, providerKey], target_lang: 7 })
    answers.push(
      gateway.call('/v1/proxy/translation/v2/translate', { key: account.key, method: 'POST', headers: jsonBody, body }),
    )
    const form = new URLSearchParams({ key, text: providerKey })
    answers.push(gateway.call('/v1/proxy/translation/v2/translate', { key: account.key, method: 'POST', body: form }))
  }
  return drained(answers)
}

/** Input that is not HTTP, with keys in it. */
async function rawRequests(): Promise<number> {
  const requests = [
    lines('GET /v1/proxy/randomness/bool HTTP/1.1', 'host: a', 'host: b', `x-gateway-key: ${account.key}`, '', ''),
    lines(`GET /${account.key} with spaces HTTP/1.1`, 'host: a', '', ''),
    lines('GET / HTTP/1.1', 'host: a', `x-gateway-key ${account.key}`, '', ''),
    lines('GET / HTTP/1.1', 'host: a', ...Array.from({ length: 120 }, () => `x-gateway-key: ${account.key}`), '', ''),
    lines('GET / HTTP/1.1', 'host: a', `x-long: ${providerKey.repeat(1000)}`, '', ''),
  ]
  for (const request of requests) await exchange({ after }, gateway.baseUrl, request)
  return requests.length
}

async function drained(answers: readonly Promise<Response>[]): Promise<number> {
  for (const answer of answers) await (await answer).arrayBuffer()
  return answers.length
}

async function deadAddress(): Promise<string> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
