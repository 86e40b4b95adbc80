// Views of JSON Schemas: what each branch of a schema says about one level of a value. References, `allOf` and choices
// are resolved here, so that the comparison meets types, members and items alone.

/** The types of JSON values, with integers apart. */
export type TypeWord = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

type JsonRecord = Readonly<Record<string, unknown>>

/** One branch of a schema, for one level. */
export interface View {
  /** Undefined if any type is allowed. */
  readonly types: ReadonlySet<string> | undefined
  readonly properties: ReadonlyMap<string, unknown>
  readonly required: ReadonlySet<string>
  /** Tells if members beside `properties` are declared (`open`), known not to be, or not spoken of. */
  readonly further: 'open' | 'closed' | 'unsaid'
  /** Schema of the members with free keys. */
  readonly additional: unknown
  readonly prefixItems: readonly unknown[]
  readonly items: unknown
  /** The only allowed values, which tell branches apart. */
  readonly values: ReadonlySet<unknown> | undefined
}
export interface Views {
  /** Returns the branches of a schema; empty if no value fits. */
  of(schema: unknown): readonly View[]
}

const mostBranches = 64
const deepestReference = 40
const free: View = {
  types: undefined,
  properties: new Map(),
  required: new Set(),
  further: 'unsaid',
  additional: true,
  prefixItems: [],
  items: true,
  values: undefined,
}

/** Creates the views of a schema whose references point to its own `$defs`. */
export function createViews(root: unknown): Views {
  const definitions = recordOf(recordOf(root).$defs)
  const known = new WeakMap<object, readonly View[]>()

  function of(schema: unknown, depth: number): readonly View[] {
    if (schema === false) return []
    if (typeof schema !== 'object' || schema === null || depth > deepestReference) return [free]
    const found = known.get(schema)
    if (found) return found
    known.set(schema, [free]) // where a schema chooses itself
    const views = branchesOf(recordOf(schema), depth + 1)
    known.set(schema, views)
    return views
  }

  function branchesOf(schema: JsonRecord, depth: number): readonly View[] {
    let views: readonly View[] = [ownView(schema)]
    const { $ref: reference, allOf, anyOf, oneOf } = schema
    if (typeof reference === 'string') views = crossed(views, of(definitions[reference.replace('#/$defs/', '')], depth))
    for (const part of listOf(allOf)) views = crossed(views, of(part, depth))
    for (const choice of [anyOf, oneOf])
      if (Array.isArray(choice)) {
        const branches = choice.flatMap((branch) => of(branch, depth))
        views = crossed(views, branches)
      }
    return views
  }

  return { of: (schema) => of(schema, 0) }
}

function ownView(schema: JsonRecord): View {
  const { properties, patternProperties, additionalProperties, prefixItems, items, required } = schema
  const members = new Map(Object.entries(recordOf(properties)))
  const isSent = (name: unknown) => typeof name === 'string' && recordOf(members.get(name)).writeOnly !== true
  const allows = additionalProperties !== undefined && additionalProperties !== false
  const further = allows || patternProperties !== undefined ? 'open' : members.size > 0 ? 'closed' : 'unsaid'
  return {
    types: typesOf(schema),
    properties: members,
    required: new Set(listOf(required).filter(isSent).map(String)),
    further,
    additional: allows && patternProperties === undefined ? additionalProperties : true,
    prefixItems: listOf(prefixItems),
    items: items ?? true,
    values: 'const' in schema ? new Set([schema.const]) : Array.isArray(schema.enum) ? new Set(schema.enum) : undefined,
  }
}

function typesOf({ type }: JsonRecord): ReadonlySet<string> | undefined {
  if (typeof type === 'string') return new Set([type])
  return Array.isArray(type) ? new Set(type.filter((one) => typeof one === 'string')) : undefined
}

/** Combines each view with each branch: a value must fit both. */
function crossed(views: readonly View[], branches: readonly View[]): readonly View[] {
  const combined: View[] = []
  for (const view of views)
    for (const branch of branches) {
      if (combined.length >= mostBranches) return combined
      const both = combinedOf(view, branch)
      if (both) combined.push(both)
    }
  return combined
}

function combinedOf(a: View, b: View): View | undefined {
  if (a === free) return b
  if (b === free) return a
  const types = a.types && b.types ? commonTypes(a.types, b.types) : (a.types ?? b.types)
  if (types?.size === 0) return undefined
  const properties = new Map(a.properties)
  for (const [name, schema] of b.properties) properties.set(name, bothOf(properties.get(name), schema))
  return {
    types,
    properties,
    required: new Set([...a.required, ...b.required]),
    further: a.further === 'open' || b.further === 'unsaid' ? a.further : b.further,
    additional: bothOf(a.additional, b.additional),
    prefixItems: a.prefixItems.length > 0 ? a.prefixItems : b.prefixItems,
    items: bothOf(a.items, b.items),
    values: a.values ?? b.values,
  }
}

/** Returns a schema whose values fit both; true and undefined say nothing. */
function bothOf(a: unknown, b: unknown): unknown {
  if (a === undefined || a === true) return b ?? true
  return b === undefined || b === true ? a : { allOf: [a, b] }
}

/** Returns the types that both name; an integer is a number. */
function commonTypes(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  const common = new Set([...a].filter((type) => b.has(type)))
  if ((a.has('integer') && b.has('number')) || (b.has('integer') && a.has('number'))) common.add('integer')
  return common
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function recordOf(value: unknown): JsonRecord {
  // the check leaves an object, whose members stay unknown
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {}
}
