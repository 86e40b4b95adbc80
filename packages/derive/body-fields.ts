// The fields of a body as the handler's types promise: missing ones take their declared defaults, and null counts as
// missing where the declaration has no null. Fields of fields are up to the handler.
import type { Body, Schema } from '#define'

/** The body itself where there is nothing to change. */
export function bodyForHandler({ fields }: Body<unknown>, value: unknown): unknown {
  if (!fields || typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  const members = new Map<string, unknown>(Object.entries(value))
  let changed = false
  for (const [name, schema] of Object.entries(fields)) {
    if (members.get(name) === null && !takesNull(schema)) changed = members.delete(name)
    if (schema.default === undefined || members.has(name)) continue
    members.set(name, schema.default)
    changed = true
  }
  return changed ? Object.fromEntries(members) : value
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
