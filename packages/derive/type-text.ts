// Prints JSON Schema as TypeScript source, for the generated client. It understands schemas built by the words of
// define, references to named ones and `allOf`; anything else is `unknown`.
import type { Schema } from '#define'
import type { NamedSchemas } from './named-schemas.ts'
import { coreOf, isSchema } from './named-schemas.ts'

interface TypeContext {
  readonly names: NamedSchemas
}
/** One line of an interface. */
export interface MemberText {
  readonly name: string
  readonly type: string
  readonly optional: boolean
  readonly docs: readonly string[]
}

/** Returns the type of a schema; nested objects start their lines at `indent`. */
export function typeText(schema: Schema, context: TypeContext, indent = ''): string {
  const name = context.names.nameOf(schema)
  const { core, nullable } = coreOf(schema)
  const text = name ?? coreText(core, context, indent)
  return nullable ? `${text} | null` : text
}

/** Returns the type of a schema, inline even if it has a name. */
export function coreText(schema: Schema, context: TypeContext, indent = ''): string {
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices) return union(choices.filter(isSchema).map((choice) => typeText(choice, context, indent)))
  if (Array.isArray(schema.allOf)) return intersection(schema, schema.allOf, { ...context, indent })
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  if ('const' in schema) return literal(schema.const)
  const kinds: unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type]
  return union(kinds.map((kind) => kindText(kind, schema, { ...context, indent })))
}

/** Returns the type of a value that fits all of some schemas, and the rest of the one that holds them. */
function intersection(schema: Schema, all: readonly unknown[], context: TypeContext & { indent: string }): string {
  const { allOf: _, ...rest } = schema
  const parts = [...all.filter(isSchema), ...('properties' in rest ? [{ type: 'object', ...rest }] : [])]
  const texts = parts.map((part) => typeText(part, context, context.indent)).filter((text) => text !== 'unknown')
  const each = [...new Set(texts)]
  return each.length === 0 ? 'unknown' : each.map((text) => (/ \| /.test(text) ? `(${text})` : text)).join(' & ')
}

function kindText(kind: unknown, schema: Schema, context: TypeContext & { indent: string }): string {
  switch (kind) {
    case 'string':
      return schema.format === 'binary' ? 'Upload' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return kind
    case 'array':
      return listText(schema.items, context)
    case 'object':
      return objectText(schema, context)
    default:
      return 'unknown'
  }
}

/** Returns a list type; an item that is a union is parenthesised. */
function listText(item: unknown, context: TypeContext & { indent: string }): string {
  if (!isSchema(item)) return 'unknown[]'
  const text = typeText(item, context, context.indent)
  const { core, nullable } = coreOf(item)
  const named = context.names.nameOf(item) !== undefined
  const choice =
    nullable || (!named && (['anyOf', 'oneOf', 'enum'].some((word) => word in core) || Array.isArray(core.type)))
  return choice && text !== 'unknown' ? `(${text})[]` : `${text}[]`
}

function objectText(schema: Schema, context: TypeContext & { indent: string }): string {
  const { additionalProperties: others } = schema
  const members = membersOf(schema, context, `${context.indent}  `)
  if (members.length === 0)
    return `Record<string, ${isSchema(others) ? typeText(others, context, context.indent) : 'unknown'}>`
  return blockText(members, context.indent)
}

/** Returns the members of an object schema, optional unless listed in its `required`. */
export function membersOf(schema: Schema, context: TypeContext, indent = '  '): MemberText[] {
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  const properties = isSchema(schema.properties) ? schema.properties : {}
  return Object.entries(properties).flatMap(([name, member]) => {
    if (!isSchema(member)) return []
    return [{ name, type: typeText(member, context, indent), optional: !required.includes(name), docs: docsOf(member) }]
  })
}

/** Returns the doc lines of a member, from its schema. */
export function docsOf(schema: Schema): string[] {
  const { description, default: fallback, deprecated } = schema
  const sentences = typeof description === 'string' ? [description] : []
  if (fallback !== undefined) sentences.push(`Default ${JSON.stringify(fallback)}.`)
  const lines = sentences.length > 0 ? [sentences.join(' ')] : []
  return deprecated === true ? [...lines, '@deprecated'] : lines
}

/** Returns an object type or the body of an interface: braces around one member per line. */
export function blockText(members: readonly MemberText[], indent: string): string {
  const lines = members.flatMap(({ name, type, optional, docs }) => [
    ...docText(docs, `${indent}  `),
    `${indent}  ${quoted(name)}${optional ? '?' : ''}: ${type}`,
  ])
  return ['{', ...lines, `${indent}}`].join('\n')
}

/** Returns a doc comment; empty without lines. */
export function docText(docs: readonly string[], indent: string): string[] {
  const lines = docs.flatMap((doc) => doc.split('\n')).map((line) => line.trimEnd().replaceAll('*/', '*\\/'))
  if (lines.length === 0) return []
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

/** Returns a member name, quoted if TypeScript requires it. */
export function quoted(name: string): string {
  // `new` without quotes would declare what constructs
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'new' ? name : literal(name)
}

/** Returns a TypeScript literal. */
export function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** Returns a union of types, without duplicates. */
export function union(types: readonly string[]): string {
  const each = [...new Set(types)]
  return each.includes('unknown') || each.length === 0 ? 'unknown' : each.join(' | ')
}
