// Schemas that refer to named ones of their API, made complete by themselves: the named ones are their `$defs`.
import type { Schema } from '#define'
import { isSchema } from './named-schemas.ts'

const component = '#/components/schemas/'
/** More would fill the context of a model. */
const mostDefinitions = 40

/** The values of a schema, at any depth, after which the rest allows everything. */
const mostValues = 20_000

/** Returns a schema with the named ones that it needs, nearest first; references to any more allow everything. */
export function withDefinitions(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const wanted = referencesIn(schema)
  const room = { left: mostValues }
  const names = new Set<string>()
  for (const name of wanted) {
    const named = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!named || names.size >= mostDefinitions) continue
    names.add(name)
    for (const next of referencesIn(named)) wanted.add(next)
  }
  const own = local(schema, { names, room })
  if (names.size === 0) return own
  const definitions = [...names].map((name) => [name, local(schemas[name] ?? {}, { names, room })] as const)
  return { ...own, $defs: Object.fromEntries(definitions) }
}

/** Returns the names of the schemas that a schema refers to. */
function referencesIn(schema: Schema): Set<string> {
  const found = new Set<string>()
  const waiting: unknown[] = [schema]
  for (let seen = 0; waiting.length > 0 && seen < mostValues; seen++) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (isSchema(value) && typeof value.$ref === 'string' && value.$ref.startsWith(component))
      found.add(value.$ref.slice(component.length))
    for (const member of Object.values(value)) waiting.push(member)
  }
  return found
}

interface Local {
  readonly names: ReadonlySet<string>
  readonly room: { left: number }
}

/** Rewrites references to the definitions of the same schema, as far as there is room. */
function local(schema: Schema, context: Local): Schema {
  const { $ref: reference, ...rest } = schema
  const members: [string, unknown][] = []
  for (const [word, value] of Object.entries(rest)) {
    // a part of a list of values would forbid the others
    context.room.left -= Array.isArray(value) ? value.length : 1
    if (context.room.left < 0) break
    members.push([word, localValue(value, context)])
  }
  const name = typeof reference === 'string' ? reference.replace(component, '') : undefined
  const target = name !== undefined && context.names.has(name) ? { $ref: `#/$defs/${name}` } : {}
  return { ...target, ...Object.fromEntries(members) }
}

function localValue(value: unknown, context: Local): unknown {
  if (Array.isArray(value)) return value.map((item) => localValue(item, context))
  return isSchema(value) ? local(value, context) : value
}
