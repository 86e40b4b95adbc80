// Schemas of the inputs of tools for wires that want an object at the top, without references and alternatives there.
import { isJson, type Json } from './json.ts'
import { standardSchema } from './standard-schema.ts'

const compositions = ['anyOf', 'oneOf', 'allOf'] as const
/** Limit of references that lead to references. */
const mostReferences = 20

/**
 * The schema with an object at its top. A reference is replaced by its target, and the members of alternatives are all
 * allowed; the description says what the vendor would refuse as a schema.
 */
export function objectSchema(given: Json, fillsLists = false): Json {
  const schema = standardSchema(given, fillsLists)
  const root = resolved(schema, schema)
  const { anyOf, oneOf, allOf, ...rest } = root
  const parts = [anyOf, oneOf, allOf].map((list) => branchesOf(list, schema))
  if (parts.every((branches) => branches.length === 0))
    return rest.type === 'object' ? rest : { ...rest, type: 'object' }
  const [any = [], one = [], all = []] = parts
  const properties = Object.assign({}, ...[...any, ...one, ...all, rest].map((branch) => objectIn(branch.properties)))
  const required = new Set([rest, ...all].flatMap(requiredBy))
  for (const choices of [any, one]) for (const name of requiredByEach(choices)) required.add(name)
  const closed = rest.additionalProperties === false && all.length === 0 ? {} : { additionalProperties: undefined }
  const written = { ...rest, ...closed, type: 'object', properties, description: describe(rest, root) }
  const defined = Object.entries(written).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(defined), ...(required.size > 0 ? { required: [...required] } : {}) }
}

/** Adds properties of the object and items of lists, which chat completions require even where they are empty. */
export function objectWithProperties(schema: Json): Json {
  const written = objectSchema(schema, true)
  return isJson(written.properties) ? written : { ...written, properties: {} }
}

function resolved(schema: Json, root: Json): Json {
  let found = schema
  for (let count = 0; typeof found.$ref === 'string' && count < mostReferences; count++) {
    const { $ref, ...others } = found
    found = { ...targetOf(String($ref), root), ...others }
  }
  const { $ref: _, ...rest } = found
  return rest
}
/** Returns the schema that a reference names, or one that allows anything. */
export function targetOf(reference: string, root: Json): Json {
  if (!reference.startsWith('#/')) return {}
  let node: unknown = root
  for (const step of reference.slice(2).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    node = isJson(node) && Object.hasOwn(node, name) ? node[name] : undefined
  }
  return objectIn(node)
}

function branchesOf(list: unknown, root: Json): Json[] {
  return Array.isArray(list) ? list.filter(isJson).map((branch) => resolved(branch, root)) : []
}
const objectIn = (value: unknown): Json => (isJson(value) ? value : {})
const requiredBy = ({ required }: Json): string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
/** Returns the names that all alternatives require. */
function requiredByEach(branches: readonly Json[]): string[] {
  const [first, ...others] = branches.map((branch) => new Set(requiredBy(branch)))
  return first === undefined ? [] : [...first].filter((name) => others.every((names) => names.has(name)))
}
function describe({ description }: Json, root: Json): string {
  const rules = compositions.flatMap((name) =>
    root[name] === undefined ? [] : `${name}: ${JSON.stringify(root[name])}`,
  )
  const before = typeof description === 'string' ? `${description} ` : ''
  return `${before}(The input also matches ${rules.join(', ')})`
}
