// Converts a body to the form that the handler's types promise: missing fields take their declared defaults, and null
// counts as missing unless the declaration allows null. Nested fields are up to the handler.

import type { Schema } from '#define'
import type { Body } from '#define/reflect'

/** Returns the body itself if nothing changes. */
export function bodyForHandler({ fields }: Body<unknown>, value: unknown): unknown {
  if (!fields || typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  return isAsPromised(fields, value) ? value : completed(fields, value)
}

type Fields = NonNullable<Body<unknown>['fields']>

/** Avoids a copy: nearly every body already has the promised form. */
function isAsPromised(fields: Fields, value: object): boolean {
  for (const name in fields) {
    const schema = fields[name]
    if (schema === undefined) continue
    const isThere = Object.hasOwn(value, name)
    if (isThere ? Reflect.get(value, name) === null && !takesNull(schema) : schema.default !== undefined) return false
  }
  return true
}

function completed(fields: Fields, value: object): unknown {
  const members = new Map<string, unknown>(Object.entries(value))
  for (const [name, schema] of Object.entries(fields)) {
    if (members.get(name) === null && !takesNull(schema)) members.delete(name)
    if (schema.default !== undefined && !members.has(name)) members.set(name, schema.default)
  }
  return Object.fromEntries(members)
}

function takesNull({ type, anyOf, enum: values }: Schema): boolean {
  if (Array.isArray(type)) return type.includes('null')
  if (type !== undefined) return type === 'null'
  if (Array.isArray(anyOf)) return anyOf.some((one: unknown) => isSchema(one) && takesNull(one))
  return Array.isArray(values) ? values.includes(null) : true
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
