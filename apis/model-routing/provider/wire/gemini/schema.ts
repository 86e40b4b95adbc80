// Schemas of generateContent: a subset of OpenAPI's, with types in capital letters. Converts them to JSON Schema, and
// back without what the vendor refuses (SOURCES 10.5).
import type { Json } from '../json.ts'
import { isJson, parsed } from '../json.ts'
import { standardSchema } from '../standard-schema.ts'

const maps = new Set(['properties', '$defs', 'definitions'])
const lists = new Set(['anyOf', 'oneOf', 'allOf'])

/** Converts a schema of this wire to JSON Schema. */
export function jsonSchema(schema: Json): Json {
  const entries = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'type' && typeof value === 'string') return [[name, value.toLowerCase()]]
    if (name === 'nullable' || name === 'propertyOrdering' || name === 'property_ordering') return []
    if (name === 'format' && value === 'enum') return []
    // This wire writes 64-bit integers as strings.
    if (counts.has(name) && typeof value === 'string' && /^\d{1,9}$/.test(value)) return [[name, Number(value)]]
    const spelt = name === 'any_of' ? 'anyOf' : name
    return [[spelt, inner(spelt, value, jsonSchema)]]
  })
  const read: Json = withTypedEnum(Object.fromEntries(entries))
  return schema.nullable === true ? orNull(read) : read
}
/** This wire writes every value of an enumeration as a string, also those of numbers. */
function withTypedEnum(schema: Json): Json {
  const { type, enum: values } = schema
  if (!Array.isArray(values) || (type !== 'integer' && type !== 'number' && type !== 'boolean')) return schema
  const typed = values.map((value) => {
    const own = typeof value === 'string' ? parsed(value) : undefined
    return typeof own === (type === 'boolean' ? type : 'number') ? own : value
  })
  return { ...schema, enum: typed }
}
function orNull({ type, anyOf, ...read }: Json): Json {
  const choices = Array.isArray(read.enum) ? { enum: [...read.enum, null] } : {}
  const typed = typeof type === 'string' ? { type: [type, 'null'] } : {}
  const others = Array.isArray(anyOf) ? { anyOf: [...anyOf, { type: 'null' }] } : {}
  return { ...typed, ...read, ...choices, ...others }
}
const counts = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'])

/** Keywords that the vendor accepts; any other makes it refuse the call. */
const kept = new Set([
  'type',
  'format',
  'description',
  'nullable',
  'enum',
  'items',
  'properties',
  'required',
  'anyOf',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
])
/**
 * Limit of references inlined in one schema: each can contain more of them, so their depth and their number are
 * bounded.
 */
const mostReferences = 200
const deepestReference = 8

/** Formats that the vendor takes for each type. */
const formats: Readonly<Partial<Record<string, readonly string[]>>> = {
  string: ['enum', 'date-time'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
}
/** Members that say something of values of one type alone. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required'],
  string: ['enum', 'pattern', 'minLength', 'maxLength'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
}
const ofOneType: ReadonlySet<string> = new Set([...Object.values(membersOf).flat(), 'format'])

interface Expansion {
  readonly root: Json
  left: number
}

/**
 * Converts JSON Schema to a schema of this wire, which lacks references: they are inlined, and a recursive one becomes
 * any object.
 */
export function ownSchema(schema: Json): Json {
  const root = standardSchema(schema)
  return cleaned(root, { root, left: mostReferences }, 0)
}

function cleaned(schema: Json, expansion: Expansion, depth: number): Json {
  const flat = oneType(withItems(joined(schema)))
  if (typeof flat.$ref === 'string') return followed(flat, flat.$ref, expansion, depth)
  const within = (inside: Json) => cleaned(inside, expansion, depth)
  const entries = Object.entries(flat).flatMap(([name, value]): [string, unknown][] => {
    if (!kept.has(name)) return []
    if (name === 'format' && !formats[String(flat.type)]?.includes(String(value))) return []
    if (name === 'type') return typeof value === 'string' ? [[name, value.toUpperCase()]] : []
    if (name === 'enum') return writtenEnum(value, flat.type)
    if (name === 'properties')
      return isJson(value) && Object.keys(value).length > 0 ? [[name, inner(name, value, within)]] : []
    if (name === 'required') return [[name, declaredOnly(value, flat.properties)]]
    if (name === 'anyOf') return writtenAlternatives(inner(name, value, within))
    return [[name, inner(name, value, within)]]
  })
  const written: Json = Object.fromEntries(entries)
  if (written.type === 'ARRAY' && !isJson(written.items)) return { ...written, items: { type: 'STRING' } }
  return Array.isArray(written.required) && written.required.length === 0 ? without(written, 'required') : written
}

/** A description next to a reference overrides that of its target. */
function followed(schema: Json, reference: string, expansion: Expansion, depth: number): Json {
  const isOpen = depth < deepestReference && expansion.left > 0
  const target = isOpen ? targetOf(reference, expansion.root) : undefined
  if (target === undefined) return { type: 'OBJECT' }
  expansion.left--
  return cleaned({ ...target, ...without(schema, '$ref') }, expansion, depth + 1)
}

/** The vendor refuses a schema that requires undeclared members. */
function declaredOnly(required: unknown, properties: unknown): unknown {
  if (!Array.isArray(required)) return []
  const isDeclared = (name: string) =>
    isJson(properties) && Object.hasOwn(properties, name) && properties[name] !== false
  return required.filter((name) => typeof name === 'string' && isDeclared(name))
}
/** An alternative that says nothing in the words of this wire allows anything, and so do all of them. */
function writtenAlternatives(value: unknown): [string, unknown][] {
  const isOpen = (one: unknown) => !isJson(one) || Object.keys(one).length === 0
  return Array.isArray(value) && value.length > 0 && !value.some(isOpen) ? [['anyOf', value]] : []
}
/** Enums of this wire contain only strings; one that also has numbers would forbid them. */
function writtenEnum(value: unknown, type: unknown): [string, unknown][] {
  if (!Array.isArray(value) || (type !== undefined && type !== 'string')) return []
  const texts = value.filter((item) => typeof item === 'string' && item !== '')
  const isMixed = value.some((item) => item !== null && typeof item !== 'string')
  if (isMixed && type === undefined) return commonType(value)
  if (texts.length === 0 || isMixed) return []
  const typed: [string, unknown][] = type === undefined ? [['type', 'STRING']] : []
  return [...typed, ...(value.includes(null) ? [['nullable', true] as [string, unknown]] : []), ['enum', texts]]
}
/** Returns the type of all values, where they have one. */
function commonType(all: readonly unknown[]): [string, unknown][] {
  const values = all.filter((value) => value !== null)
  const nullable: [string, unknown][] = values.length < all.length ? [['nullable', true]] : []
  const type = typeOfAll(values)
  return type === undefined ? [] : [['type', type], ...nullable]
}
function typeOfAll(values: readonly unknown[]): string | undefined {
  if (values.every((value) => typeof value === 'boolean')) return 'BOOLEAN'
  if (!values.every((value) => typeof value === 'number')) return undefined
  return values.every(Number.isInteger) ? 'INTEGER' : 'NUMBER'
}
function without(schema: Json, name: string): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name))
}

/** Expresses `const`, `oneOf` and `allOf` by keywords of this wire. */
function joined(schema: Json): Json {
  const { const: only, oneOf, allOf, ...rest } = schema
  const parts = Array.isArray(allOf) ? allOf.filter(isJson) : []
  const merged = parts.reduce<Json>(mergedWith, rest)
  const choices = Array.isArray(oneOf) && merged.anyOf === undefined ? { anyOf: oneOf } : {}
  const flat = { ...merged, ...choices }
  if (typeof only === 'string') return { ...flat, type: 'string', enum: [only] }
  return only === undefined || only === null ? flat : { ...flat, enum: [only] }
}
function mergedWith(before: Json, part: Json): Json {
  const properties = isJson(before.properties) || isJson(part.properties)
  const [a, b] = [before.properties, part.properties].map((value) => (isJson(value) ? value : {}))
  const required = [before.required, part.required].flatMap((value) => (Array.isArray(value) ? value : []))
  return {
    ...part,
    ...before,
    ...(properties ? { properties: { ...a, ...b } } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  }
}

/** Writes the items of a tuple, which this wire has no word for, as alternatives of every item. */
function withItems({ prefixItems, ...schema }: Json): Json {
  if (!Array.isArray(prefixItems)) return schema
  const all = [...prefixItems, ...(isJson(schema.items) ? [schema.items] : [])]
  const different = [...new Map(all.map((one) => [plainKind(one), one])).values()]
  const [only] = different
  return { ...schema, items: different.length === 1 ? only : { anyOf: different } }
}

/** Returns the common part of two plain schemas of one kind; of others the schema itself. */
function plainKind(schema: unknown): unknown {
  const [entry, ...others] = Object.entries(isJson(schema) ? schema : {})
  return entry !== undefined && others.length === 0 && typeof entry[1] === 'string' ? entry.join(' ') : schema
}

/**
 * Writes one type and `nullable` instead of a list of types, or of an alternative for null; several types become
 * alternatives.
 */
function oneType(given: Json): Json {
  const schema = withoutNull(given)
  const { type } = schema
  if (type === undefined && isJson(schema.properties)) return { ...schema, type: 'object' }
  if (type === undefined && isJson(schema.items)) return { ...schema, type: 'array' }
  if (!Array.isArray(type)) return schema
  const types = type.filter((name) => name !== 'null')
  const nullable = types.length < type.length ? { nullable: true } : {}
  if (types.length === 1) return { ...schema, ...nullable, type: types[0] }
  const shared = Object.entries(schema).filter(([name]) => name !== 'type' && !ofOneType.has(name))
  return { ...Object.fromEntries(shared), ...nullable, anyOf: types.map((name) => alternative(String(name), schema)) }
}
/** Returns the part of a schema that concerns one of its types. */
function alternative(type: string, schema: Json): Json {
  const own = Object.entries(schema).filter(([name]) => membersOf[type]?.includes(name) || name === 'format')
  return { type, ...Object.fromEntries(own) }
}

function withoutNull(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const others = anyOf.filter((one) => !isJson(one) || one.type !== 'null')
  if (others.length === anyOf.length || others.length === 0) return schema
  const [only] = others
  return others.length === 1 && isJson(only)
    ? { ...only, ...rest, nullable: true }
    : { ...rest, anyOf: others, nullable: true }
}

function targetOf(reference: string, root: Json): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let node: unknown = root
  for (const step of reference.slice(2).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    node = isJson(node) && Object.hasOwn(node, name) ? node[name] : undefined
  }
  return isJson(node) ? node : undefined
}

function inner(name: string, value: unknown, each: (schema: Json) => Json): unknown {
  // `true` is a schema that allows anything
  const of = (inside: unknown) => (isJson(inside) ? each(inside) : inside === true ? {} : inside)
  if (maps.has(name) && isJson(value)) {
    // `false` is a schema that allows nothing, so there is no such member
    const members = Object.entries(value).filter(([, inside]) => inside !== false)
    return Object.fromEntries(members.map(([key, inside]) => [key, of(inside)]))
  }
  if (lists.has(name)) return Array.isArray(value) ? value.map(of) : value
  return name === 'items' || name === 'additionalProperties' ? of(value) : value
}
