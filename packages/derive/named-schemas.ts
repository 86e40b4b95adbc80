// Names the subschemas that occur more than once, so that documents and the client print each of them once. Shapes are
// plain trees without references; two are equal if their JSON is.
import type { Api, Endpoint, Schema } from '#define'
import { isRaw } from '#define/reflect'

/** A schema to search. `hint` is its name if it is repeated. */
interface SchemaRoot {
  readonly hint: string
  readonly schema: Schema
}
/** A schema without the parts that differ between uses: its description, and whether null is allowed. */
interface SchemaCore {
  readonly core: Schema
  readonly nullable: boolean
  readonly description: string | undefined
}
export interface NamedSchemas {
  /** Returns the name of a repeated schema; undefined for one that is written inline. */
  nameOf(schema: Schema): string | undefined
  /** Repeated schemas by name, in the order of first use. */
  readonly all: ReadonlyMap<string, Schema>
}

/** Minimum length of a named schema: for shorter ones a reference would not be shorter. */
const shortest = 300

/**
 * Names the repeated schemas of some roots; the same roots in the same order produce the same names. `taken` names are
 * avoided.
 */
export function nameSchemas(roots: readonly SchemaRoot[], taken: Iterable<string> = []): NamedSchemas {
  const counts = new Map<string, { readonly hint: string; readonly core: Schema; count: number }>()
  const visit = (schema: Schema, hint: string): void => {
    if (isCandidate(schema)) {
      const { core } = coreOf(schema)
      const key = JSON.stringify(core)
      const seen = counts.get(key)
      if (seen) seen.count++
      else if (key.length > shortest) counts.set(key, { hint, core, count: 1 })
      // a repeated schema is written once, together with its contents
      if (seen) return
    }
    for (const { name, child } of childrenOf(schema)) visit(child, hintFor(name, hint))
  }
  for (const { hint, schema } of roots) visit(schema, hint)
  return named(
    [...counts].filter(([, { count }]) => count > 1),
    new Set(taken),
  )
}

function named(
  repeated: [string, { readonly hint: string; readonly core: Schema }][],
  taken: Set<string>,
): NamedSchemas {
  const names = new Map<string, string>()
  const all = new Map<string, Schema>()
  for (const [key, { hint, core }] of repeated) {
    let name = hint
    for (let number = 2; taken.has(name); number++) name = `${hint}${number}`
    taken.add(name)
    names.set(key, name)
    all.set(name, core)
  }
  return { all, nameOf: (schema) => (isCandidate(schema) ? names.get(JSON.stringify(coreOf(schema).core)) : undefined) }
}

/** Wrapper members: their contents take the name of the schema around the wrapper. */
const wrappers = ['data', 'items', 'result', 'results', 'value', 'values', 'elements', 'list']

function hintFor(member: string | undefined, parent: string): string {
  if (member === undefined) return singular(parent)
  return wrappers.includes(member.toLowerCase()) ? parent : pascal(member)
}

/** True for schemas worth a name. Lists and maps are not named: their items are. */
function isCandidate(schema: Schema): boolean {
  return isSchema(schema.properties) || Array.isArray(schema.anyOf) || Array.isArray(schema.enum)
}

/** Separates the parts of a schema that describe the value from those that belong to this use. */
export function coreOf(schema: Schema): SchemaCore {
  const { description, type, ...rest } = schema
  const kinds = Array.isArray(type) ? type.filter((kind) => kind !== 'null') : []
  const nullable = kinds.length > 0 && Array.isArray(type) && kinds.length < type.length
  const kind: unknown = nullable ? (kinds.length === 1 ? kinds[0] : kinds) : type
  return {
    core: kind === undefined ? rest : { type: kind, ...rest },
    nullable,
    description: typeof description === 'string' ? description : undefined,
  }
}

/** A schema directly inside another; named if it is a member of an object. */
interface SchemaChild {
  readonly name: string | undefined
  readonly child: Schema
}
/** Returns the schemas directly inside a schema; examples and defaults are values, so they are not searched. */
function childrenOf(schema: Schema): SchemaChild[] {
  const members = isSchema(schema.properties) ? Object.entries(schema.properties) : []
  const parts = [
    schema.items,
    schema.additionalProperties,
    ...['anyOf', 'oneOf', 'allOf'].flatMap((word) => schema[word]),
  ]
  return [
    ...members.flatMap(([name, child]) => (isSchema(child) ? [{ name, child }] : [])),
    ...parts.flatMap((child) => (isSchema(child) ? [{ name: undefined, child }] : [])),
  ]
}

/** True if a value is an object that can be read as a schema. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Converts `weeks-on-list`, `weeks_on_list` and `weeksOnList` to `WeeksOnList`. */
export function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(name) ? name : `Value${name}`
}

/** Converts `Accounts` to `Account`, `Categories` to `Category`, `Batches` to `Batch`. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(?:tch|sh|x)es$/.test(name)) return name.slice(0, -2)
  return /[^s]s$/.test(name) && !name.endsWith('us') ? name.slice(0, -1) : name
}

/**
 * Returns the schemas of an API's bodies, results and events. `/accounts/{id}` returns an `Account`, `/accounts` a
 * list of them.
 */
export function schemaRootsOf(api: Api): SchemaRoot[] {
  return Object.entries(api.endpoints).flatMap(([id, endpoint]): SchemaRoot[] => {
    const { body, returns, path } = endpoint
    const event = eventSchemaOf(endpoint)
    const hint = pascal(path.split('/').findLast((segment) => /^[^{*]+$/.test(segment)) ?? 'result')
    return [
      ...(body?.schema ? [{ hint: `${pascal(id)}Fields`, schema: body.schema }] : []),
      ...(isRaw(returns) ? [] : [{ hint: returns.type === 'array' ? hint : singular(hint), schema: returns }]),
      ...(event ? [{ hint: `${pascal(id)}Chunk`, schema: event }] : []),
    ]
  })
}

/** Returns the schema of one event, if the endpoint can respond with events. */
export function eventSchemaOf({ returns, streams }: Endpoint): Schema | undefined {
  return streams ?? (isRaw(returns) ? returns.event : undefined)
}
