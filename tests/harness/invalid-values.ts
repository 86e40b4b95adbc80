// Values that a declared parameter or body field must refuse, derived from its schema.
import type { Endpoint, Schema, Shape } from '#define'
import { type Example, paramInfoOf } from '#define/reflect'

/** Returns the schema of one value; for a list, that of the items. */
export function itemOf(shape: Schema): Schema {
  const { items } = shape
  return shape.type === 'array' && typeof items === 'object' && items !== null ? { ...items } : shape
}

/**
 * Returns strings that a parameter refuses: of another type, out of bounds, not one of its values. Empty if every
 * string is valid.
 */
export function invalidStrings(shape: Shape<unknown>): string[] {
  const { also } = paramInfoOf(shape)
  const accepted = also === undefined ? undefined : new RegExp(also)
  return invalidValues(itemOf(shape))
    .map((value) => (typeof value === 'number' ? decimal(value) : String(value)))
    .filter((text) => text !== '' && !accepted?.test(text))
}

/** Returns JSON values that do not fit a schema. */
export function invalidValues(schema: Schema): unknown[] {
  const { type, enum: values, format, pattern } = schema
  if (Array.isArray(values)) return [type === 'number' ? 987_654 : 'no-such-value']
  if (type === 'integer') return ['x1', 1.5, ...outOfBounds(schema)]
  if (type === 'number') return ['x1', ...outOfBounds(schema)]
  if (type === 'boolean') return ['maybe']
  if (format === 'date') return ['2024-13-01', '2023-02-29', 'yesterday']
  if (type === 'string' && typeof pattern === 'string') return [...notMatching(pattern), ...wrongLengths(schema)]
  return type === 'string' ? wrongLengths(schema) : []
}

function outOfBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): number[] {
  const values: number[] = []
  if (typeof minimum === 'number') values.push(minimum - 1)
  if (typeof maximum === 'number') values.push(maximum + 1)
  if (typeof exclusiveMinimum === 'number') values.push(exclusiveMinimum)
  if (typeof exclusiveMaximum === 'number') values.push(exclusiveMaximum)
  return values
}

const longestTried = 5000

function wrongLengths({ minLength, maxLength, pattern }: Schema): string[] {
  if (pattern !== undefined) return []
  const values: string[] = []
  if (typeof minLength === 'number' && minLength > 1) values.push('a'.repeat(minLength - 1))
  if (typeof maxLength === 'number' && maxLength <= longestTried) values.push('a'.repeat(maxLength + 1))
  return values
}

function notMatching(pattern: string): string[] {
  const form = new RegExp(pattern)
  return ['no such value!', '0', '~'].filter((text) => !form.test(text)).slice(0, 1)
}

/** Formats a number without an exponent, which integers do not have. */
function decimal(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}

/** Returns the example with another value of one parameter; undefined removes it. */
export function withParam(example: Example, name: string, value: unknown): Example {
  const { [name]: _before, ...others } = example.params ?? {}
  return { ...example, params: value === undefined ? others : { ...others, [name]: value } }
}

/** Returns the example with another value of one body field; undefined removes it. */
export function withField(example: Example, name: string, value: unknown): Example {
  const { [name]: _before, ...others } = fieldsOf(example)
  return { ...example, body: value === undefined ? others : { ...others, [name]: value } }
}

export function fieldsOf(example: Example): Record<string, unknown> {
  const { body } = example
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
}

/** Returns the example with a buffered body: files, which are only streamed, are left out. */
export function withoutFiles(example: Example): Example {
  if (example.body === undefined) return example
  const fields = Object.entries(fieldsOf(example))
  const plain = fields.filter(([, value]) => !(typeof value === 'object' && value !== null && 'base64' in value))
  return plain.length === fields.length ? example : { ...example, body: Object.fromEntries(plain) }
}

/** True if the gateway checks the body: it is declared, not streamed, and not left to the provider. */
export function parsesBody({ body, invalid }: Endpoint): boolean {
  return (
    body?.schema !== undefined &&
    body.kinds.some((kind) => kind === 'json' || kind === 'form') &&
    invalid !== 'provider'
  )
}
