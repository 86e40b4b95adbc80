// Checks that collections of public descriptions keep state offline: what is created is read, listed, changed and
// removed, and answers fit the document by Ajv.
import type { Call } from '#define'
import { isReply } from '#define'
import { apiOf, type Description, embeddedOf, type Operation } from '#descriptions'
import { openWorld } from '#provider/test'
import { fitterOf } from '../packages/descriptions/checking/check-schema.ts'
import { resolved } from '../packages/descriptions/checking/resolve.ts'
import { wholesOf } from '../packages/descriptions/checking/whole-schema.ts'
import { isJsonType, successOf } from '../packages/descriptions/declaring/endpoints.ts'
import { answerContextOf } from '../packages/descriptions/embedded/answers.ts'
import { sampleOf } from '../packages/descriptions/embedded/sample-value.ts'
import { isJson, type Json } from '../packages/descriptions/reading/json.ts'
import { type Validator, validatorOf } from './corpus-answers.ts'

export interface CollectionCounts {
  collections: number
  /** All steps went well. */
  kept: number
}

/** A collection as a person sees it: something is posted to a path, and read below it. */
interface Collection {
  readonly path: string
  readonly add: Operation
  readonly read: Operation
  readonly list: Operation | undefined
  readonly change: Operation | undefined
  readonly remove: Operation | undefined
}

const mostPerDescription = 5

/** Lives the life of a resource in each collection; returns what went wrong. */
export async function checkCollections(
  description: Description,
  counts: CollectionCounts,
  limit: number,
): Promise<string[]> {
  const found = collectionsOf(description).slice(0, mostPerDescription)
  if (found.length === 0) return []
  const world = await openWorld(apiOf(description, { slug: 'sample' }), embeddedOf(description, 'sample'))
  const { handlers } = await world.open()
  const validator = validatorOf(description)
  const problems: string[] = []
  for (const collection of found) {
    if (counts.collections >= limit) break
    counts.collections++
    const life = { description, collection, validator, problems: [] as string[], ask: askerOf(handlers) }
    await live(life).catch((error: unknown) => void life.problems.push(`${error}`))
    if (life.problems.length === 0) counts.kept++
    for (const one of life.problems) problems.push(`${collection.path}: ${one}`)
  }
  await world.close()
  return problems
}

/** Finds paths to which something is posted, and below which it is read. */
function collectionsOf({ operations, schemas }: Description): Collection[] {
  return operations.flatMap((add): Collection[] => {
    const media = successOf(add)?.types.find(({ type }) => isJsonType(type))
    const isAnswered = media === undefined || resolved(media.schema ?? {}, schemas).type !== 'array'
    const body = add.body?.types.find(({ type }) => isJsonType(type))?.schema
    if (add.method !== 'POST' || !isAnswered || !body || !isJson(resolved(body, schemas).properties)) return []
    const base = add.path.replace(/\/$/, '')
    const below = operations.filter(
      ({ path }) => /^\/\{[^{}]+\}\/?$/.test(path.slice(base.length)) && path.startsWith(base),
    )
    const read = below.find(({ method }) => method === 'GET')
    if (!read) return []
    return [
      {
        path: base,
        add,
        read,
        list: operations.find(
          (one) => one.method === 'GET' && one.path.replace(/\/$/, '') === base && hasList(one, schemas),
        ),
        change: below.find(({ method }) => method === 'PATCH') ?? below.find(({ method }) => method === 'PUT'),
        remove: below.find(({ method }) => method === 'DELETE'),
      },
    ]
  })
}

/** Some documents describe the list as if it were one of its entries. */
function hasList(operation: Operation, schemas: Description['schemas']): boolean {
  const wholeOf = wholesOf(schemas)
  const text = JSON.stringify(wholeOf(successOf(operation)?.types[0]?.schema ?? {}))
  const { properties } = wholeOf(successOf(operation)?.types[0]?.schema ?? {})
  const inside = Object.values(isJson(properties) ? properties : {}).map((one) => (isJson(one) ? wholeOf(one) : {}))
  return text === '{}' || text.startsWith('{"type":"array"') || inside.some(({ items }) => items !== undefined)
}

interface Asked {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, unknown>>
}
type Ask = (operation: Operation, path: string, body?: unknown) => Promise<Asked>
interface Life {
  readonly description: Description
  readonly collection: Collection
  readonly validator: Validator
  readonly problems: string[]
  readonly ask: Ask
}

function askerOf(handlers: Awaited<ReturnType<Awaited<ReturnType<typeof openWorld>>['open']>>['handlers']): Ask {
  return async (operation, path, body) => {
    const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
    const segments = path.split('/')
    const places = operation.path.split('/')
    const values = names.map((name) => [name, decodeURIComponent(segments[places.indexOf(`{${name}}`)] ?? '')] as const)
    const headers = { 'content-type': 'application/json' }
    const request = { method: operation.method, path, query: new URLSearchParams(), headers, baseUrl: '' }
    const call: Call = { account: 'acc_a', key: 'k', request, signal: new AbortController().signal }
    const input = { ...Object.fromEntries(values), ...(body === undefined ? {} : { body }) }
    const result = await handlers[operation.id]?.(input as never, call)
    if (!isReply(result)) throw new Error(`${operation.id} gives no reply`)
    return { status: result.status, body: result.body, headers: result.headers ?? {} }
  }
}

async function live(life: Life): Promise<void> {
  const { collection, problems } = life
  const { add, read, list, change, remove } = collection
  const at = collection.path.replace(/\{[^{}]+\}/g, '1')
  const given = bodyFor(add, life)
  const made = await ask(life, add, at, given)
  const location = String(made.headers.location ?? '')
  if (location === '') return void problems.push(`created ${made.status}, without a location`)
  const one = location.slice(location.indexOf(at))
  const first = await ask(life, read, one)
  if (first.status !== 200) return void problems.push(`read ${first.status} after it was created`)
  const lost = lostFrom(first.body, given, life)
  if (lost.length > 0) problems.push(`created, but read without ${lost.join(', ')}`)
  if (list) {
    const listed = await ask(life, list, at)
    const id = decodeURIComponent(one.slice(at.length + 1))
    const hasId = JSON.stringify(first.body ?? null).includes(id)
    if (listed.headers['x-gateway-answer'] !== 'resource' || (hasId && !JSON.stringify(listed.body ?? '').includes(id)))
      problems.push(`not in the list`)
  }
  if (change) await changeOne(life, { change, one })
  if (!remove) return
  const removed = await ask(life, remove, one)
  if (removed.status >= 300) problems.push(`removed ${removed.status}`)
  const after = await ask(life, read, one)
  if (after.status !== 404) problems.push(`read ${after.status} after it was removed`)
}

async function changeOne(life: Life, { change, one }: { change: Operation; one: string }): Promise<void> {
  const given = bodyFor(change, life, 'other')
  await ask(life, change, one, given)
  const read = await ask(life, life.collection.read, one)
  const lost = lostFrom(read.body, given, life)
  if (read.status !== 200 || lost.length > 0)
    life.problems.push(`changed, but read ${read.status} without ${lost.join(', ')}`)
}

/** Asks, and checks the answer by the document. */
async function ask(life: Life, operation: Operation, path: string, body?: unknown): Promise<Asked> {
  const answer = await life.ask(operation, path, body)
  const declared = operation.responses.find(({ status }) => status === String(answer.status))
  const schema = declared?.types.find(({ type }) => type === 'application/json')?.schema
  const problem = schema && answer.status !== 204 ? life.validator(schema, answer.body) : undefined
  if (problem !== undefined) life.problems.push(`${operation.method} ${answer.status} ${problem}`)
  return answer
}

function bodyFor({ body }: Operation, { description }: Life, seed = 'one'): Json {
  const schema = body?.types.find(({ type }) => isJsonType(type))?.schema ?? {}
  const { schemas } = description
  const made = sampleOf(schema, answerContextOf(schemas, wholesOf(schemas), seed))
  return isJson(made) ? made : {}
}

/** Names the plain members that were given, that the answer can have, and that it has otherwise. */
function lostFrom(answer: unknown, given: Json, { description, collection }: Life): string[] {
  const declared = successOf(collection.read)?.types[0]?.schema ?? {}
  const holders = holdersIn(answer, resolved(declared, description.schemas), description)
  const inner = Object.values(given)
  const [only] = inner
  const members = inner.length === 1 && isJson(only) ? only : given
  const fits = fitterOf(description.schemas, () => true)
  const placeholder = /\{([^{}]+)\}$/.exec(collection.read.path.replace(/\/$/, ''))?.[1] ?? ''
  return Object.entries(members).flatMap(([name, value]) => {
    // the id in a path wins over that in a body
    if (typeof value === 'object' || /^_?(?:id|uuid)$/i.test(name) || name === placeholder) return []
    const holder = holders.find(({ properties }) => Object.hasOwn(properties, name))
    if (!holder || !fits(holder.properties[name] as never, value)) return []
    return holder.value[name] === value
      ? []
      : [`${name} (${String(value).slice(0, 30)}, ${String(holder.value[name]).slice(0, 30)})`]
  })
}

/** Returns an object and those in it, with the properties that are declared for each. */
function holdersIn(
  value: unknown,
  { properties }: Json,
  { schemas }: Description,
): { value: Json; properties: Json }[] {
  if (!isJson(value) || !isJson(properties)) return []
  const inner = Object.entries(properties).flatMap(([name, schema]) => {
    const whole = isJson(schema) ? resolved(schema, schemas) : {}
    const member = value[name]
    return isJson(member) && isJson(whole.properties) ? [{ value: member, properties: whole.properties }] : []
  })
  const data = value.data
  if (isJson(data)) return inner.filter((one) => one.value === data)
  // the only object of few members is the resource
  return inner.length === 1 && Object.keys(properties).length <= 2 ? inner : [{ value, properties }]
}
