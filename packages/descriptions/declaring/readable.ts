// What the text of a parameter or field needs to become a value: the types that its schema allows, wherever the schema
// names them, and its members and items.
import type { Members, Schema } from '#define'
import { nameIn } from '../checking/resolve.ts'
import type { Description } from '../description.ts'
import { isJson } from '../reading/json.ts'

/** The limit of schemas that one is made of: alternatives can refer to each other without end. */
const mostParts = 50

/** Returns a schema with its types, its members and its items where a reader of texts looks for them. */
export function readableOf(schema: Schema, schemas: Description['schemas']): Schema {
  const whole = typed(schema, schemas)
  const { properties, items } = whole
  const members = isJson(properties)
    ? Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, isJson(one) ? typed(one, schemas) : {}]),
      )
    : undefined
  return { ...whole, ...(members && { properties: members }), ...(isJson(items) && { items: typed(items, schemas) }) }
}

/** Returns the fields of a body by name; undefined if its schema has none. */
export function fieldsOf(schema: Schema, schemas: Description['schemas']): Members | undefined {
  const { properties } = readableOf(schema, schemas)
  return isMembers(properties) ? properties : undefined
}
function isMembers(value: unknown): value is Members {
  return isJson(value)
}

/** Joins a schema with what its references, parts and alternatives say of the kinds of its values. */
function typed(schema: Schema, schemas: Description['schemas']): Schema {
  const parts = partsOf(schema, schemas)
  const types = new Set(parts.flatMap(typesIn))
  const properties = Object.assign({}, ...parts.map((part) => part.properties).filter(isJson), schema.properties)
  const found = (word: string) => parts.map((part) => part[word]).find((value) => value !== undefined)
  const [format, items, additionalProperties] = ['format', 'items', 'additionalProperties'].map(found)
  return {
    ...parts.find((part) => part.$ref === undefined),
    ...(types.size === 0 ? {} : { type: types.size === 1 ? [...types][0] : [...types] }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(format !== undefined && { format }),
    ...(items !== undefined && { items }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  }
}

/** Returns a schema and those that it is made of, the nearest first. */
function partsOf(schema: Schema, schemas: Description['schemas']): readonly Schema[] {
  const parts = new Set([schema])
  for (const part of parts) {
    const { $ref: reference, allOf, anyOf, oneOf } = part
    const name = typeof reference === 'string' ? nameIn(reference) : undefined
    const target = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined
    const lists = [allOf, anyOf, oneOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    for (const each of [target, ...lists]) if (isJson(each) && parts.size < mostParts) parts.add(each)
  }
  return [...parts]
}

/** Returns the types that a schema names; without any, those of the values that it lists. */
function typesIn({ type, enum: values, const: only }: Schema): readonly unknown[] {
  if (type !== undefined) return [type].flat()
  const listed: unknown[] = Array.isArray(values) ? values : only === undefined ? [] : [only]
  return listed.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value))
}
