// JSON Schema as the Messages API accepts it.
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { standardSchema } from '../standard-schema.ts'
import { targetOf } from '../tool-schema.ts'

/** Keywords that the vendor takes in a response schema (SOURCES 10.20); all others go into the description. */
const taken = new Set([
  ...['$defs', 'definitions', '$ref', 'type', 'enum', 'const', 'anyOf', 'allOf', 'description', 'title', 'default'],
  ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'format', 'pattern'],
])
const formats = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
])
const maps = new Set(['properties', '$defs', 'definitions'])
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])

/** Returns a response schema: objects allow no additional members, and what is refused goes into the description. */
export function outputSchema(schema: Json): Json {
  return closed(standardSchema(schema))
}
function closed(given: Json): Json {
  const { $schema: _draft, oneOf, ...others } = given
  // the vendor knows no other alternatives
  const schema: Json = oneOf === undefined || others.anyOf !== undefined ? others : { ...others, anyOf: oneOf }
  const members: [string, unknown][] = []
  const words: string[] = []
  for (const [name, value] of Object.entries(schema))
    if (isTaken(name, value)) members.push([name, inner(name, value)])
    else words.push(`${name}: ${JSON.stringify(value)}`)
  const written = Object.fromEntries(members)
  const whole = written.type === 'object' ? { ...written, additionalProperties: false } : written
  if (words.length === 0) return whole
  const before = typeof whole.description === 'string' ? `${whole.description} ` : ''
  return { ...whole, description: `${before}(${words.join(', ')})` }
}
function isTaken(name: string, value: unknown): boolean {
  if (name === 'minItems') return value === 0 || value === 1
  if (name === 'format') return typeof value === 'string' && formats.has(value)
  if (name === 'enum') return Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)
  return name === 'items' ? isJson(value) : taken.has(name)
}
function inner(name: string, value: unknown): unknown {
  if (maps.has(name) && isJson(value))
    return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, ofAny(schema)]))
  if (lists.has(name) && Array.isArray(value)) return value.map(ofAny)
  return name === 'items' ? ofAny(value) : value
}
function ofAny(schema: unknown): unknown {
  return isJson(schema) ? closed(schema) : schema
}

/** True for a schema that allows anything somewhere, to which the vendor cannot hold an answer. */
export function isOpen(schema: unknown): boolean {
  if (!isJson(schema)) return true
  const says = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref']
  if (!says.some((name) => schema[name] !== undefined)) return true
  return Object.entries(schema).some(([name, value]) => {
    if (maps.has(name)) return isJson(value) && Object.values(value).some(isOpen)
    if (name === 'anyOf' || name === 'oneOf') return Array.isArray(value) && value.some(isOpen)
    return name === 'items' && value !== false && isOpen(value)
  })
}

/** True for a schema that refers to itself, which the vendor refuses. Chains of references can be thousands long. */
export function isRecursive(schema: Json): boolean {
  const path = [{ target: schema, left: referencesIn(schema) }]
  const open = new Set([schema])
  const known = new Set([schema])
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    const reference = last.left.pop()
    if (reference === undefined) {
      path.pop()
      open.delete(last.target)
      continue
    }
    const target = reference === '#' ? schema : targetOf(reference, schema)
    if (open.has(target)) return true
    if (known.has(target)) continue
    known.add(target)
    open.add(target)
    path.push({ target, left: referencesIn(target) })
  }
  return false
}

/** Returns the references of a schema and of all within it; bodies are nested to a limited depth. */
function referencesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn)
  if (!isJson(schema)) return []
  const own = typeof schema.$ref === 'string' ? [schema.$ref] : []
  return Object.entries(schema).reduce((all, [name, inside]) => {
    if (maps.has(name) && isJson(inside)) for (const one of Object.values(inside)) all.push(...referencesIn(one))
    else if (lists.has(name) || name === 'items') all.push(...referencesIn(inside))
    return all
  }, own)
}
