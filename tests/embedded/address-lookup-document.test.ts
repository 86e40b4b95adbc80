// Every answer of address lookup against the provider's own OpenAPI document, in its last openly licensed edition.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { before, describe, test } from 'node:test'
import type { Schema } from '#define'
import { type Check, checkOf } from '#derive'
import { type Json, openWorld, type World } from '../../apis/address-lookup/test/world.ts'

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
const { resolve } = createRequire(import.meta.url)
const document: Document = JSON.parse(readFileSync(resolve('@ideal-postcodes/openapi/dist/openapi.json'), 'utf8'))
/** Operations of the document that are newer than the API as it is declared. */
const newer = ['put /keys/{key}/details', 'post /verify/addresses']

/** JSON Schema of a schema of OpenAPI 3.0: references by `$defs`, and null where it is allowed. */
function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, 'x-nullable': alsoNullable, example, ...members } = Object(value)
  const schema = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, converted(member)]))
  // its alternatives overlap: what is a British suggestion is a suggestion, too
  if (schema.oneOf !== undefined) [schema.anyOf, schema.oneOf] = [schema.oneOf, undefined]
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/components/schemas/', '#/$defs/')
  return nullable === true || alsoNullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}
const Defs = converted(document.components.schemas)

function checkFor(operation: string, status: number): Check {
  const [method = '', path = ''] = operation.split(' ')
  const { responses = {} } = document.paths[path]?.[method] ?? assert.fail(`the document has no ${operation}`)
  const documented = responses[status]?.content?.['application/json']?.schema
  // what the document does not say of a status is the error that all have
  const schema = documented ?? document.components.schemas.ErrorResponse ?? assert.fail('no schema of errors')
  return checkOf({ $defs: Defs, ...Object(converted(schema)) }, 'body')
}

interface Case {
  readonly operation: string
  readonly path: string
  readonly status?: number
  readonly body?: Json
}
const managed = (path: string) => `/keys/ak_example${path}?user_token=uk_example`
const person = { name: 'Shop', address: '8 Sample Street', postcode: 'ID1 1QD' }
const cases: readonly Case[] = [
  { operation: 'get /postcodes/{postcode}', path: '/postcodes/ID11QD' },
  { operation: 'get /postcodes/{postcode}', path: '/postcodes/ID1KFA', status: 404 },
  { operation: 'get /postcodes/{postcode}', path: '/postcodes/ID1CLIP', status: 402 },
  { operation: 'get /postcodes/{postcode}', path: '/postcodes/ID11QD?page=100', status: 400 },
  { operation: 'get /udprn/{udprn}', path: '/udprn/8' },
  { operation: 'get /udprn/{udprn}', path: '/udprn/900000005' },
  { operation: 'get /udprn/{udprn}', path: '/udprn/-1', status: 404 },
  { operation: 'get /umprn/{umprn}', path: '/umprn/50' },
  { operation: 'get /umprn/{umprn}', path: '/umprn/-1', status: 404 },
  { operation: 'get /addresses', path: '/addresses?query=alder&limit=100' },
  { operation: 'get /addresses', path: '/addresses?query=zzyzx' },
  { operation: 'get /addresses', path: '/addresses', status: 400 },
  { operation: 'get /addresses', path: '/addresses?query=a&api_key=wrong', status: 401 },
  { operation: 'get /autocomplete/addresses', path: '/autocomplete/addresses?query=8 sampl' },
  { operation: 'get /autocomplete/addresses', path: '/autocomplete/addresses?query=8 sampl&context=usa' },
  {
    operation: 'get /autocomplete/addresses',
    path: '/autocomplete/addresses?query=a&postcode=1,2,3,4,5,6,7,8,9',
    status: 400,
  },
  { operation: 'get /autocomplete/addresses/{address}/gbr', path: '/autocomplete/addresses/paf_8/gbr' },
  { operation: 'get /autocomplete/addresses/{address}/gbr', path: '/autocomplete/addresses/usps_8%7Csample/gbr' },
  { operation: 'get /autocomplete/addresses/{address}/gbr', path: '/autocomplete/addresses/paf_7/gbr', status: 404 },
  { operation: 'get /autocomplete/addresses/{address}/usa', path: '/autocomplete/addresses/paf_8/usa' },
  { operation: 'get /autocomplete/addresses/{address}/usa', path: '/autocomplete/addresses/usps_8%7Csample/usa' },
  { operation: 'get /autocomplete/addresses/{address}/usa', path: '/autocomplete/addresses/paf_7/usa', status: 404 },
  {
    operation: 'post /cleanse/addresses',
    path: '/cleanse/addresses',
    body: { query: '8 sample st, sampleton, id1 1qd' },
  },
  { operation: 'post /cleanse/addresses', path: '/cleanse/addresses', body: { query: '8 kumquat wharf, elsewhere' } },
  { operation: 'post /cleanse/addresses', path: '/cleanse/addresses', body: { query: ' ' }, status: 400 },
  { operation: 'get /places', path: '/places?query=lond' },
  { operation: 'get /places/{place}', path: '/places/geonames_1' },
  { operation: 'get /places/{place}', path: '/places/geonames_7', status: 404 },
  { operation: 'get /emails', path: '/emails?query=ada@gmail.com' },
  { operation: 'get /emails', path: '/emails?query=ada@@gmial.com' },
  { operation: 'get /emails', path: `/emails?query=${'a'.repeat(321)}`, status: 400 },
  { operation: 'get /phone_numbers', path: '/phone_numbers?query=%2B447510123456&current_carrier=true' },
  { operation: 'get /phone_numbers', path: '/phone_numbers?query=%2B442079460018' },
  { operation: 'get /phone_numbers', path: '/phone_numbers?query=%2B4412' },
  { operation: 'get /keys/{key}', path: '/keys/ak_example' },
  { operation: 'get /keys/{key}', path: '/keys/idkfa' },
  { operation: 'get /keys/{key}', path: '/keys/ak_none', status: 404 },
  { operation: 'get /keys/{key}/details', path: managed('/details') },
  { operation: 'get /keys/{key}/details', path: '/keys/ak_example/details?user_token=uk_none', status: 401 },
  { operation: 'get /keys/{key}/usage', path: managed('/usage') },
  { operation: 'get /keys/{key}/usage', path: `${managed('/usage')}&start=never`, status: 400 },
  { operation: 'get /keys/{key}/licensees', path: managed('/licensees') },
  { operation: 'post /keys/{key}/licensees', path: managed('/licensees'), body: { name: 'x' }, status: 400 },
  { operation: 'post /keys/{key}/configs', path: managed('/configs'), body: { name: 'checkout', payload: '{}' } },
  {
    operation: 'post /keys/{key}/configs',
    path: managed('/configs'),
    body: { name: 'checkout', payload: '' },
    status: 400,
  },
  { operation: 'get /keys/{key}/configs', path: managed('/configs') },
  { operation: 'get /keys/{key}/configs/{config}', path: managed('/configs/checkout') },
  { operation: 'post /keys/{key}/configs/{config}', path: managed('/configs/checkout'), body: { payload: '{"a":1}' } },
  { operation: 'delete /keys/{key}/configs/{config}', path: managed('/configs/checkout') },
  { operation: 'get /keys/{key}/configs/{config}', path: managed('/configs/checkout'), status: 404 },
]

/** Flags that lists know of an address about which nobody was asked; the provider leaves them null. */
function withoutFlagsOfUnknown(body: Json): Json {
  const result = Object(body.result)
  if (result.result !== 'unknown') return body
  return { ...body, result: { ...result, disposable: null, free: null, role: null } }
}

describe("answers by the provider's document", () => {
  let world: World
  const met = new Set(newer)
  before(async () => {
    world = await openWorld()
  })
  async function conforms({ operation, path, status = 200, body }: Case): Promise<Json> {
    const method = operation.split(' ', 1)[0]?.toUpperCase() ?? ''
    const keyed = path.includes('api_key=') ? path : `${path}${path.includes('?') ? '&' : '?'}api_key=ak_example`
    const answer = await world.ask<Json>(keyed, { method, ...(body && { body }) })
    assert.equal(answer.status, status, `${operation}: ${JSON.stringify(answer.body)}`)
    assert.deepEqual(
      checkFor(operation, status)(withoutFlagsOfUnknown(answer.body)),
      [],
      `${operation} ${path}: ${JSON.stringify(answer.body)}`,
    )
    met.add(operation)
    return answer.body
  }

  for (const one of cases)
    test(`${one.operation} ${one.path.slice(0, 60)} ${one.status ?? 200}`, async () => void (await conforms(one)))

  test('a licensee is created, read, changed, listed and cancelled', async () => {
    const { result } = await conforms({
      ...{ operation: 'post /keys/{key}/licensees', path: managed('/licensees'), body: person },
    })
    const path = managed(`/licensees/${Object(result).key}`)
    await conforms({ operation: 'get /keys/{key}/licensees/{licensee}', path })
    await conforms({ operation: 'put /keys/{key}/licensees/{licensee}', path, body: { daily: { limit: 5 } } })
    await conforms({ operation: 'get /keys/{key}/licensees', path: managed('/licensees') })
    await conforms({ operation: 'delete /keys/{key}/licensees/{licensee}', path })
  })

  test('the log of lookups is text', async () => {
    const { headers } = await world.ask(managed('/lookups'))
    assert.match(headers['content-type'] ?? '', /^text\/csv/)
    met.add('get /keys/{key}/lookups')
  })

  test('a body that lacks a member is found', async () => {
    const check = checkFor('get /udprn/{udprn}', 200)
    const { line_1, ...address } = await world.result('/udprn/8')
    const body = { code: 2000, message: 'Success' }
    assert.deepEqual(check({ ...body, result: { ...address, line_1 } }), [])
    assert.notDeepEqual(check({ ...body, result: address }), [])
    assert.notDeepEqual(check({ ...body, result: { ...address, line_1: 8 } }), [])
  })

  test('no operation of the document is left out', () => {
    const all = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) => (responses ? [`${method} ${path}`] : [])),
    )
    assert.deepEqual(
      all.filter((operation) => !met.has(operation)),
      [],
    )
  })
})
