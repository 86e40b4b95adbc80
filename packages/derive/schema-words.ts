// Describes a schema in words: its kind and its rules, for tables in the documentation.
import type { Schema } from '#define'
import { isSchema } from './named-schemas.ts'
import { patternWords } from './pattern-words.ts'

/** Returns the kind of a value: `integer`, `list of text`, `object or null`. */
export function kindOf(schema: Schema): string {
  if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.filter(isSchema).map(kindOf))].join(' or ')
  const kinds: unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type]
  return kinds.map((kind) => kindWord(kind, schema)).join(' or ')
}

function kindWord(kind: unknown, schema: Schema): string {
  if (kind === 'array') return isSchema(schema.items) ? `list of ${kindOf(schema.items)}` : 'list'
  if (kind === 'string') return words[String(schema.format)] ?? 'text'
  return typeof kind === 'string' ? kind : 'any'
}
const words: Readonly<Record<string, string>> = { date: 'day', 'date-time': 'time', binary: 'file' }

/** Returns the rules of a value, and its default, each as a short sentence. */
export function rulesOf(schema: Schema): string[] {
  const rules: string[] = []
  const { enum: values, default: fallback, pattern } = schema
  if (Array.isArray(values)) rules.push(`One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.`)
  rules.push(...rangeRules(schema), ...lengthRules(schema))
  if (typeof pattern === 'string') rules.push(...patternRules(pattern))
  if (isSchema(schema.items)) rules.push(...rulesOf(schema.items))
  if (fallback !== undefined)
    rules.push(`Default \`${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}\`.`)
  return rules
}

function patternRules(pattern: string): string[] {
  const words = patternWords(pattern)
  return words === undefined ? [] : [`${words.replace(/^[a-z]/, (letter) => letter.toUpperCase())}.`]
}

function rangeRules({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`${minimum} to ${maximum}.`]
  return [
    ...(minimum === undefined ? [] : [`At least ${minimum}.`]),
    ...(maximum === undefined ? [] : [`At most ${maximum}.`]),
    ...(exclusiveMinimum === undefined ? [] : [`Above ${exclusiveMinimum}.`]),
    ...(exclusiveMaximum === undefined ? [] : [`Below ${exclusiveMaximum}.`]),
  ]
}

function lengthRules({ minLength, maxLength, minItems, maxItems }: Schema): string[] {
  return [
    ...(minLength === undefined ? [] : [`At least ${plural(minLength, 'character')}.`]),
    ...(maxLength === undefined ? [] : [`At most ${plural(maxLength, 'character')}.`]),
    ...(minItems === undefined ? [] : [`At least ${plural(minItems, 'entry')}.`]),
    ...(maxItems === undefined ? [] : [`At most ${plural(maxItems, 'entry')}.`]),
  ]
}

function plural(count: unknown, one: string): string {
  if (count === 1) return `1 ${one}`
  return `${count} ${one === 'entry' ? 'entries' : `${one}s`}`
}
