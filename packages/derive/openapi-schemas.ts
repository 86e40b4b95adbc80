// Schemas in an OpenAPI document: repeated ones as references to components, all others inline.
import type { Schema } from '#define'
import type { NamedSchemas } from './named-schemas.ts'
import { coreOf, isSchema } from './named-schemas.ts'

/** Replaces the named schemas in a schema by references. */
export function referring(schema: Schema, names: NamedSchemas): Schema {
  const name = names.nameOf(schema)
  if (name === undefined) return inside(schema, names)
  const { nullable, description } = coreOf(schema)
  const reference = { $ref: `#/components/schemas/${name}` }
  const documented = description === undefined ? {} : { description }
  return nullable ? { anyOf: [reference, { type: 'null' }], ...documented } : { ...reference, ...documented }
}

/** Returns the named schemas themselves, referring to each other. */
export function componentSchemas(names: NamedSchemas): Record<string, Schema> {
  return Object.fromEntries([...names.all].map(([name, schema]) => [name, inside(schema, names)]))
}

function inside(schema: Schema, names: NamedSchemas): Schema {
  const result: Record<string, unknown> = { ...schema }
  if (isSchema(schema.properties))
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, member]) => [name, referred(member, names)]),
    )
  for (const word of ['items', 'additionalProperties']) if (word in schema) result[word] = referred(schema[word], names)
  for (const word of ['anyOf', 'oneOf', 'allOf']) {
    const choices = schema[word]
    if (Array.isArray(choices)) result[word] = choices.map((choice) => referred(choice, names))
  }
  return result
}

function referred(value: unknown, names: NamedSchemas): unknown {
  return isSchema(value) ? referring(value, names) : value
}
