// Parameters in the styles of OpenAPI: from the texts of a call to a value.
import type { Schema } from '#define'
import { present } from '#define/present'
import type { ParamStyle } from '#define/reflect'

/** The texts of a parameter in a request. */
interface SentTexts {
  /** The value of the path, of the header or of the cookie; undefined if it was not sent. */
  readonly text: string | undefined
  /** True if blanks may surround the items of a list, as in headers (RFC 9110, section 5.6.1). */
  readonly isSpaced?: boolean
  /** The pairs of the query or of the cookies, in the order sent. */
  readonly pairs: readonly { readonly name: string; readonly value: string }[]
}
interface Styled {
  readonly name: string
  readonly style: ParamStyle
  readonly schema: Schema
}

/** Returns the value of a parameter; undefined if it was not sent. Values that do not fit their type stay text. */
export function styledValue(parameter: Styled, sent: SentTexts): unknown {
  const { name, style, schema } = parameter
  if (style.name === 'json') {
    const text = sent.text ?? sent.pairs.find((pair) => pair.name === name)?.value
    return text === undefined ? undefined : parsed(text)
  }
  if (style.name === 'deepObject') return deepObject(parameter, sent)
  const kind = kindOf(schema)
  if (style.name === 'form' && style.explode && kind === 'object' && sent.text === undefined)
    return objectOf(
      sent.pairs.filter((pair) => memberSchema(schema, pair.name) !== undefined).map((pair) => [pair.name, pair.value]),
      schema,
    )
  const texts = sent.text === undefined ? textsOf(name, sent) : [withoutMark(name, style, sent.text)]
  const [first] = texts
  if (first === undefined) return undefined
  if (kind === 'scalar') return scalarOf(first, schema)
  const split = style.explode && texts.length > 1 ? texts : first.split(separatorIn(first, style))
  const parts = sent.isSpaced ? split.map((part) => part.trim()) : split
  if (kind === 'list') return parts.map((part) => scalarOf(unnamed(part, name, style), itemOf(schema)))
  return objectOf(pairsOf(parts, style), schema)
}

const textsOf = (name: string, { pairs }: SentTexts) =>
  pairs.filter((pair) => pair.name === name).map(({ value }) => value)

/** Removes the mark before a value of the path: `.` of a label, `;name=` of a matrix. */
function withoutMark(name: string, style: ParamStyle, text: string): string {
  if (style.name === 'label') return text.startsWith('.') ? text.slice(1) : text
  if (style.name !== 'matrix') return text
  const plain = text.startsWith(';') ? text.slice(1) : text
  return plain.startsWith(`${name}=`) && !style.explode ? plain.slice(name.length + 1) : plain.replace(/^=/, '')
}

/** Removes the name that an exploded matrix repeats. */
function unnamed(part: string, name: string, style: ParamStyle): string {
  return style.name === 'matrix' && part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part
}

const separators: Readonly<Record<ParamStyle['name'], readonly [joined: string, exploded: string]>> = {
  simple: [',', ','],
  label: [',', '.'],
  matrix: [',', ';'],
  form: [',', '&'],
  spaceDelimited: [' ', ' '],
  pipeDelimited: ['|', '|'],
  deepObject: [',', ','],
  json: [',', ','],
}
/** Before OpenAPI 3.0.4, a label that was not exploded had dots. */
function separatorIn(text: string, { name, explode }: ParamStyle): string {
  if (name === 'label' && !explode && !text.includes(',')) return '.'
  return separators[name][explode ? 1 : 0]
}

function pairsOf(parts: readonly string[], { explode }: ParamStyle): (readonly [string, string])[] {
  if (explode)
    return parts.map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    })
  const pairs: (readonly [string, string])[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) pairs.push([present(parts[at]), present(parts[at + 1])])
  return pairs
}

/** OpenAPI gives lists no form in this style: a name is repeated, or followed by `[]` or by numbers. */
function deepObject({ name, schema }: Styled, sent: SentTexts): unknown {
  const { pairs } = sent
  const repeated = kindOf(schema) === 'list' ? textsOf(name, sent) : []
  if (repeated.length > 0) return repeated.map((text) => scalarOf(text, itemOf(schema)))
  const own = pairs.flatMap((pair): (readonly [string, string])[] =>
    pair.name.startsWith(`${name}[`) && pair.name.endsWith(']')
      ? [[pair.name.slice(name.length + 1, -1), pair.value]]
      : [],
  )
  return deepMembers(own, schema, 0)
}

const deepest = 10

/** Returns the object of members such as `size][min`, in the way in which `queryText` writes them. */
function deepMembers(pairs: readonly (readonly [string, string])[], schema: Schema, depth: number): unknown {
  if (pairs.length > 0 && kindOf(schema) === 'list') return deepItems(pairs, schema, depth)
  const inner = new Map<string, (readonly [string, string])[]>()
  const own: (readonly [string, string])[] = []
  for (const [name, text] of pairs) {
    const at = depth < deepest ? name.indexOf('][') : -1
    if (at < 0) own.push([name, text])
    else {
      const members = inner.get(name.slice(0, at)) ?? []
      members.push([name.slice(at + 2), text])
      inner.set(name.slice(0, at), members)
    }
  }
  const nested = [...inner].map(([name, members]) => [
    name,
    deepMembers(members, memberSchema(schema, name) ?? {}, depth + 1),
  ])
  const members = objectOf(own, schema)
  return nested.length === 0 ? members : { ...Object(members), ...Object.fromEntries(nested) }
}

/** Returns a list: each `[]` is an item, and a number names the item of which a pair is a part. */
function deepItems(pairs: readonly (readonly [string, string])[], schema: Schema, depth: number): unknown[] {
  const item = itemOf(schema)
  const items = new Map<string, unknown>()
  const inner = new Map<string, (readonly [string, string])[]>()
  for (const [name, text] of pairs) {
    const at = depth < deepest ? name.indexOf('][') : -1
    const key = at < 0 ? name : name.slice(0, at)
    const members = inner.get(key) ?? []
    if (at < 0) items.set(key === '' ? `[${items.size}` : key, scalarOf(text, item))
    else {
      members.push([name.slice(at + 2), text])
      inner.set(key, members)
      items.set(key, members)
    }
  }
  return [...items].map(([key, value]) => {
    const members = inner.get(key)
    return members ? deepMembers(members, item, depth + 1) : value
  })
}

/** Returns an object of these members; undefined without any. A repeated one is a list. */
function objectOf(pairs: readonly (readonly [string, string])[], schema: Schema): unknown {
  if (pairs.length === 0) return undefined
  const members = new Map<string, unknown>()
  for (const [name, text] of pairs) {
    const member = memberSchema(schema, name) ?? {}
    const value = scalarOf(text, kindOf(member) === 'list' ? itemOf(member) : member)
    const list = members.get(name)
    if (kindOf(member) !== 'list') members.set(name, value)
    else if (Array.isArray(list)) list.push(value)
    else members.set(name, [value])
  }
  return Object.fromEntries(members)
}

function memberSchema({ properties, additionalProperties: others }: Schema, name: string): Schema | undefined {
  if (isSchema(properties) && Object.hasOwn(properties, name)) {
    const member = properties[name]
    return isSchema(member) ? member : {}
  }
  return isSchema(others) ? others : undefined
}

function kindOf(schema: Schema): 'scalar' | 'list' | 'object' {
  const types = typesOf(schema)
  if (types.includes('array')) return 'list'
  return types.includes('object') || isSchema(schema.properties) ? 'object' : 'scalar'
}

function itemOf({ items }: Schema): Schema {
  return isSchema(items) ? items : {}
}

const decimal = /^-?\d{1,20}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/

function scalarOf(text: string, schema: Schema): unknown {
  const types = typesOf(schema)
  if ((types.includes('integer') || types.includes('number')) && decimal.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return types.includes('null') && text === 'null' ? null : text
}

function typesOf({ type }: Schema): readonly unknown[] {
  return Array.isArray(type) ? type : [type]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the pairs of a cookie header. */
export function cookiePairs(header: string): { readonly name: string; readonly value: string }[] {
  return header
    .split(';', 200)
    .map((pair) => pair.trim())
    .flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [{ name: pair.slice(0, at), value: pair.slice(at + 1) }]
    })
}
