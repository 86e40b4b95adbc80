// Every declared parameter and body field, missing and invalid: each problem is named in one 400, and nothing of such a
// call reaches a provider. Generated from the declarations; nothing about any one API.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Pool } from 'undici'
import type { Shape } from '#define'
import { type Example, isRequired, paramInfoOf, pathNames } from '#define/reflect'
import { compileRoutes } from '#derive'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { type EveryEndpoint, everyEndpoint, exampleCall } from './harness/every-endpoint.ts'
import { pathOf } from './harness/example-call.ts'
import {
  fieldsOf,
  invalidStrings,
  invalidValues,
  itemOf,
  parsesBody,
  withField,
  withoutFiles,
  withParam,
} from './harness/invalid-values.ts'
import { type OpenGateway, openGateway } from './harness/open-gateway.ts'
import { openStandIn, type StandIn } from './harness/stand-in.ts'

const loaded = await loadApis()
const endpoints = everyEndpoint(loaded, 'hosted').filter(({ listing, api }) => listing === api.slug)
const tables = new Map(loaded.map(({ api }) => [api.slug, compileRoutes(api)]))

/** At most this many problems of a body are reported (packages/derive/validation.ts). */
const toldOfBody = 20

const closing: (() => unknown)[] = []
let gateway: OpenGateway
let standIn: StandIn
let pool: Pool
let key: string

before(async () => {
  const t = { after: (close: () => unknown) => void closing.unshift(close) }
  standIn = await openStandIn(t, loaded)
  gateway = await openGateway(t, { apis: loaded, upstreams: standIn.bases })
  pool = new Pool(gateway.baseUrl, { connections: 8 })
  closing.unshift(() => pool.close())
  const account = await gateway.account()
  key = account.key
  for (const { api } of loaded)
    if (api.auth.kind === 'own') await gateway.storeKey(account.accountId, api.slug, 'provider-key-of-test')
})
after(async () => {
  for (const close of closing) await close()
})

interface Problem {
  readonly name: string
  readonly problem: string
}
interface Answered {
  readonly status: number
  readonly code: string | undefined
  readonly problems: readonly Problem[]
  /** Paths and queries that reached the provider. */
  readonly forwarded: readonly string[]
}
interface Sent {
  readonly path: string
  readonly init: { method: string; headers: Record<string, string>; body?: Buffer }
}

/** A bare client: unlike fetch it adds no header of its own. */
async function send({ path, init }: Sent): Promise<Answered> {
  const before = standIn.received.length
  const { statusCode, body } = await pool.request({
    path,
    method: init.method as 'GET',
    headers: { ...init.headers, 'x-gateway-key': key, 'x-gateway-provider': 'live' },
    body: init.body ?? null,
  })
  const text = await body.text()
  const parsed = statusCode === 400 ? JSON.parse(text) : undefined
  // where a provider's own errors are a text, ours are beside it
  const error = typeof parsed?.error === 'string' ? parsed.gateway_error : parsed?.error
  const forwarded = standIn.received.slice(before).map(({ url }) => url)
  return { status: statusCode, code: error?.code, problems: error?.details?.problems ?? [], forwarded }
}

/** The response names these members and no others, and nothing was forwarded. */
function assertRefused(answered: Answered, names: readonly string[], what: string): void {
  const { status, code, problems, forwarded } = answered
  assert.deepEqual([status, code], [400, 'input.invalid'], what)
  assert.deepEqual([...new Set(problems.map(({ name }) => name))].sort(), [...names].sort(), what)
  for (const { problem } of problems) assert.notEqual(problem, '', what)
  assert.deepEqual(forwarded, [], `${what} was forwarded`)
}

/** Parameters that may be missing from a call without changing which endpoint it is for. */
function removable({ endpoint }: EveryEndpoint): [string, Shape<unknown>][] {
  return Object.entries(endpoint.params).filter(([name]) => !pathNames(endpoint.path).includes(name))
}

/** Invalid strings for a parameter that still reach the same endpoint. */
function triedTexts(entry: EveryEndpoint, [name, shape]: [string, Shape<unknown>]): string[] {
  const { api, id, endpoint, example } = entry
  return invalidStrings(shape).filter((text) => {
    const result = tables.get(api.slug)?.match(endpoint.method, pathOf(endpoint, withParam(example, name, text)))
    return result?.kind === 'found' && result.match.route.id === id
  })
}

/** Fields of a parsed body, by name. */
function fieldShapes({ endpoint }: EveryEndpoint): [string, Shape<unknown>][] {
  return parsesBody(endpoint) ? Object.entries(endpoint.body?.fields ?? {}) : []
}

/** Required files are not in the plain form of a body: they are missing from each call below. */
function absent(entry: EveryEndpoint): string[] {
  const fields = fieldsOf(withoutFiles(entry.example))
  return fieldShapes(entry)
    .filter(([name, shape]) => isRequired(shape) && fields[name] === undefined)
    .map(([name]) => name)
}

for (const entry of endpoints) {
  const { title, endpoint } = entry
  const example = withoutFiles(entry.example)
  const isForgiving = endpoint.invalid === 'provider'
  const required = removable(entry).filter(([, shape]) => isRequired(shape))
  const requiredFields = fieldShapes(entry).filter(([, shape]) => isRequired(shape))
  const params = Object.entries(endpoint.params)
  const wrong = params.flatMap((param) => triedTexts(entry, param).map((text): [string, string] => [param[0], text]))
  const wrongFields = fieldShapes(entry).flatMap(([name, shape]) =>
    shape.type === 'array' ? [] : invalidValues(shape).map((value): [string, unknown] => [name, value]),
  )

  for (const [name, shape] of required)
    test(`${title} without ${name} ${withoutTitle(endpoint, shape)}`, async () => {
      const answered = await send(exampleCall(entry, withField(withParam(example, name, undefined), name, undefined)))
      if (paramInfoOf(shape).credential || endpoint.missing === 'provider') assert.equal(answered.forwarded.length, 1)
      else assertRefused(answered, [name, ...absent(entry)], name)
    })

  for (const [name] of requiredFields)
    test(`${title} without ${name} in its body names it`, async () => {
      const answered = await send(exampleCall(entry, withField(example, name, undefined)))
      assertRefused(answered, new Set([name, ...absent(entry)]).values().toArray(), name)
    })

  if (wrong.length > 0)
    test(`${title} ${isForgiving ? 'leaves invalid values to its provider' : 'names each parameter with an invalid value'}`, async () => {
      for (const [name, text] of wrong) {
        const isList = endpoint.params[name]?.type === 'array'
        const answered = await send(exampleCall(entry, withParam(entry.example, name, isList ? [text] : text)))
        if (!isForgiving) assertRefused(answered, [name], `${name}=${text}`)
        else
          assert.ok(
            answered.forwarded.some((url) => plain(url).includes(text)),
            `${name}=${text}`,
          )
      }
    })

  if (wrongFields.length > 0)
    test(`${title} names each body field with an invalid value`, async () => {
      for (const [name, value] of wrongFields) {
        const answered = await send(exampleCall(entry, withField(example, name, value)))
        assertRefused(answered, [...new Set([name, ...absent(entry)])], `${name}: ${JSON.stringify(value)}`)
      }
    })

  const faults = faultsOf(entry, { wrong, wrongFields, required, requiredFields })
  if (faults.names.length > 1 && !isForgiving)
    test(`${title} names all ${faults.names.length} problems of a call at once`, async () => {
      assertRefused(await send(exampleCall(entry, faults.example)), faults.names, 'all at once')
    })
}

/** The outcome of a call without a required parameter. */
function withoutTitle(endpoint: EveryEndpoint['endpoint'], shape: Shape<unknown>): string {
  if (paramInfoOf(shape).credential) return 'takes the stored key'
  return endpoint.missing === 'provider' ? 'is left to its provider' : 'names it'
}

/** A path and query as a string. */
function plain(url: string): string {
  return decodeURIComponent(url.replaceAll('+', ' '))
}

interface Wrong {
  readonly wrong: readonly [string, string][]
  readonly wrongFields: readonly [string, unknown][]
  readonly required: readonly [string, Shape<unknown>][]
  readonly requiredFields: readonly [string, Shape<unknown>][]
}

function faultsOf(entry: EveryEndpoint, faults: Wrong): { example: Example; names: string[] } {
  let example = withoutFiles(entry.example)
  const ofParams = new Map<string, unknown>(faults.wrong)
  const ofBody = new Map<string, unknown>(faults.wrongFields.slice(0, toldOfBody))
  const isTold = entry.endpoint.missing !== 'provider'
  for (const [name, shape] of isTold ? faults.required : [])
    if (!ofParams.has(name) && !paramInfoOf(shape).credential) ofParams.set(name, undefined)
  for (const [name] of faults.requiredFields) if (ofBody.size < toldOfBody) ofBody.set(name, undefined)
  for (const [name, value] of ofParams)
    example = withParam(example, name, entry.endpoint.params[name]?.type === 'array' ? [value] : value)
  for (const [name, value] of ofBody) example = withField(example, name, value)
  for (const name of absent(entry)) ofBody.set(name, undefined)
  return { example, names: [...new Set([...ofParams.keys(), ...ofBody.keys()])] }
}

for (const entry of endpoints.filter(({ endpoint }) => endpoint.body?.schema !== undefined)) {
  const { title, endpoint } = entry
  const kinds = endpoint.body?.kinds ?? []
  const call = (contentType: string | undefined, body: string) => {
    const { path, init } = exampleCall(entry)
    const { 'content-type': _own, ...others } = init.headers
    const headers = contentType === undefined ? others : { ...others, 'content-type': contentType }
    return send({ path, init: { method: init.method, headers, ...(body === '' ? {} : { body: Buffer.from(body) }) } })
  }

  if (endpoint.body?.required)
    test(`${title} without a body says that it needs one`, async () => {
      assertRefused(await call(undefined, ''), ['body'], 'no body')
    })
  if (!kinds.includes('binary'))
    test(`${title} refuses a body of a content type it does not accept`, async () => {
      assertRefused(await call('text/plain', 'text'), ['content-type'], 'text/plain')
      assertRefused(await call('application/xml', '<a/>'), ['content-type'], 'application/xml')
      for (const [kind, type] of [
        ['json', 'application/json'],
        ['form', 'application/x-www-form-urlencoded'],
      ] as const)
        if (!kinds.includes(kind)) assertRefused(await call(type, '{}'), ['content-type'], type)
    })
  // a provider that checks its parameters itself refuses such a body itself (wire/unread-bodies.test.ts)
  if (kinds.includes('json') && endpoint.invalid !== 'provider')
    test(`${title} refuses a body that is not JSON`, async () => {
      for (const text of ['{"a":', 'not json', '{"a":1}}'])
        assertRefused(await call('application/json', text), ['body'], text)
    })
  if (kinds.includes('form'))
    test(`${title} refuses a form with a broken escape`, async () => {
      assertRefused(await call('application/x-www-form-urlencoded', 'a=%zz'), ['body'], 'a=%zz')
    })
}

test('every parameter with a closed set of values has been called with an invalid one', () => {
  const closed = new Set(['integer', 'number', 'boolean'])
  const untried = endpoints.flatMap((entry) =>
    Object.entries(entry.endpoint.params)
      .filter(([, shape]) => {
        const item = itemOf(shape)
        return closed.has(String(item.type)) || item.enum !== undefined || item.format === 'date'
      })
      .filter((param) => triedTexts(entry, param).length === 0)
      .map(([name]) => `${entry.title} ${name}`),
  )
  assert.deepEqual(untried, [])
})
