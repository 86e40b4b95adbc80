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
