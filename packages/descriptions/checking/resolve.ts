// Shared schemas by name: follows references until a schema is none.
import type { Schema } from '#define'

const longestChain = 20

/** Returns the schema that a reference leads to; an open one if it leads nowhere. */
export function resolved(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  let at = schema
  for (let hops = 0; hops < longestChain; hops++) {
    const { $ref: reference, ...own } = at
    if (typeof reference !== 'string') return at
    const name = nameIn(reference)
    const next = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!next) return {}
    at = joined(next, own)
  }
  return {}
}

/** Joins two schemas that a value must fit at once; the second's keywords come first where both have one. */
export function joined(one: Schema, other: Schema): Schema {
  const properties = { ...Object(one.properties), ...Object(other.properties) }
  const required = [...new Set([one.required, other.required].flatMap((list) => (Array.isArray(list) ? list : [])))]
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

const place = '#/components/schemas/'

/** Returns the name in a reference to a shared schema. */
export function nameIn(reference: string): string | undefined {
  return reference.startsWith(place) ? reference.slice(place.length) : undefined
}

/** Returns the reference to a shared schema of this name. */
export function referenceTo(name: string): string {
  return place + name
}
