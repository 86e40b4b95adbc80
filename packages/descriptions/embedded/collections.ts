// Collections of a description: paths such as `/pets` and `/pets/{petId}`, nested ones too, and what their operations
// do.
import type { Schema } from '#define'
import { resolved } from '../checking/resolve.ts'
import { isJsonType, successOf } from '../declaring/endpoints.ts'
import type { Description, Operation } from '../description.ts'
import { isJson } from '../reading/json.ts'

/** What an operation does with a collection. */
export interface ResourceOperation {
  readonly does: 'list' | 'add' | 'read' | 'replace' | 'change' | 'remove'
  /** Path template of the collection. */
  readonly collection: string
  /** The placeholder of one resource. */
  readonly placeholder: string
  /** The member that holds the resource or the list in responses; undefined if it is the whole. */
  readonly member: string | undefined
  /** Schema of the resource. */
  readonly schema: Schema
  /** The property that holds the id. */
  readonly idProperty: string | undefined
}

/** Returns the operations on collections by id. */
export function resourceOperationsOf({ operations, schemas }: Description): ReadonlyMap<string, ResourceOperation> {
  const byPath = new Map<string, Operation[]>()
  for (const operation of operations) byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation])
  const found = new Map<string, ResourceOperation>()
  for (const [path, ofItem] of byPath) {
    const [, collection, placeholder] = /^(.+)\/\{([^{}]+)\}\/?$/.exec(path) ?? []
    if (collection === undefined || placeholder === undefined) continue
    const ofCollection = byPath.get(collection) ?? byPath.get(`${collection}/`) ?? []
    for (const [id, one] of collectionOf({ collection, placeholder, ofItem, ofCollection, schemas })) found.set(id, one)
  }
  return found
}

interface Candidate {
  readonly collection: string
  readonly placeholder: string
  readonly ofItem: readonly Operation[]
  readonly ofCollection: readonly Operation[]
  readonly schemas: Description['schemas']
}

const whatItemDoes = { GET: 'read', PUT: 'replace', PATCH: 'change', DELETE: 'remove', POST: 'change' } as const

function collectionOf({ collection, placeholder, ofItem, ofCollection, schemas }: Candidate) {
  const add = ofCollection.find(({ method }) => method === 'POST')
  const read = ofItem.find(({ method }) => method === 'GET')
  const canAdd = add !== undefined || ofItem.some(({ method }) => method === 'PUT')
  const shown = read ?? add ?? ofItem.find(({ method }) => method !== 'DELETE')
  const resource = shown && resourceIn(shown, schemas)
  if (!canAdd || !resource || (!read && !ofCollection.some(({ method }) => method === 'GET'))) return []
  const { schema } = resource
  const idProperty = idPropertyOf(resolved(schema, schemas), placeholder, collection)
  const known = { collection, placeholder, idProperty }
  const all: [string, ResourceOperation][] = ofItem.map((operation) => {
    const own = resourceIn(operation, schemas) ?? resource
    return [operation.id, { ...known, does: whatItemDoes[operation.method], member: own.member, schema: own.schema }]
  })
  if (add) {
    const own = resourceIn(add, schemas) ?? resource
    all.push([add.id, { ...known, does: 'add', member: own.member, schema: own.schema }])
  }
  const list = ofCollection.find(({ method }) => method === 'GET')
  const items = list && listIn(list, schemas)
  if (list && items) all.push([list.id, { ...known, does: 'list', member: items.member, schema: items.schema }])
  return all
}

interface Place {
  readonly member: string | undefined
  readonly schema: Schema
}

function answerOf(operation: Operation): Schema | undefined {
  return successOf(operation)?.types.find(({ type }) => isJsonType(type) || type === '*/*')?.schema
}

const wrappers = ['data', 'item', 'result', 'resource']

/** Finds the resource in the response: the whole, a member such as `data`, or the one member that is an object. */
function resourceIn(operation: Operation, schemas: Description['schemas']): Place | undefined {
  const answer = answerOf(operation)
  if (!answer) return undefined
  const whole = resolved(answer, schemas)
  if (whole.type === 'array') return undefined
  const members = objectMembers(whole, schemas)
  const wrapper = members.find(({ member }) => wrappers.includes(member ?? ''))
  const hasId = isJson(whole.properties) && Object.keys(whole.properties).some((name) => /^_?(?:id|uuid)$/i.test(name))
  if (hasId) return { member: undefined, schema: answer }
  const count = isJson(whole.properties) ? Object.keys(whole.properties).length : 0
  return wrapper ?? (count <= 2 && members.length === 1 ? members[0] : { member: undefined, schema: answer })
}

function objectMembers(whole: Schema, schemas: Description['schemas']): Place[] {
  if (!isJson(whole.properties)) return []
  return Object.entries(whole.properties).flatMap(([member, schema]) =>
    isJson(schema) && isJson(resolved(schema, schemas).properties) ? [{ member, schema }] : [],
  )
}

const lists = ['data', 'items', 'results', 'records', 'values', 'entries', 'content', 'list', 'resources']

/** Finds the list in the response: the whole, a member such as `data`, or the one that is a list. */
function listIn(operation: Operation, schemas: Description['schemas']): Place | undefined {
  const answer = answerOf(operation)
  const whole = answer && resolved(answer, schemas)
  if (!whole) return undefined
  if (whole.type === 'array') return { member: undefined, schema: isJson(whole.items) ? whole.items : {} }
  if (!isJson(whole.properties)) return undefined
  const arrays = Object.entries(whole.properties).flatMap(([member, schema]) => {
    const { type, items } = isJson(schema) ? resolved(schema, schemas) : {}
    return type === 'array' ? [{ member, schema: isJson(items) ? items : {} }] : []
  })
  return arrays.find(({ member }) => lists.includes(member)) ?? (arrays.length === 1 ? arrays[0] : undefined)
}

/** Returns the property that a placeholder such as `petId` or `pet_id` stands for. */
function idPropertyOf({ properties }: Schema, placeholder: string, collection: string): string | undefined {
  const names = isJson(properties) ? Object.keys(properties) : []
  const last = collection.split('/').pop() ?? ''
  const singular = last.replace(/ies$/, 'y').replace(/s$/, '')
  const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
  const stem = plain(placeholder).replace(/(?:id|name|key|slug|code|uuid)$/, '')
  const wanted = [placeholder, 'id', 'uuid', `${singular}id`, plain(placeholder).slice(stem.length), 'key', 'name']
  for (const one of wanted) {
    const found = names.find((name) => one !== '' && plain(name) === plain(one))
    if (found !== undefined) return found
  }
  return undefined
}
