// Answers of operations on collections, from the resources that the caller's account has made.
import type { Call, Random, Reply, Schema } from '#define'
import { isJson, type Json } from '../reading/json.ts'
import { merged, patched } from './changes.ts'
import { fitted } from './fitted.ts'
import { listAnswer, type ResourceAnswer, refused, removedAnswer, shown } from './resource-answers.ts'
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

interface ResourceCall extends ResourceAnswer {
  readonly input: Json
  readonly call: Call
  readonly slug: string
  readonly db: ResourceDb
  readonly random: Random
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
    const kept = stored?.filter(({ body }) => body !== undefined)
    return kept && listAnswer(one, kept, call.request.query)
  }
  const id = String(one.input[resource.placeholder] ?? '')
  const found = await readResource(db, key, id)
  if (resource.does === 'replace') return put(one, key, { id, before: found })
  if (found === undefined) return undefined
  if (found === null) return refused(one, 404, `There is no ${id} in ${collection}.`)
  if (resource.does === 'read') return shown(one, { id, body: found }, 200)
  if (resource.does === 'remove') {
    await removeResource(db, key, id)
    return removedAnswer(one, { id, body: found })
  }
  return put(one, key, { id, before: found, change: true })
}

const tooLarge = `A sample resource has at most ${largestBody} bytes.`
const full = 'There is no room for further sample resources. Remove some.'
const attempts = 5

async function added(one: ResourceCall, key: CollectionKey): Promise<Reply<unknown>> {
  const { resource, call, db } = one
  const { idProperty } = resource.kept
  const body = givenBody(one)
  const wanted = idProperty === undefined ? undefined : body[idProperty]
  const isNamed = typeof wanted === 'string' || typeof wanted === 'number'
  // another call may take the same id meanwhile
  for (let attempt = 0; attempt < attempts; attempt++) {
    const id = isNamed ? wanted : newId(one, (await listResources(db, key)) ?? [])
    const whole = composed(one, { ...body, ...(idProperty === undefined ? {} : { [idProperty]: id }) })
    const outcome = await addResource(db, key, { id: String(id), body: whole })
    if (outcome === 'full') return refused(one, 409, full)
    if (outcome === 'stored') {
      const location = `${call.request.baseUrl}${key.collection}/${encodeURIComponent(String(id))}`
      return shown(one, { id: String(id), body: whole }, 201, { location })
    }
    if (isNamed) return refused(one, 409, `${String(id)} exists already.`)
  }
  return refused(one, 409, 'Other calls add resources at the same time. Try again.')
}

interface Put {
  readonly id: string
  /** The stored value; null or undefined without one. */
  readonly before: unknown
  readonly change?: boolean
}

async function put(one: ResourceCall, key: CollectionKey, { id, before, change }: Put): Promise<Reply<unknown>> {
  const { resource, db, call, input } = one
  const isPatch = call.request.headers['content-type']?.startsWith('application/json-patch+json')
  const next = change ? (isPatch ? patched(before, input.body) : merged(before, givenBody(one))) : givenBody(one)
  const { idProperty } = resource.kept
  const own = isJson(before) && idProperty !== undefined ? before[idProperty] : undefined
  const named = idProperty === undefined ? {} : { [idProperty]: own ?? idOf(one, id) }
  const whole = composed(one, { ...(isJson(next) ? next : {}), ...named })
  const outcome = await putResource(db, key, { id, body: whole })
  return outcome === 'stored'
    ? shown(one, { id, body: whole }, before === null || before === undefined ? 201 : 200)
    : refused(one, 409, full)
}

/** Returns the resource in a body: the whole, or its only member if that is an object which resources do not have. */
function givenBody({ input, resource, context }: ResourceCall): Json {
  const { body } = input
  if (!isJson(body)) return {}
  const [only, ...others] = Object.entries(body)
  if (!only || others.length > 0 || !isJson(only[1])) return body
  const { properties } = context.wholeOf(resource.kept.schema)
  return isJson(properties) && !Object.hasOwn(properties, only[0]) ? only[1] : body
}

function newId(one: ResourceCall, known: readonly StoredResource[]): string | number {
  const schema = idSchema(one)
  const { type, format, pattern, maxLength } = schema
  const numbers = known.map(({ id }) => Number(id)).filter(Number.isSafeInteger)
  if (type === 'integer' || type === 'number') return Math.max(0, ...numbers) + 1
  const draws = { int: (min: number, max: number) => one.random.int(min, max) }
  const uuid = uuidOf(draws)
  if (format === 'uuid') return uuid
  const isBound = pattern !== undefined || maxLength !== undefined
  const made = isBound ? sampleOf(schema, { ...one.context, seed: uuid }) : undefined
  return typeof made === 'string' ? made : uuid.replaceAll('-', '').slice(0, 12)
}

/** Returns an id of the path in the type that the resource has it in. */
function idOf(one: ResourceCall, id: string): unknown {
  const { type } = idSchema(one)
  return (type === 'integer' || type === 'number') && /^\d{1,15}$/.test(id) ? Number(id) : id
}

function idSchema({ resource, operation, context: { wholeOf } }: ResourceCall): Schema {
  const { schema, idProperty } = resource.kept
  const { properties } = wholeOf(schema)
  const property = isJson(properties) && idProperty !== undefined ? properties[idProperty] : undefined
  const parameter = operation.parameters.find(({ name }) => name === resource.placeholder)?.schema
  return wholeOf(isJson(property) ? property : (parameter ?? {}))
}

/** Completes what was given to a resource in the form in which it is kept. */
function composed({ resource, context }: ResourceCall, given: Json): unknown {
  return fitted(resource.kept.schema, given, context)
}
