// Schemas that refer to named ones of their API, made complete by themselves: the named ones are their `$defs`.
import type { Schema } from '#define'
import { isSchema } from './named-schemas.ts'

const component = '#/components/schemas/'
/** More would fill the context of a model. */
const mostDefinitions = 40

/** Returns a schema with the named ones that it needs, nearest first; references to any more allow everything. */
export function withDefinitions(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const wanted = referencesIn(schema)
  const names = new Set<string>()
  for (const name of wanted) {
    const named = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!named || names.size >= mostDefinitions) continue
    names.add(name)
    for (const next of referencesIn(named)) wanted.add(next)
  }
  if (names.size === 0) return local(schema, names)
  const definitions = [...names].map((name) => [name, local(schemas[name] ?? {}, names)] as const)
  return { ...local(schema, names), $defs: Object.fromEntries(definitions) }
}

/** Returns the names of the schemas that a schema refers to. */
function referencesIn(schema: Schema): Set<string> {
  const found = new Set<string>()
  const waiting: unknown[] = [schema]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (isSchema(value) && typeof value.$ref === 'string' && value.$ref.startsWith(component))
      found.add(value.$ref.slice(component.length))
    waiting.push(...Object.values(value))
  }
  return found
}

/** Rewrites references to the definitions of the same schema. */
function local(schema: Schema, names: ReadonlySet<string>): Schema {
  const { $ref: reference, ...rest } = schema
  const members = Object.entries(rest).map(([word, value]) => [word, localValue(value, names)] as const)
  const name = typeof reference === 'string' ? reference.replace(component, '') : undefined
  const target = name !== undefined && names.has(name) ? { $ref: `#/$defs/${name}` } : {}
  return { ...target, ...Object.fromEntries(members) }
}

function localValue(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => localValue(item, names))
  return isSchema(value) ? local(value, names) : value
}
