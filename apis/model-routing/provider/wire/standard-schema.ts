// Schemas in the words of JSON Schema 2020-12, on which vendors insist (SOURCES 10.20). Libraries still write older
// drafts, and types by their names in programming languages.
import { isJson, type Json } from './json.ts'

const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions'])
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const singles: ReadonlySet<string> = new Set([
  ...['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'],
])
const types: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const otherNames: ReadonlyMap<string, string> = new Map([
  ...(['str', 'text'] as const).map((name) => [name, 'string'] as const),
  ...(['int', 'long', 'int32', 'int64'] as const).map((name) => [name, 'integer'] as const),
  ...(['float', 'double', 'decimal'] as const).map((name) => [name, 'number'] as const),
  ...(['dict', 'map'] as const).map((name) => [name, 'object'] as const),
  ...(['list', 'tuple', 'set'] as const).map((name) => [name, 'array'] as const),
  ['bool', 'boolean'],
  ['none', 'null'],
])

/**
 * Returns the schema and all within it as the current draft says them; an unknown type allows anything. `fillsLists`:
 * lists of anything say so, which chat completions require.
 */
export function standardSchema(schema: Json, fillsLists = false): Json {
  const isTuple = Array.isArray(schema.items)
  const inside = (value: unknown): unknown => (isJson(value) ? standardSchema(value, fillsLists) : value)
  const entries = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'type') return present(name, typeOf(value))
    if (name === 'required') return []
    if (name === 'items' && Array.isArray(value)) return [['prefixItems', value.map(inside)]]
    if (name === 'additionalItems') return isTuple ? [['items', inside(value)]] : []
    if (Object.hasOwn(opposite, name)) return bound(name, schema)
    return [[name, within(name, value, inside)]]
  })
  const written: Json = Object.fromEntries(entries)
  const isOpenList = fillsLists && [written.type].flat().includes('array') && written.items === undefined
  const required = requiredOf(schema)
  return { ...written, ...(isOpenList ? { items: {} } : {}), ...(required === undefined ? {} : { required }) }
}

function within(name: string, value: unknown, inside: (value: unknown) => unknown): unknown {
  if (maps.has(name) && isJson(value))
    return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, inside(schema)]))
  if (lists.has(name) && Array.isArray(value)) return value.map(inside)
  return singles.has(name) ? inside(value) : value
}
const present = (name: string, value: unknown): [string, unknown][] => (value === undefined ? [] : [[name, value]])

function typeOf(value: unknown): unknown {
  if (!Array.isArray(value)) return typeNamed(value)
  const names = value.map(typeNamed)
  return names.includes(undefined) ? undefined : [...new Set(names)]
}
function typeNamed(value: unknown): string | undefined {
  const name = typeof value === 'string' ? value.toLowerCase() : ''
  return types.has(name) ? name : otherNames.get(name)
}

/** Returns each name once, and those of properties that say it of themselves, as the third draft did. */
function requiredOf({ required, properties }: Json): string[] | undefined {
  const members = isJson(properties) ? Object.entries(properties) : []
  const own = members.filter(([, member]) => isJson(member) && member.required === true).map(([name]) => name)
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  return Array.isArray(required) || own.length > 0 ? [...new Set([...names, ...own])] : undefined
}

/** Bounds, and those that were flags beside them in the fourth draft. */
const opposite: Readonly<Record<string, string>> = {
  minimum: 'exclusiveMinimum',
  maximum: 'exclusiveMaximum',
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
}
function bound(name: string, schema: Json): [string, unknown][] {
  const other = opposite[name] ?? name
  if (schema[name] === true) return present(name, schema[other])
  return schema[name] === false || schema[other] === true ? [] : [[name, schema[name]]]
}

/** True for a schema in which an object has members of any name, which some vendors cannot say. */
export function hasMaps(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasMaps)
  if (!isJson(schema)) return false
  const { type, properties, additionalProperties: more } = schema
  const isOpen = isJson(more) || more === true || (more === undefined && !isJson(properties))
  if (type === 'object' && isOpen && schema.anyOf === undefined && schema.allOf === undefined) return true
  return Object.entries(schema).some(([name, value]) => {
    if (maps.has(name)) return isJson(value) && Object.values(value).some(hasMaps)
    return (lists.has(name) || name === 'items') && hasMaps(value)
  })
}
