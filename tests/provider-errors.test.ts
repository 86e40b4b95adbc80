// Every kind of error of the gateway, in every API: its own code and message, and what the provider's clients read.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import * as deepl from 'deepl-node'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { defineProvider, type Failure, fail } from '#define'
import { type LoadedApi, loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../packages/gateway/src/process/secret.ts'
import { type EveryEndpoint, everyEndpoint, exampleCall, withoutCredentials } from './harness/every-endpoint.ts'
import { type OpenGateway, openGateway } from './harness/open-gateway.ts'

type Body = Readonly<Record<string, unknown>>
interface Answered {
  readonly status: number
  readonly path: string
  readonly headers: Headers
  readonly body: Body
  readonly code: string
  readonly message: string
}

const has = (body: unknown, path: string, expected: unknown) =>
  assert.deepEqual(
    path.split('.').reduce<unknown>((at, name) => Object(at)[name], body),
    expected,
    path,
  )

/** Members that clients of each provider read in an error. */
const forms: Readonly<Record<string, (answered: Answered) => void>> = {
  'address-lookup': ({ body, status }) => {
    assert.ok(String(body.code).startsWith(String(status)) || status === 504, String(body.code))
    assert.equal(typeof body.message, 'string')
  },
  'author-sentences': ({ body, message }) => has(body, 'message', message),
  'background-removal': ({ body, message }) => has(body, 'errors.0.title', message),
  'book-catalogue': ({ body, message }) => has(body, 'detail', message),
  'cat-facts': ({ body, message, status }) => {
    has(body, 'message', message)
    has(body, 'code', status)
  },
  'college-football': ({ body, message }) => has(body, 'message', message),
  'exchange-rates': ({ body, message }) => has(body, 'message', message),
  'fraud-screening': ({ body, message, status, code }) => {
    has(body, 'fraudlabspro_message', message)
    has(body, 'fraudlabspro_error_code', status === 401 ? '10001' : code)
  },
  'game-skins': ({ body }) => {
    has(body, 'success', false)
    assert.equal(typeof body.errorCode, 'string')
    assert.match(String(body.errorType), /^(?:AuthenticationError|MineSkinError)$/)
  },
  'model-routing': ({ body, path, headers, message }) => {
    has(body, path.startsWith('/api/') ? 'error' : 'error.message', message)
    if (path.startsWith('/v1/messages')) {
      has(body, 'type', 'error')
      has(body, 'request_id', headers.get('request-id'))
      assert.match(String(Object(body.error).type), /_error$|^request_too_large$/)
    } else if (path.startsWith('/v1beta/')) assert.match(String(Object(body.error).status), /^[A-Z_]+$/)
    else if (!path.startsWith('/api/')) assert.equal(typeof Object(body.error).type, 'string')
  },
  nanomaterials: ({ body, message, path, status }) => {
    has(body, 'error.msg', message)
    if (path.startsWith('/select')) has(body, 'responseHeader.status', status)
  },
  'newspaper-books': ({ body, status }) => {
    if (status === 401 || status === 429) assert.equal(typeof Object(body.fault).faultstring, 'string')
    else assert.ok(Array.isArray(body.errors) && body.status === 'ERROR')
  },
  'personal-finance': ({ body, message }) => has(body, 'error_description', message),
  'programme-metadata': ({ body, status, message }) =>
    has(body, status === 401 || status === 429 ? 'fault.faultstring' : 'errors.error.message', message),
  'public-holidays': ({ body, status, message }) => {
    has(body, 'status', status)
    has(body, 'detail', message)
    assert.equal(typeof body.title, 'string')
  },
  translation: ({ body, message }) => has(body, 'message', message),
}

/** Why an API declares no members for errors of the gateway. */
const withoutMembers: Readonly<Record<string, string>> = {
  'activity-suggestions': 'its errors are a text in `error`, where callers are promised the pair of the gateway',
  characters: 'its errors are a text in `error`, where callers are promised the pair of the gateway',
  randomness: 'its errors are the pair',
  'word-finding': 'it has no errors',
}

/** Failures of the gateway around a provider, which a handler here ends in. */
const around: readonly Failure[] = [
  fail('provider.warming', { api: 'The API' }, { retryAfterS: 5 }),
  fail('provider.busy', { api: 'The API' }),
  fail('provider.restarted', { api: 'The API' }),
  fail('provider.deadline', { api: 'The API', seconds: 60 }),
  fail('store.unavailable', {}),
  fail('upstream.silent', { api: 'The API' }),
  fail('upstream.unreachable', { api: 'The API' }),
  fail('upstream.circuit_open', { api: 'The API', seconds: 10 }),
  fail('body.too_large', { limit: 5 }),
  fail('body.encoding', { accepted: 'gzip' }),
  fail('call.timeout', { timeout: 5 }),
]

const loaded = (await loadApis()).filter(({ api }) => api.surface.name === 'hosted')
let thrown: unknown
const refusing = loaded.map(({ api, ...rest }): LoadedApi => {
  const answer = () => {
    throw thrown
  }
  const provider = defineProvider(api, () => Object.fromEntries(Object.keys(api.endpoints).map((id) => [id, answer])))
  return { ...rest, api, provider }
})
const endpoints = everyEndpoint(refusing, 'hosted')
const embedded = { 'x-gateway-provider': 'embedded' }

const closing: (() => unknown)[] = []
let gateway: OpenGateway
let calling = ''
let scoped = ''
let spent = ''
before(async () => {
  gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis: refusing })
  const { accountId, key } = await gateway.account({ perMinute: 1_000_000, perDay: 1_000_000 })
  calling = key
  const scopes = [{ slug: 'me' }]
  const all = { accountId, surface: 'hosted', name: 'Errors' } as const
  scoped = reveal((await gateway.components.keys.create({ ...all, scopes })).key)
  spent = (await gateway.account({ perMinute: 0, perDay: 0 })).key
})
after(async () => {
  for (const close of closing) await close()
})

interface Kind {
  readonly code: string
  /** The call, where this endpoint can be refused so. */
  send(entry: EveryEndpoint): Promise<Response> | undefined
}

/** The example of an endpoint, changed. */
function send(
  entry: EveryEndpoint,
  changed: { key?: string | null; headers?: object; path?: string; method?: string },
) {
  const { path, init } = exampleCall(entry, withoutCredentials(entry))
  const headers = { ...init.headers, ...embedded, ...changed.headers }
  const sent = {
    ...init,
    method: changed.method ?? init.method,
    headers,
    key: changed.key === undefined ? calling : changed.key,
  }
  return gateway.call(changed.path ?? path, sent)
}

const kinds: readonly Kind[] = [
  { code: 'key.invalid', send: (entry) => send(entry, { key: null }) },
  { code: 'key.scope', send: (entry) => send(entry, { key: scoped }) },
  { code: 'quota.minute', send: (entry) => send(entry, { key: spent }) },
  { code: 'provider.unknown', send: (entry) => send(entry, { headers: { 'x-gateway-provider': 'other' } }) },
  {
    code: 'endpoint.unknown',
    send: (entry) => send(entry, { path: `${exampleCall(entry).path.split('?', 1)[0]}/no/such/path/here/at/all` }),
  },
  {
    code: 'path.unsafe',
    send: (entry) => send(entry, { path: `${exampleCall(entry).path.split('?', 1)[0]}/%5c/` }),
  },
  { code: 'method.unknown', send: (entry) => send(entry, { method: 'PURGE' }) },
  {
    code: 'provider_key.missing',
    send: (entry) =>
      entry.auth.kind === 'own' && !entry.auth.optional
        ? send(entry, { headers: { 'x-gateway-provider': 'live' } })
        : undefined,
  },
  {
    code: 'request.loop',
    send: (entry) => send(entry, { headers: { 'x-gateway-hop': Array(12).fill('a'.repeat(22)).join(',') } }),
  },
  ...around.map((failure) => ({
    code: failure.code,
    send: (entry: EveryEndpoint) => {
      thrown = failure
      return send(entry, {})
    },
  })),
  {
    code: 'internal.bug',
    send: (entry) => {
      thrown = new TypeError('a bug')
      return send(entry, {})
    },
  },
]

test('an API declares the members of its errors where its provider has any, and what it declares is known here', () => {
  for (const { api } of loaded) assert.equal(api.failure !== undefined, api.slug in forms, api.slug)
  for (const slug of Object.keys(withoutMembers)) assert.ok(loaded.some(({ api }) => api.slug === slug))
})

for (const { code, send: sendOne } of kinds)
  test(`${code} has the gateway's code and message and the members that each provider's clients read`, async () => {
    const reached = new Set<string>()
    const calls = endpoints
      .filter(({ endpoint }) => endpoint.public !== true)
      .map(async (entry) => {
        const response = await sendOne(entry)
        if (!response) return
        const { status, headers } = response
        const text = await response.text()
        const body: Body = JSON.parse(text)
        const pair = Object(body.gateway_error ?? body.error)
        // another method may be answered at the longer path
        if (pair.code !== code) return
        reached.add(entry.api.slug)
        assert.equal(typeof pair.message, 'string', text)
        assert.deepEqual(Object(body.meta).requestId, headers.get('x-request-id'))
        const path = new URL(response.url).pathname.slice(`/v1/proxy/${entry.listing}`.length)
        const isText = entry.api.slug === 'model-routing' && path.startsWith('/api/')
        assert.equal(typeof body.error, isText ? 'string' : 'object', text)
        forms[entry.api.slug]?.({ status, headers, body, path, code, message: pair.message })
      })
    await Promise.all(calls)
    const expected = endpoints.filter(
      ({ auth }) => code !== 'provider_key.missing' || (auth.kind === 'own' && !auth.optional),
    )
    assert.deepEqual([...reached].sort(), [...new Set(expected.map(({ api }) => api.slug))].sort())
  })

const base = () => `${gateway.baseUrl}/v1/proxy`
const messages = [{ role: 'user' as const, content: '?' }]

for (const [what, failure, status] of [
  ['a provider that is being prepared', fail('provider.warming', { api: 'The API' }), 503],
  ['an unknown model', fail('thing.unknown', { thing: 'model', id: 'm' }), 404],
] as const)
  test(`the SDKs raise their own errors, with message and request id, for ${what}`, async () => {
    thrown = failure
    const key = { apiKey: calling, maxRetries: 0 }
    const openai = new OpenAI({ ...key, baseURL: `${base()}/model-routing/v1`, defaultHeaders: embedded })
    await assert.rejects(openai.chat.completions.create({ model: 'm', messages }), (error) => {
      assert.ok(error instanceof (status === 404 ? OpenAI.NotFoundError : OpenAI.InternalServerError))
      assert.ok(error.message.includes(failure.message))
      assert.deepEqual([error.status, error.code, typeof error.requestID], [status, failure.code, 'string'])
      return true
    })
    const anthropic = new Anthropic({ ...key, baseURL: `${base()}/model-routing`, defaultHeaders: embedded })
    await assert.rejects(anthropic.messages.create({ model: 'm', max_tokens: 5, messages }), (error) => {
      assert.ok(error instanceof (status === 404 ? Anthropic.NotFoundError : Anthropic.InternalServerError))
      assert.ok(error.message.includes(failure.message))
      assert.equal(error.requestID, Object(error.error).request_id)
      assert.equal(typeof error.requestID, 'string')
      return true
    })
    const httpOptions = { baseUrl: `${base()}/model-routing`, headers: embedded }
    const google = new GoogleGenAI({ apiKey: calling, httpOptions })
    await assert.rejects(google.models.generateContent({ model: 'm', contents: '?' }), (error) => {
      assert.ok(error instanceof ApiError)
      assert.equal(error.status, status)
      const { error: said } = JSON.parse(error.message)
      assert.deepEqual([said.message, said.status], [failure.message, status === 404 ? 'NOT_FOUND' : 'UNAVAILABLE'])
      return true
    })
    const ollama = new Ollama({ host: `${base()}/model-routing`, headers: { ...embedded, 'x-gateway-key': calling } })
    await assert.rejects(ollama.chat({ model: 'm', messages }), (error) => {
      assert.deepEqual([Object(error).message, Object(error).status_code], [failure.message, status])
      return true
    })
    const client = new deepl.DeepLClient(calling, {
      serverUrl: `${base()}/translation`,
      headers: embedded,
      maxRetries: 0,
    })
    await assert.rejects(client.translateText('a', null, 'de'), (error) => {
      assert.ok(error instanceof deepl.DeepLError)
      assert.ok(error.message.includes(failure.message), error.message)
      return true
    })
  })
