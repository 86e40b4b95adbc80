// Shared schemas by name: follows references until a schema is none.
import type { Schema } from '#define'

const longestChain = 20

/** Returns the schema that a reference leads to; an open one if it leads nowhere. */
export function resolved(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  let at = schema
  for (let hops = 0; hops < longestChain; hops++) {
    const { $ref: reference } = at
    if (typeof reference !== 'string') return at
    const name = nameIn(reference)
    const next = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!next) return {}
    at = next
  }
  return {}
}

const place = '#/components/schemas/'

/** Returns the name in a reference to a shared schema. */
export function nameIn(reference: string): string | undefined {
  return reference.startsWith(place) ? reference.slice(place.length) : undefined
}
