// Collections of a description: paths such as `/pets` and `/pets/{petId}`, nested ones too, and what their operations
// do.
import { setImmediate } from 'node:timers/promises'
import type { Schema } from '#define'
import { isOfKind, type WholeOf, wholesOf } from '../checking/whole-schema.ts'
import { isJsonType, successOf } from '../declaring/endpoints.ts'
import type { Description, Operation } from '../description.ts'
import { isJson } from '../reading/json.ts'
import { idPropertyOf } from './id-property.ts'
import { plainName } from './list-page.ts'

/** The form of a resource: its schema, and the property that holds its id. */
interface ResourceForm {
  readonly schema: Schema
  readonly idProperty: string | undefined
}

/** The effect of an operation on a collection. */
export interface ResourceOperation extends ResourceForm {
  readonly does: 'list' | 'add' | 'read' | 'replace' | 'change' | 'remove'
  /** Path template of the collection. */
  readonly collection: string
  /** The placeholder of one resource. */
  readonly placeholder: string
  /** The members that lead to the resource or the list in responses of this operation; none if it is the whole. */
  readonly place: readonly string[]
  /** The form in which the resource is kept: that of the operation which reads it. */
  readonly kept: ResourceForm
}

/** Returns the operations on collections by id: in steps, because there can be thousands of collections. */
export async function resourceOperationsOf({
  operations,
  schemas,
}: Description): Promise<ReadonlyMap<string, ResourceOperation>> {
  // placeholders of one place can have several names
  const byShape = new Map<string, Operation[]>()
  for (const operation of operations) {
    const shape = operation.path.replace(/(?<=.)\/$/, '').replace(/\{[^{}]+\}/g, '{}')
    const known = byShape.get(shape)
    if (known) known.push(operation)
    else byShape.set(shape, [operation])
  }
  const wholeOf = wholesOf(schemas)
  const found = new Map<string, ResourceOperation>()
  for (const [shape, ofItem] of byShape) {
    const outer = /^(.*)\/\{\}$/.exec(shape)?.[1]
    const named = ofItem.find(({ method }) => method === 'GET') ?? ofItem[0]
    const [, collection, placeholder] = itemPath.exec(named?.path ?? '') ?? []
    if (outer === undefined || collection === undefined || placeholder === undefined) continue
    const ofCollection = byShape.get(outer === '' ? '/' : outer) ?? []
    for (const [id, one] of collectionOf({ collection, placeholder, ofItem, ofCollection, wholeOf })) found.set(id, one)
    await setImmediate()
  }
  return found
}

const itemPath = /^(.*)\/\{([^{}]+)\}\/?$/

interface Candidate {
  readonly collection: string
  readonly placeholder: string
  readonly ofItem: readonly Operation[]
  readonly ofCollection: readonly Operation[]
  readonly wholeOf: WholeOf
}

const whatItemDoes = { GET: 'read', PUT: 'replace', PATCH: 'change', DELETE: 'remove', POST: 'change' } as const

function collectionOf(candidate: Candidate): (readonly [id: string, ResourceOperation])[] {
  const { collection, placeholder, ofItem, ofCollection, wholeOf } = candidate
  const add = ofCollection.find(({ method }) => method === 'POST')
  const read = ofItem.find(({ method }) => method === 'GET')
  const list = ofCollection.find(({ method }) => method === 'GET')
  const canAdd = add !== undefined || ofItem.some(({ method }) => method === 'PUT')
  const items = list && listIn(list, collection, wholeOf)
  // what answers with a list is read by something else than an id
  const isList = read && isOfKind(wholeOf(answerSchemaOf(read) ?? {}), 'array')
  if (!canAdd || isList || !(read || list)) return []
  const kept = keptPlace({ read, add, items, ofItem }, wholeOf)
  if (!kept) return []
  // a list that is not described is one of what is kept
  const listed =
    items ?? (list && isOpen(wholeOf(answerSchemaOf(list) ?? {})) ? { members: [], schema: kept.schema } : undefined)
  const formOf = ({ schema }: Place): ResourceForm => ({
    schema,
    idProperty: idPropertyOf(wholeOf(schema), placeholder, collection),
  })
  const known = { collection, kept: formOf(kept) }
  const entryOf = ({ id, path }: Operation, does: ResourceOperation['does'], place: Place) => {
    const own = itemPath.exec(path)?.[2] ?? placeholder
    return [id, { ...known, ...formOf(place), placeholder: own, does, place: place.members }] as const
  }
  return [
    ...ofItem.map((one) => entryOf(one, whatItemDoes[one.method], resourceIn(one, wholeOf) ?? kept)),
    ...(add ? [entryOf(add, 'add', resourceIn(add, wholeOf) ?? kept)] : []),
    ...(list && listed ? [entryOf(list, 'list', listed)] : []),
  ]
}

interface Place {
  readonly members: readonly string[]
  readonly schema: Schema
}
interface Sources {
  readonly read: Operation | undefined
  readonly add: Operation | undefined
  readonly items: Place | undefined
  readonly ofItem: readonly Operation[]
}

/** Returns the resource as it is read, listed, added or changed, as far as that is described; else as it is sent. */
function keptPlace({ read, add, items, ofItem }: Sources, wholeOf: WholeOf): Place | undefined {
  const others = add ? [add, ...ofItem] : ofItem
  const shown = others.flatMap((one) => resourceIn(one, wholeOf) ?? [])
  const sent = others.map(({ body }) => body?.types.find(({ type }) => isJsonType(type))?.schema).find(isJson)
  return (read && resourceIn(read, wholeOf)) ?? items ?? shown[0] ?? (sent && { members: [], schema: sent })
}

/** Returns the schema of the response of success, if that is JSON. */
export function answerSchemaOf(operation: Operation): Schema | undefined {
  return successOf(operation)?.types.find(({ type }) => isJsonType(type) || type === '*/*')?.schema
}

/** Reports whether a schema says nothing about a value. */
function isOpen(schema: Schema): boolean {
  return !['type', 'properties', 'items', 'oneOf', 'anyOf', 'enum', 'const'].some((keyword) => keyword in schema)
}

const wrappers = ['data', 'item', 'result', 'resource']

/** Finds the resource in the response: the whole, a member such as `data`, or the one member that is an object. */
function resourceIn(operation: Operation, wholeOf: WholeOf): Place | undefined {
  const answer = answerSchemaOf(operation)
  const whole = answer && wholeOf(answer)
  if (!answer || !whole || isOpen(whole) || isOfKind(whole, 'array')) return undefined
  const names = isJson(whole.properties) ? Object.keys(whole.properties) : []
  if (names.some((name) => /^_?(?:id|uuid)$/i.test(name))) return { members: [], schema: answer }
  const objects = membersIn(whole, 'object', wholeOf)
  const wrapper = objects.find(([name]) => wrappers.includes(name))
  const [member] = wrapper ? [wrapper] : names.length <= 2 && objects.length === 1 ? objects : []
  return member ? { members: [member[0]], schema: member[1] } : { members: [], schema: answer }
}

/** Returns the members of an object that are objects with declared members, or lists. */
function membersIn({ properties }: Schema, kind: 'object' | 'array', wholeOf: WholeOf) {
  return Object.entries(isJson(properties) ? properties : {}).flatMap(([name, schema]) => {
    const whole = isJson(schema) ? wholeOf(schema) : {}
    const isFitting = isOfKind(whole, kind) && (kind === 'array' || isJson(whole.properties))
    return isJson(schema) && isFitting ? [[name, schema] as const] : []
  })
}

/** Names of lists that answers have besides that of the collection. */
const beside = /^_?(?:links|errors|warnings|messages|included|facets)$/i
const lists = ['data', 'items', 'results', 'records', 'values', 'value', 'entries', 'content', 'list', 'resources']

/** Finds the list in the response: the whole, a member such as `data`, the one that is a list, or one inside those. */
function listIn(operation: Operation, collection: string, wholeOf: WholeOf): Place | undefined {
  const answer = answerSchemaOf(operation)
  const name = collection.split('/').pop() ?? ''
  return answer && listBelow(answer, [], { name, wholeOf })
}

interface Naming {
  /** The name of the collection in its path. */
  readonly name: string
  readonly wholeOf: WholeOf
}

function listBelow(schema: Schema, members: readonly string[], naming: Naming): Place | undefined {
  const { name: own, wholeOf } = naming
  const whole = wholeOf(schema)
  if (isOfKind(whole, 'array')) return { members, schema: itemIn(schema, wholeOf) }
  const arrays = membersIn(whole, 'array', wholeOf)
  const others = arrays.filter(([name]) => !beside.test(name))
  const ofObjects = others.filter(([, one]) => isJson(wholeOf(itemIn(one, wholeOf)).properties))
  const chosen =
    arrays.find(([name]) => lists.includes(name) || plainName(name) === plainName(own)) ??
    [arrays, others, ofObjects].find(({ length }) => length === 1)?.[0]
  if (chosen) return { members: [...members, chosen[0]], schema: itemIn(chosen[1], wholeOf) }
  const holders = membersIn(whole, 'object', wholeOf).filter(([name]) =>
    /^(?:_embedded|data|result|response)$/.test(name),
  )
  const [holder] = members.length === 0 && arrays.length === 0 ? holders : []
  return holder && listBelow(holder[1], [holder[0]], naming)
}

function itemIn(list: Schema, wholeOf: WholeOf): Schema {
  const { items } = wholeOf(list)
  return isJson(items) ? items : {}
}
