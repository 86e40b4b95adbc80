// JSON Schema as the Messages API accepts it.
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { standardSchema } from '../standard-schema.ts'
import { targetOf } from '../tool-schema.ts'

/** Bounds that the vendor refuses in a response schema; they go into the description instead. */
const refused = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
])
const maps = new Set(['properties', '$defs', 'definitions'])
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])

/** Returns a response schema: objects allow no additional members, and refused bounds go into the description. */
export function outputSchema(schema: Json): Json {
  return closed(standardSchema(schema))
}
function closed(schema: Json): Json {
  const members: [string, unknown][] = []
  const words: string[] = []
  for (const [name, value] of Object.entries(schema)) {
    if (refused.has(name) || (name === 'minItems' && value !== 0 && value !== 1))
      words.push(`${name}: ${JSON.stringify(value)}`)
    else if (name !== '$schema') members.push([name, inner(name, value)])
  }
  const written = Object.fromEntries(members)
  const whole = written.type === 'object' ? { ...written, additionalProperties: false } : written
  if (words.length === 0) return whole
  const before = typeof whole.description === 'string' ? `${whole.description} ` : ''
  return { ...whole, description: `${before}(${words.join(', ')})` }
}
function inner(name: string, value: unknown): unknown {
  if (maps.has(name) && isJson(value))
    return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, ofAny(schema)]))
  if (lists.has(name) && Array.isArray(value)) return value.map(ofAny)
  return name === 'items' || name === 'not' ? ofAny(value) : value
}
function ofAny(schema: unknown): unknown {
  return isJson(schema) ? closed(schema) : schema
}

/** True for a schema that refers to itself, which the vendor refuses. */
export function isRecursive(schema: Json): boolean {
  const open = new Set<unknown>(['#'])
  const known = new Set<unknown>()
  const visit = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(visit)
    if (!isJson(value)) return false
    const { $ref: reference } = value
    if (open.has(reference)) return true
    if (typeof reference === 'string' && !known.has(reference)) {
      known.add(reference)
      open.add(reference)
      if (visit(targetOf(reference, schema))) return true
      open.delete(reference)
    }
    return Object.entries(value).some(([name, inside]) => {
      if (maps.has(name)) return isJson(inside) && Object.values(inside).some(visit)
      return (lists.has(name) || name === 'items') && visit(inside)
    })
  }
  return visit(schema)
}
