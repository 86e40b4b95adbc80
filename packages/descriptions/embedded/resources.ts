// Answers of operations on collections, from the resources that the caller's account has made.
import type { Call, Random, Reply, Schema } from '#define'
import { reply } from '#define'
import { resolved } from '../checking/resolve.ts'
import { successOf } from '../declaring/endpoints.ts'
import type { Operation } from '../description.ts'
import { isJson, type Json } from '../reading/json.ts'
import { type AnswerContext, answerHeaders, declaredAnswer, responseFor } from './answers.ts'
import { merged, patched } from './changes.ts'
import type { ResourceOperation } from './collections.ts'
import { listedPage } from './list-page.ts'
import { uuidOf } from './sample-text.ts'
import { sampleOf } from './sample-value.ts'
import {
  addResource,
  type CollectionKey,
  largestBody,
  listResources,
  putResource,
  type ResourceDb,
  readResource,
  removeResource,
  type StoredResource,
} from './stored-resources.ts'

interface ResourceCall {
  readonly operation: Operation
  readonly resource: ResourceOperation
  readonly input: Json
  readonly call: Call
  readonly slug: string
  readonly db: ResourceDb
  readonly random: Random
  readonly context: AnswerContext
}

/** Answers; undefined if the account has not used the collection, so that another answer is better. */
export async function resourceAnswer(one: ResourceCall): Promise<Reply<unknown> | undefined> {
  const { resource, call, slug, db } = one
  const path = call.request.path.replace(/\/$/, '')
  const isOfItem = resource.does !== 'list' && resource.does !== 'add'
  const collection = isOfItem ? path.slice(0, path.lastIndexOf('/')) : path
  const key = { account: call.account, slug, collection }
  if ((call.request.jsonBytes?.length ?? 0) > largestBody) return refused(one, 413, tooLarge)
  if (resource.does === 'add') return added(one, key)
  if (resource.does === 'list') {
    const stored = await listResources(db, key)
    const bodies = stored?.map(({ body }) => body).filter((body) => body !== undefined)
    return bodies && listAnswer(one, bodies)
  }
  const id = String(one.input[resource.placeholder] ?? '')
  const found = await readResource(db, key, id)
  if (resource.does === 'replace') return put(one, key, { id, before: found })
  if (found === undefined) return undefined
  if (found === null) return refused(one, 404, `There is no ${id} in ${collection}.`)
  if (resource.does === 'read') return shown(one, found, 200)
  if (resource.does === 'remove') {
    await removeResource(db, key, id)
    return removedAnswer(one, found)
  }
  return put(one, key, { id, before: found, change: true })
}

const tooLarge = `A sample resource has at most ${largestBody} bytes.`
const full = 'There is no room for further sample resources. Remove some.'
const attempts = 5

async function added(one: ResourceCall, key: CollectionKey): Promise<Reply<unknown>> {
  const { resource, call, db } = one
  const body = givenBody(one)
  const wanted = resource.idProperty === undefined ? undefined : body[resource.idProperty]
  const isNamed = typeof wanted === 'string' || typeof wanted === 'number'
  // another call may take the same id meanwhile
  for (let attempt = 0; attempt < attempts; attempt++) {
    const id = isNamed ? wanted : newId(one, (await listResources(db, key)) ?? [])
    const whole = composed(one, {
      ...body,
      ...(resource.idProperty === undefined ? {} : { [resource.idProperty]: id }),
    })
    const outcome = await addResource(db, key, { id: String(id), body: whole })
    if (outcome === 'full') return refused(one, 409, full)
    if (outcome === 'stored') {
      const location = `${call.request.baseUrl}${key.collection}/${encodeURIComponent(String(id))}`
      return shown(one, whole, 201, { location })
    }
    if (isNamed) return refused(one, 409, `${String(id)} exists already.`)
  }
  return refused(one, 409, 'Other calls add resources at the same time. Try again.')
}

interface Put {
  readonly id: string
  /** What is stored; null or undefined if nothing is. */
  readonly before: unknown
  readonly change?: boolean
}

async function put(one: ResourceCall, key: CollectionKey, { id, before, change }: Put): Promise<Reply<unknown>> {
  const { resource, db, call, input } = one
  const isPatch = call.request.headers['content-type']?.startsWith('application/json-patch+json')
  const next = change ? (isPatch ? patched(before, input.body) : merged(before, givenBody(one))) : givenBody(one)
  const own = isJson(before) && resource.idProperty !== undefined ? before[resource.idProperty] : undefined
  const named = resource.idProperty === undefined ? {} : { [resource.idProperty]: own ?? idOf(one, id) }
  const whole = composed(one, { ...(isJson(next) ? next : {}), ...named })
  const outcome = await putResource(db, key, { id, body: whole })
  return outcome === 'stored'
    ? shown(one, whole, before === null || before === undefined ? 201 : 200)
    : refused(one, 409, full)
}

/** Returns the resource in a body, which may be in the member that responses have it in. */
function givenBody({ input, resource }: ResourceCall): Json {
  const { body } = input
  if (!isJson(body)) return {}
  const inner = resource.member === undefined ? undefined : body[resource.member]
  return Object.keys(body).length === 1 && isJson(inner) ? inner : body
}

function newId(one: ResourceCall, known: readonly StoredResource[]): string | number {
  const { type, format } = idSchema(one)
  const numbers = known.map(({ id }) => Number(id)).filter(Number.isSafeInteger)
  if (type === 'integer' || type === 'number') return Math.max(0, ...numbers) + 1
  const draws = { int: (min: number, max: number) => one.random.int(min, max) }
  return format === 'uuid' ? uuidOf(draws) : uuidOf(draws).replaceAll('-', '').slice(0, 12)
}

/** Returns an id of the path in the type that the resource has it in. */
function idOf(one: ResourceCall, id: string): unknown {
  const { type } = idSchema(one)
  return (type === 'integer' || type === 'number') && /^\d{1,15}$/.test(id) ? Number(id) : id
}

function idSchema({ resource, operation, context: { schemas } }: ResourceCall): Schema {
  const { properties } = resolved(resource.schema, schemas)
  const property = isJson(properties) && resource.idProperty !== undefined ? properties[resource.idProperty] : undefined
  const parameter = operation.parameters.find(({ name }) => name === resource.placeholder)?.schema
  return resolved(isJson(property) ? property : (parameter ?? {}), schemas)
}

/** Completes what was given to a value that the schema of the resource allows. */
function composed({ resource, context }: ResourceCall, given: Json): unknown {
  return fitted(resource.schema, given, context)
}

/** Lays given members over a made-up value: all that fit if possible. */
function fitted(schema: Schema, given: Json, context: AnswerContext): unknown {
  const { fits, schemas } = context
  const sample = sampleOf(schema, context)
  if (!isJson(sample)) return fits(schema, given) ? given : sample
  const whole = resolved(schema, schemas)
  const properties = isJson(whole.properties) ? whole.properties : {}
  const good = Object.entries(given).filter(([name, value]) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : true
    return name !== '__proto__' && (!isJson(member) || fits(member, value))
  })
  const known = good.filter(([name]) => Object.hasOwn(sample, name) || Object.hasOwn(properties, name))
  const candidates = [given, { ...sample, ...Object.fromEntries(good) }, { ...sample, ...Object.fromEntries(known) }]
  // what was given comes first only if it is whole, as after a change
  const [, ...completed] = candidates
  const isWhole = Object.keys(sample).every((name) => Object.hasOwn(given, name))
  return (isWhole ? candidates : completed).find((one) => fits(schema, one)) ?? sample
}

function shown(one: ResourceCall, body: unknown, wanted: number, headers: Record<string, string> = {}): Reply<unknown> {
  const { operation, resource, context } = one
  const status = statusOf(operation, wanted)
  const all = { ...answerHeaders('resource'), ...headers }
  const success = successOf(operation)
  const schema = success?.types[0]?.schema
  if (status === 204 || !schema) return reply<unknown>(undefined, { status, headers: all })
  const value = fitted(resource.schema, isJson(body) ? body : {}, context)
  return reply<unknown>(within(one, schema, value), { status, headers: all })
}

/** Returns the declared status of success; the wanted one if it is declared. */
function statusOf(operation: Operation, wanted: number): number {
  if (operation.responses.some(({ status }) => status === String(wanted))) return wanted
  return successOf(operation)?.code ?? wanted
}

/** Puts a resource or a list into the member that holds it, in a response that is otherwise made up. */
function within({ resource, context }: ResourceCall, schema: Schema, value: unknown, more: Json = {}): unknown {
  if (resource.member === undefined) return value
  const sample = sampleOf(schema, context)
  const whole = { ...(isJson(sample) ? sample : {}), ...more, [resource.member]: value }
  return context.fits(schema, whole) ? whole : { ...(isJson(sample) ? sample : {}), [resource.member]: value }
}

function listAnswer(one: ResourceCall, bodies: readonly unknown[]): Reply<unknown> {
  const { operation, resource, context, call } = one
  const { items, total, hasMore } = listedPage(bodies, call.request.query)
  // what was stored fits, unless the document has changed since
  const values = items.map((body) =>
    context.fits(resource.schema, body) ? body : fitted(resource.schema, isJson(body) ? body : {}, context),
  )
  const schema = successOf(operation)?.types[0]?.schema ?? {}
  const { properties } = resolved(schema, context.schemas)
  const counts = Object.keys(isJson(properties) ? properties : {}).flatMap(
    (name): (readonly [string, number | boolean])[] => {
      if (/^(?:total|total_?count|total_?results|total_?items|total_?elements)$/i.test(name)) return [[name, total]]
      if (/^(?:count|size)$/i.test(name)) return [[name, values.length]]
      return /^has_?(?:more|next)$/i.test(name) ? [[name, hasMore]] : []
    },
  )
  return reply<unknown>(within(one, schema, values, Object.fromEntries(counts)), {
    status: successOf(operation)?.code ?? 200,
    headers: answerHeaders('resource'),
  })
}

function removedAnswer(one: ResourceCall, before: unknown): Reply<unknown> {
  const success = successOf(one.operation)
  if (!success || success.types.length === 0)
    return reply<unknown>(undefined, { status: success?.code ?? 204, headers: answerHeaders('resource') })
  return shown(one, before, success.code)
}

/** Refuses in the form that the document declares for errors. */
function refused({ operation, context }: ResourceCall, status: number, message: string): Reply<unknown> {
  const response = responseFor(operation, String(status))
  const headers = answerHeaders('resource')
  if (!response || response.types.length === 0) return reply<unknown>({ message }, { status, headers })
  const preferences = { example: undefined, code: undefined, isDynamic: false }
  const made = declaredAnswer(response, status, { ...context, preferences })
  return reply(isJson(made.body) ? withMessage(made.body, message) : made.body, {
    status,
    headers: { ...made.headers, ...headers },
  })
}

function withMessage(body: Json, message: string): Json {
  return typeof body.message === 'string' ? { ...body, message } : body
}
