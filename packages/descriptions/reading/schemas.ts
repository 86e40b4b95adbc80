// Schemas of a document become JSON Schema (draft 2020-12): keywords that hold what they may hold, references to
// `#/components/schemas/<name>`. Shared schemas are read once, each by itself, so that circular ones end.
import type { Schema } from '#define'
import type { LeftOut } from '../description.ts'
import { isJson, type Json, memberOf } from './json.ts'
import { nameFor } from './names.ts'
import { type Part, partIn, type References } from './references.ts'
import { keywordsOf } from './schema-keywords.ts'

export class Schemas {
  readonly #references: References
  readonly #leftOut: LeftOut[]
  /** Names of shared schemas by their place in the document. */
  readonly #names = new Map<string, string>()
  /** The gateway's own schema, beside which a document of the listing has these. */
  readonly #taken = new Set(['gatewayerror'])
  readonly #waiting: { readonly name: string; readonly part: Part }[] = []
  readonly #read = new Map<string, Schema>()

  /** True if a reference has its keywords beside it, as since OpenAPI 3.1. */
  readonly #hasSiblings: boolean

  constructor(references: References, leftOut: LeftOut[], hasSiblings: boolean) {
    this.#references = references
    this.#hasSiblings = hasSiblings
    this.#leftOut = leftOut
  }

  /** Returns the shared schemas that something refers to. Read everything else first. */
  all(): Readonly<Record<string, Schema>> {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop())
      this.#read.set(next.name, this.read(next.part))
    const sorted = [...this.#read].sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(sorted)
  }

  /** Reads a schema where it stands. */
  read(part: Part): Schema {
    const { value } = part
    if (value === true || value === undefined) return {}
    if (value === false) return { not: {} }
    if (!isJson(value)) {
      this.#leftOut.push({ pointer: part.pointer, reason: 'This is not a schema; anything is allowed here.' })
      return {}
    }
    const reference = memberOf(value, '$ref')
    if (typeof reference === 'string') return this.#referring(part, value, reference)
    return nullable(this.#inside(part, value), value)
  }

  /**
   * Makes a schema that several places share a named one, so that a description grows by its name only. Short ones are
   * read where they stand.
   */
  shared(part: Part): Schema {
    if (!isJson(part.value) || typeof memberOf(part.value, '$ref') === 'string') return this.read(part)
    return isShort(part.value) ? this.read(part) : { $ref: `#/components/schemas/${this.#nameOf(part)}` }
  }

  #referring(part: Part, value: Json, reference: string): Schema {
    const target = this.#references.follow(reference, part.pointer)
    const others = this.#hasSiblings
      ? this.#inside(part, value)
      : keywordsOf({ description: memberOf(value, 'description') })
    if (!target) return this.#hasSiblings ? others : {}
    return nullable({ $ref: `#/components/schemas/${this.#nameOf(target)}`, ...others }, value)
  }

  #nameOf(part: Part): string {
    const known = this.#names.get(part.pointer)
    if (known !== undefined) return known
    const name = nameFor(part.pointer, this.#taken)
    this.#names.set(part.pointer, name)
    this.#waiting.push({ name, part })
    return name
  }

  #inside(part: Part, value: Json): Schema {
    const schema: Record<string, unknown> = { ...keywordsOf(value) }
    for (const word of single) if (isSchemaLike(memberOf(value, word))) schema[word] = this.read(partIn(part, word))
    for (const word of lists) {
      const list = memberOf(value, word)
      if (!Array.isArray(list) || list.length === 0) continue
      const holder = partIn(part, word)
      const target = word === 'items' ? 'prefixItems' : word
      schema[target] = list.map((_, index) => this.read({ value: list[index], pointer: `${holder.pointer}/${index}` }))
    }
    for (const word of maps) {
      const map = memberOf(value, word)
      if (!isJson(map)) continue
      const holder = partIn(part, word)
      const members = Object.keys(map).map((name) => [name, this.read(partIn(holder, name))] as const)
      schema[word] = Object.fromEntries(members)
    }
    const discriminator = this.#discriminator(partIn(part, 'discriminator'))
    return discriminator ? { ...schema, discriminator } : schema
  }

  #discriminator({ value, pointer }: Part): Schema | undefined {
    if (typeof value === 'string') return { propertyName: value }
    const propertyName = memberOf(value, 'propertyName')
    if (typeof propertyName !== 'string') return undefined
    const mapping = memberOf(value, 'mapping')
    const entries = Object.entries(isJson(mapping) ? mapping : {}).flatMap(([word, target]) => {
      if (typeof target !== 'string') return []
      const reference = target.startsWith('#') ? target : `#/components/schemas/${target}`
      const part = this.#references.follow(reference, `${pointer}/mapping`)
      return part ? [[word, `#/components/schemas/${this.#nameOf(part)}`] as const] : []
    })
    return entries.length > 0 ? { propertyName, mapping: Object.fromEntries(entries) } : { propertyName }
  }
}

const single = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'] as const
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'] as const
const maps = ['properties', 'patternProperties', 'dependentSchemas'] as const

function isSchemaLike(value: unknown): boolean {
  return typeof value === 'boolean' || isJson(value)
}

function isShort(value: Json): boolean {
  return Object.values(value).every((member) => typeof member !== 'object' || member === null)
}

/** Applies `nullable` of OpenAPI 3.0, which JSON Schema writes as a type. */
function nullable(schema: Schema, source: Json): Schema {
  if (memberOf(source, 'nullable') !== true && memberOf(source, 'x-nullable') !== true) return schema
  const { type, enum: values } = schema
  if (typeof type !== 'string' && !Array.isArray(type)) {
    const { description, ...rest } = schema
    const isOpen = Object.keys(rest).length === 0
    return isOpen ? schema : { anyOf: [rest, { type: 'null' }], ...(description === undefined ? {} : { description }) }
  }
  const types = [...new Set([type, 'null'].flat())]
  return Array.isArray(values) && !values.includes(null)
    ? { ...schema, type: types, enum: [...values, null] }
    : { ...schema, type: types }
}
