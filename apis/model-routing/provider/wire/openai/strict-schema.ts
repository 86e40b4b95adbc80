// Recognises the JSON Schemas that an upstream of chat completions takes with `strict: true` (SOURCES 10.6).
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'

const keywords: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf', '$ref', '$defs'],
  ...['definitions', 'description', 'title', 'pattern', 'format', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
])
const stringFormats: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
])
const limits = { properties: 5_000, levels: 10, enumValues: 1_000, characters: 120_000 }

/**
 * True if a schema obeys the published rules of strict answers: the root is an object, every object names all of its
 * properties as required and allows no others, only supported keywords occur, and sizes are within the limits. Another
 * schema from a different wire is sent without `strict`, because the vendor would refuse the call.
 */
export function isStrictSchema(schema: Json): boolean {
  return schema.type === 'object' && schema.anyOf === undefined && new StrictCheck().accepts(schema, 1)
}

class StrictCheck {
  #properties = 0
  #enumValues = 0
  #characters = 0

  /** `level`: of nesting, 1 for the root. */
  accepts(schema: unknown, level: number): boolean {
    if (!isJson(schema) || level > limits.levels) return false
    if (!Object.keys(schema).every((name) => keywords.has(name))) return false
    if (schema.format !== undefined && !stringFormats.has(schema.format)) return false
    return (
      this.#acceptsValues(schema) &&
      this.#acceptsObject(schema, level) &&
      this.#acceptsEach(schema.anyOf, level) &&
      this.#acceptsDefinitions(schema.$defs) &&
      this.#acceptsDefinitions(schema.definitions) &&
      (schema.items === undefined || this.accepts(schema.items, level + 1))
    )
  }

  #acceptsValues({ enum: values, const: value }: Json): boolean {
    const all = [...(Array.isArray(values) ? values : []), ...(value === undefined ? [] : [value])]
    this.#enumValues += all.length
    for (const one of all) if (typeof one === 'string') this.#characters += one.length
    return this.#isWithinLimits()
  }

  #acceptsObject({ type, properties, required, additionalProperties }: Json, level: number): boolean {
    const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'))
    if (!isObject) return properties === undefined
    if (additionalProperties !== false) return false
    const members = Object.entries(isJson(properties) ? properties : {})
    const names = new Set(Array.isArray(required) ? required : [])
    this.#properties += members.length
    for (const [name] of members) this.#characters += name.length
    return (
      this.#isWithinLimits() &&
      names.size === members.length &&
      members.every(([name, member]) => names.has(name) && this.accepts(member, level + 1))
    )
  }

  #acceptsEach(schemas: unknown, level: number): boolean {
    return schemas === undefined || (Array.isArray(schemas) && schemas.every((one) => this.accepts(one, level)))
  }

  #acceptsDefinitions(schemas: unknown): boolean {
    if (schemas === undefined) return true
    return isJson(schemas) && Object.values(schemas).every((one) => this.accepts(one, 1))
  }

  #isWithinLimits(): boolean {
    const { properties, enumValues, characters } = limits
    return this.#properties <= properties && this.#enumValues <= enumValues && this.#characters <= characters
  }
}
