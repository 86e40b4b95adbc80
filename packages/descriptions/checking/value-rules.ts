// The rules of a schema for one value, without what is inside it.
import type { Schema } from '#define'

/** Returns the rule that the value breaks, as the end of a sentence; undefined if it breaks none. */
export function valueProblem(schema: Schema, value: unknown): string | undefined {
  const { type, enum: values } = schema
  const types: unknown[] = type === undefined ? [] : [type].flat()
  if (types.length > 0 && !types.some((one) => isOfType(value, one)))
    return `must be ${types.map(article).join(' or ')}`
  if (Array.isArray(values) && !values.some((one) => isEqual(one, value))) return choice(values)
  if ('const' in schema && !isEqual(schema.const, value)) return choice([schema.const])
  if (typeof value === 'number') return numberProblem(schema, value)
  if (typeof value === 'string') return textProblem(schema, value)
  if (Array.isArray(value)) return countProblem(value.length, schema.minItems, schema.maxItems, 'entries')
  if (typeof value === 'object' && value !== null)
    return countProblem(Object.keys(value).length, schema.minProperties, schema.maxProperties, 'members')
  return undefined
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function article(type: unknown): string {
  if (type === 'null') return 'null'
  if (type === 'string') return 'text'
  return `${/^[aio]/.test(String(type)) ? 'an' : 'a'} ${type === 'array' ? 'array' : String(type)}`
}

const namedValues = 30

function choice(values: readonly unknown[]): string {
  const shown = values.slice(0, namedValues).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const more = values.length > namedValues ? ` and ${values.length - namedValues} more` : ''
  return values.length === 1 ? `must be ${shown[0]}` : `must be one of: ${shown.join(', ')}${more}`
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const names = Object.keys(one)
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return names.every((name) => right.has(name) && isEqual(left.get(name), right.get(name)))
}

function numberProblem(schema: Schema, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema
  if (typeof minimum === 'number' && value < minimum) return `must be at least ${minimum}`
  if (typeof maximum === 'number' && value > maximum) return `must be at most ${maximum}`
  if (typeof above === 'number' && value <= above) return `must be above ${above}`
  if (typeof below === 'number' && value >= below) return `must be below ${below}`
  if (typeof step !== 'number') return undefined
  const count = value / step
  // decimal fractions are not exact
  return Math.abs(count - Math.round(count)) > 1e-8 * Math.max(1, Math.abs(count))
    ? `must be a multiple of ${step}`
    : undefined
}

function textProblem({ minLength, maxLength, format }: Schema, value: string): string | undefined {
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    const problem = countProblem(lengthOf(value), minLength, maxLength, textUnit)
    if (problem !== undefined) return problem
  }
  if (format === 'date' && !isDay(value)) return 'must be a day, YYYY-MM-DD'
  if (format === 'date-time' && !isTime(value)) return 'must be a time such as 2026-01-31T12:00:00Z'
  if (format === 'uuid' && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return 'must be a UUID'
  return undefined
}

/** Returns the number of characters, each of one or two units. */
function lengthOf(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit <= 0xdbff) count--
  }
  return count
}

const textUnit = 'characters of text'

function countProblem(count: number, least: unknown, most: unknown, unit: string): string | undefined {
  if (typeof least === 'number' && count < least) return `must have at least ${least} ${unit}`
  return typeof most === 'number' && count > most ? `must have at most ${most} ${unit}` : undefined
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function isTime(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,12})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(
      text,
    ) && isDay(text.slice(0, 10))
  )
}
