// Shortens a schema for a tool list, to what a model uses: that a member can be null says no more than that it can be
// omitted, and an example adds little to a description. Values are checked by the endpoint's own schema.
import { isRecord, type JsonObject } from './values.ts'

export function shortened(schema: JsonObject): JsonObject {
  const { type, anyOf, examples, ...others } = schema
  const members = Object.entries(others).map(([name, value]) => [
    name,
    name === 'properties' && isRecord(value) ? mapped(value) : isRecord(value) ? shortened(value) : value,
  ])
  return {
    ...(type === undefined ? {} : { type: withoutNull(type) }),
    ...(Array.isArray(anyOf) ? alternatives(anyOf) : {}),
    ...(examples === undefined || schema.description !== undefined ? {} : { examples }),
    ...Object.fromEntries(members),
  }
}

const mapped = (properties: JsonObject) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, isRecord(schema) ? shortened(schema) : schema]),
  )

function withoutNull(type: unknown): unknown {
  if (!Array.isArray(type)) return type
  const others = type.filter((one) => one !== 'null')
  return others.length === 1 ? others[0] : others
}

/** Flattens alternatives within alternatives into one list. */
function alternatives(anyOf: readonly unknown[]): JsonObject {
  const all = anyOf
    .filter((one) => !(isRecord(one) && one.type === 'null'))
    .map((one) => (isRecord(one) ? shortened(one) : one))
    .flatMap((one) => (isRecord(one) && Array.isArray(one.anyOf) && Object.keys(one).length === 1 ? one.anyOf : [one]))
  const [only] = all
  return all.length === 1 && isRecord(only) ? only : { anyOf: all }
}
