// Makes a value that is valid for a JSON Schema from what a prompt says: arguments of tools, and answers in a requested
// format.
import type { Json } from '../../../wire/json.ts'
import { fits, isNode, nodeList, nodesOf, resolve, type SchemaNode, SchemaTrouble } from './fitting.ts'
import { givenObject } from './given-object.ts'
import { PromptValues } from './prompt-values.ts'

const mostNodes = 5000
const deepest = 24
const mostItems = 200
const longestSchema = 200_000
/** Limit of tries of other choices among the alternatives of a schema. */
const tries = 8

/** Makes a valid value. Throws SchemaTrouble if none is found. */
export function makeValue(schema: SchemaNode, prompt: string): unknown {
  if (JSON.stringify(schema).length > longestSchema) throw new SchemaTrouble('The schema is too large.')
  const given = givenObject(schema, prompt)
  if (given) return given
  // what the prompt says may not fit
  for (const text of [prompt, ''])
    for (let variant = 0; variant < tries; variant++) {
      const value = new ValueMaker(schema, text, variant).make(schema, '', 0)
      if (value !== nothing && fits(schema, value)) return value
    }
  throw new SchemaTrouble('The built-in model found no value that fits this schema.')
}

const nothing = Symbol('nothing fits')

class ValueMaker {
  readonly #root: SchemaNode
  readonly #values: PromptValues
  readonly #variant: number
  #nodes = 0

  constructor(root: SchemaNode, prompt: string, variant: number) {
    this.#root = root
    this.#values = new PromptValues(prompt)
    this.#variant = variant
  }
  make(node: SchemaNode, name: string, depth: number): unknown {
    if (++this.#nodes > mostNodes) throw new SchemaTrouble('The schema asks for too much.')
    if (depth > deepest) return nothing
    const schema = this.#flat(node, 0)
    if (schema === false) return nothing
    if (Object.hasOwn(schema, 'const')) return schema.const
    if (Array.isArray(schema.enum)) {
      const [named] = this.#values.among(schema.enum)
      if (named !== undefined) return named
      return schema.enum.length === 0 ? nothing : schema.enum[this.#variant % schema.enum.length]
    }
    const options = [...nodeList(schema.anyOf), ...nodeList(schema.oneOf)]
    if (options.length > 0) return this.#option(schema, options, { name, depth })
    switch (this.#typeOf(schema)) {
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return this.#list(schema, name, depth)
      case 'integer':
      case 'number':
        return this.#number(schema, name)
      case 'boolean':
        return this.#values.mentions(name) || schema.default === true
      case 'null':
        return null
      default:
        return this.#text(schema, name)
    }
  }
  /** References and `allOf` merged into one. */
  #flat(schema: SchemaNode, depth: number): Json | false {
    if (++this.#nodes > mostNodes || depth > deepest)
      throw new SchemaTrouble('The schema refers to itself without end.')
    if (typeof schema === 'boolean') return schema ? {} : false
    const { $ref, allOf, ...isNative } = schema
    const parts = [...($ref === undefined ? [] : [resolve(this.#root, $ref)]), ...nodeList(allOf)]
    let joined: Json = isNative
    for (const part of parts) {
      const flat = this.#flat(part, depth + 1)
      if (flat === false) return false
      joined = {
        ...flat,
        ...joined,
        properties: { ...nodesOf(flat.properties), ...nodesOf(joined.properties) },
        required: [...namesIn(flat.required), ...namesIn(joined.required)],
      }
    }
    return joined
  }
  #option(schema: Json, options: readonly SchemaNode[], { name, depth }: { name: string; depth: number }): unknown {
    const { anyOf: _any, oneOf: _one, ...rest } = schema
    const real = options.filter((option) => option === true || (option !== false && option.type !== 'null'))
    const order = real.length === 0 ? options : [...real, ...options.filter((option) => !real.includes(option))]
    for (let at = 0; at < order.length; at++) {
      const option = order[(at + this.#variant) % order.length]
      if (option === undefined) continue
      const value = this.make(Object.keys(rest).length === 0 ? option : { ...rest, allOf: [option] }, name, depth + 1)
      if (value !== nothing) return value
    }
    return nothing
  }
  #typeOf(schema: Json): unknown {
    const types = [schema.type].flat().filter((type) => type !== undefined)
    if (types.length > 0) return types.find((type) => type !== 'null') ?? 'null'
    if (schema.properties !== undefined || schema.required !== undefined || isNode(schema.additionalProperties))
      return 'object'
    if (schema.items !== undefined || schema.prefixItems !== undefined || schema.minItems !== undefined) return 'array'
    return schema.minimum !== undefined || schema.maximum !== undefined || schema.multipleOf !== undefined
      ? 'number'
      : 'string'
  }
  #object(schema: Json, depth: number): unknown {
    const known = nodesOf(schema.properties)
    const required = new Set(namesIn(schema.required))
    const object: Record<string, unknown> = {}
    for (const [name, node] of Object.entries(known)) {
      if (!required.has(name) && !this.#isWanted(name, node, depth)) continue
      const value = this.make(node, name, depth + 1)
      if (value !== nothing) define(object, name, value)
      else if (required.has(name)) return nothing
    }
    const more = isNode(schema.additionalProperties) ? schema.additionalProperties : true
    const missing = [...required].filter((name) => !Object.hasOwn(object, name))
    const least = typeof schema.minProperties === 'number' ? Math.min(schema.minProperties, mostItems) : 0
    for (let at = 1; Object.keys(object).length + missing.length < least; at++) missing.push(`member_${at}`)
    for (const name of missing) {
      const value = this.make(known[name] ?? more, name, depth + 1)
      if (value === nothing) return nothing
      define(object, name, value)
    }
    return object
  }
  /** Optional members are filled when the prompt mentions them. */
  #isWanted(name: string, node: SchemaNode, depth: number): boolean {
    if (depth > 3 || typeof node === 'boolean') return false
    if (Array.isArray(node.enum)) return this.#values.among(node.enum).length > 0
    return this.#values.mentions(name) || this.#values.offers(name, node.format)
  }
  /** The items that the prompt offers; else as few as the schema allows, but one if it allows any. */
  #list(schema: Json, name: string, depth: number): unknown {
    const first = nodeList(schema.prefixItems)
    const items = isNode(schema.items) ? schema.items : true
    const least = typeof schema.minItems === 'number' ? schema.minItems : 0
    const most = typeof schema.maxItems === 'number' ? schema.maxItems : mostItems
    const offered = first.length > 0 ? undefined : this.#offered(items, name)
    if (offered && offered.values.length >= Math.max(1, least)) return offered.values.slice(0, most)
    const length = Math.max(least, Math.min(most, Math.max(first.length, offered?.count ?? 0, 1)))
    const list: unknown[] = []
    // the numbers of a list follow each other and are not beside the name
    const isCounting = offered?.isCounting === true
    for (let at = 0; at < length; at++) {
      const value = this.make(first[at] ?? items, isCounting ? '' : name, depth + 1)
      if (value === nothing) return at >= least ? list : nothing
      list.push(value)
    }
    return list
  }
  /** The items that the prompt has for a list: the values themselves, or their number. */
  #offered(items: SchemaNode, name: string): { values: unknown[]; count: number; isCounting: boolean } | undefined {
    const node = this.#flat(items, 0)
    if (node === false) return undefined
    if (Array.isArray(node.enum)) return { values: this.#values.among(node.enum), count: 0, isCounting: false }
    const type = this.#typeOf(node)
    if (type === 'integer' || type === 'number')
      return { values: [], count: this.#values.numbersLeft, isCounting: true }
    if (type !== 'string' || Object.hasOwn(node, 'const')) return undefined
    const count = this.#values.left(name, node.format)
    const listed = node.format === undefined && count === 0 ? this.#values.listed(name) : []
    return { values: listed.map((text) => sized(text, node)), count, isCounting: false }
  }
  #number(schema: Json, name: string): number {
    const preferred = this.#values.nextNumber(name) ?? (typeof schema.default === 'number' ? schema.default : 0)
    const isWhole = schema.type === 'integer' || (Array.isArray(schema.type) && schema.type.includes('integer'))
    const step = typeof schema.multipleOf === 'number' && schema.multipleOf > 0 ? schema.multipleOf : isWhole ? 1 : 0
    const gap = step || 1e-6
    const low = largestOf(
      schema.minimum,
      typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum + gap : undefined,
    )
    const high = smallestOf(
      schema.maximum,
      typeof schema.exclusiveMaximum === 'number' ? schema.exclusiveMaximum - gap : undefined,
    )
    const inside = Math.min(Math.max(preferred, low), high)
    if (step === 0) return inside
    const down = Math.floor(inside / step + 1e-9) * step
    return tidy(down >= low ? down : Math.ceil(inside / step - 1e-9) * step)
  }
  #text(schema: Json, name: string): string {
    const standIn = typeof schema.format === 'string' ? standIns.get(schema.format) : undefined
    const fallback =
      standIn ??
      (typeof schema.default === 'string' ? schema.default : this.#values.text.trim().slice(0, 200) || 'nothing')
    const said = this.#values.nextString(name, schema.format)
    return sized(said === undefined ? fallback : inFormat(said, schema.format), schema)
  }
}

/** A date or a time of the prompt, in the fuller form that a format needs. */
function inFormat(said: string, format: unknown): string {
  if (format === 'date-time') return `${said}T00:00:00Z`
  return format === 'time' ? `${said}:00Z` : said
}

/** Strings for a format, for a prompt that offers none. */
const standIns: ReadonlyMap<string, string> = new Map([
  ['date', '2000-01-01'],
  ['date-time', '2000-01-01T00:00:00Z'],
  ['time', '00:00:00Z'],
  ['duration', 'P0D'],
  ['email', 'nobody@example.com'],
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['hostname', 'www.example.com'],
])

/** A name such as __proto__ is a member like any other. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}
const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
const largestOf = (...values: readonly unknown[]): number =>
  values.reduce<number>(
    (most, value) => (typeof value === 'number' && value > most ? value : most),
    Number.NEGATIVE_INFINITY,
  )
const smallestOf = (...values: readonly unknown[]): number =>
  values.reduce<number>(
    (least, value) => (typeof value === 'number' && value < least ? value : least),
    Number.POSITIVE_INFINITY,
  )
const tidy = (value: number): number => Number(value.toPrecision(15))

/** Truncated to the maximum length of the schema, or padded to its minimum. */
function sized(text: string, { minLength, maxLength }: Json): string {
  const least = typeof minLength === 'number' ? Math.min(minLength, 10_000) : 0
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  const characters = [...text]
  return characters.length > most
    ? characters.slice(0, most).join('')
    : text + '.'.repeat(Math.max(0, least - characters.length))
}
