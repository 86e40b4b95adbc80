// A schema together with what its references and `allOf` demand, as one schema without either.
import type { Schema } from '#define'
import type { Description } from '../description.ts'
import { isJson } from '../reading/json.ts'
import { joined, nameIn } from './resolve.ts'

export type WholeOf = (schema: Schema) => Schema

/** The limit of schemas that are joined into one: those of `allOf` can refer to each other without end. */
const mostParts = 200

/** Returns a function that joins the parts of a schema, each shared one once. It remembers what it has joined. */
export function wholesOf(schemas: Description['schemas']): WholeOf {
  const known = new WeakMap<Schema, Schema>()
  return (schema) => {
    if (typeof schema.$ref !== 'string' && !Array.isArray(schema.allOf)) return schema
    const whole = known.get(schema) ?? wholeOf(schema, schemas)
    known.set(schema, whole)
    return whole
  }
}

function wholeOf(schema: Schema, schemas: Description['schemas']): Schema {
  const seen = new Set<string>()
  let left = mostParts
  const joinAll = (one: Schema): Schema => {
    if (--left < 0) return {}
    const { $ref: reference, allOf, ...own } = one
    const name = typeof reference === 'string' ? nameIn(reference) : undefined
    const isNew = name !== undefined && !seen.has(name)
    if (name !== undefined) seen.add(name)
    const target = isNew && Object.hasOwn(schemas, name) ? schemas[name] : undefined
    const parts = [...(target ? [target] : []), ...(Array.isArray(allOf) ? allOf.slice(0, 50).filter(isJson) : [])]
    return parts.reduce<Schema>((sum, part) => joined(joinAll(part), sum), own)
  }
  return joinAll(schema)
}

/** Reports whether a schema is of a kind of value, also beside null. */
export function isOfKind({ type, properties, items }: Schema, kind: 'object' | 'array'): boolean {
  if (type === undefined) return kind === 'object' ? isJson(properties) : items !== undefined
  return [type].flat().includes(kind)
}
