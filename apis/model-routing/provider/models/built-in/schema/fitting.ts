// Validates a value against a JSON Schema (draft 2020-12) from a caller: interpreted, in a bounded number of steps, so
// that no schema can keep the process busy. Patterns are refused: they are a caller's regular expressions.
import { isDeepStrictEqual } from 'node:util'
import { isJson, type Json } from '../../../wire/json.ts'

export type SchemaNode = Json | boolean

/** The schema uses something unsupported, has a dangling reference, or is too large. */
export class SchemaTrouble extends Error {}

const mostSteps = 20_000
const notUnderstood = [
  'pattern',
  'patternProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependentSchemas',
  'dependencies',
  '$dynamicRef',
  'minContains',
  'maxContains',
]

/** Throws SchemaTrouble. */
export function fits(root: SchemaNode, value: unknown): boolean {
  return new Fitting(root).fits(root, value)
}

/** The schema that a local reference points to (`#`, `#/$defs/x`). Throws SchemaTrouble. */
export function resolve(root: SchemaNode, ref: unknown): SchemaNode {
  if (typeof ref !== 'string' || !ref.startsWith('#'))
    throw new SchemaTrouble('Only references within the schema are known.')
  let at: unknown = root
  for (const step of ref.slice(1).split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    const members: Json = Object(at) // those of an array are its elements
    at = Object.hasOwn(members, name) ? members[name] : undefined
  }
  if (!isNode(at)) throw new SchemaTrouble(`The reference ${ref.slice(0, 100)} points nowhere.`)
  return at
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value))
/** Members of the object that are schemas. */
export const nodesOf = (value: unknown): Readonly<Record<string, SchemaNode>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, SchemaNode] => isNode(entry[1])))
    : {}
export const nodeList = (value: unknown): readonly SchemaNode[] => (Array.isArray(value) ? value.filter(isNode) : [])
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

class Fitting {
  readonly #root: SchemaNode
  #steps = 0

  constructor(root: SchemaNode) {
    this.#root = root
  }
  fits(schema: SchemaNode, value: unknown, depth = 0): boolean {
    if (++this.#steps > mostSteps || depth > 100) throw new SchemaTrouble('The schema takes too long to check.')
    if (typeof schema === 'boolean') return schema
    const strange = notUnderstood.find((keyword) => Object.hasOwn(schema, keyword))
    if (strange !== undefined) throw new SchemaTrouble(`The keyword ${strange} is not known here.`)
    const inner = (node: SchemaNode, of: unknown = value) => this.fits(node, of, depth + 1)
    if (schema.$ref !== undefined && !inner(resolve(this.#root, schema.$ref))) return false
    if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(value, type))) return false
    if (Object.hasOwn(schema, 'const') && !isDeepStrictEqual(value, schema.const)) return false
    if (Array.isArray(schema.enum) && !schema.enum.some((one) => isDeepStrictEqual(value, one))) return false
    if (Array.isArray(schema.allOf) && !nodeList(schema.allOf).every((node) => inner(node))) return false
    if (Array.isArray(schema.anyOf) && !nodeList(schema.anyOf).some((node) => inner(node))) return false
    if (Array.isArray(schema.oneOf) && nodeList(schema.oneOf).filter((node) => inner(node)).length !== 1) return false
    if (isNode(schema.not) && inner(schema.not)) return false
    if (isNode(schema.if)) {
      const branch = inner(schema.if) ? schema.then : schema.else
      if (isNode(branch) && !inner(branch)) return false
    }
    if (typeof value === 'string') return lengthFits([...value].length, schema.minLength, schema.maxLength)
    if (typeof value === 'number') return numberFits(schema, value)
    if (Array.isArray(value)) return this.#listFits(schema, value, inner)
    return !isJson(value) || this.#objectFits(schema, value, inner)
  }
  #listFits(schema: Json, list: readonly unknown[], inner: Inner): boolean {
    if (!lengthFits(list.length, schema.minItems, schema.maxItems)) return false
    const first = nodeList(schema.prefixItems)
    if (!list.every((item, at) => inner(first[at] ?? (isNode(schema.items) ? schema.items : true), item))) return false
    if (isNode(schema.contains) && !list.some((item) => inner(schema.contains as SchemaNode, item))) return false
    return schema.uniqueItems !== true || new Set(list.map((item) => JSON.stringify(item))).size === list.length
  }
  #objectFits(schema: Json, object: Json, inner: Inner): boolean {
    const names = Object.keys(object)
    if (!lengthFits(names.length, schema.minProperties, schema.maxProperties)) return false
    if (Array.isArray(schema.required) && !schema.required.every((name) => names.includes(String(name)))) return false
    for (const [name, needed] of Object.entries(Object(schema.dependentRequired)))
      if (names.includes(name) && Array.isArray(needed) && !needed.every((other) => names.includes(String(other))))
        return false
    const known = nodesOf(schema.properties)
    const more = isNode(schema.additionalProperties) ? schema.additionalProperties : true
    if (isNode(schema.propertyNames) && !names.every((name) => inner(schema.propertyNames as SchemaNode, name)))
      return false
    return names.every((name) => inner((Object.hasOwn(known, name) ? known[name] : undefined) ?? more, object[name]))
  }
}
type Inner = (node: SchemaNode, of?: unknown) => boolean

function lengthFits(length: number, min: unknown, max: unknown): boolean {
  return length >= (numberOf(min) ?? 0) && length <= (numberOf(max) ?? Number.POSITIVE_INFINITY)
}

function numberFits(schema: Json, value: number): boolean {
  const step = numberOf(schema.multipleOf)
  return (
    value >= (numberOf(schema.minimum) ?? Number.NEGATIVE_INFINITY) &&
    value <= (numberOf(schema.maximum) ?? Number.POSITIVE_INFINITY) &&
    value > (numberOf(schema.exclusiveMinimum) ?? Number.NEGATIVE_INFINITY) &&
    value < (numberOf(schema.exclusiveMaximum) ?? Number.POSITIVE_INFINITY) &&
    (step === undefined || step <= 0 || Math.abs(value / step - Math.round(value / step)) < 1e-9)
  )
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type && (type !== 'number' || Number.isFinite(value))
  }
}
