// A value made from a schema: the same for the same draws, nested a few levels deep, circular schemas ended.
import type { Schema } from '#define'
import type { Allowance } from '../checking/allowance.ts'
import { joined, nameIn } from '../checking/resolve.ts'
import { valueProblem } from '../checking/value-rules.ts'
import type { WholeOf } from '../checking/whole-schema.ts'
import { isJson, type Json } from '../reading/json.ts'
import { type Draws, drawsOf } from './random.ts'
import { isOfFormat, sampleText } from './sample-text.ts'

export interface SampleOptions {
  readonly wholeOf: WholeOf
  readonly allowance: Allowance
  /** Determines the value. */
  readonly seed: string
  /** Reports whether a value fits a schema; for choices of which exactly one must. */
  readonly fits: (schema: Schema, value: unknown) => boolean
}

/** Below this level, only required members are made. */
const fullDepth = 4
const deepest = 12
/** All values of one sample. */
const mostValues = 3000
const stepsPerValue = 5

/** Makes a value. If the full one does not fit, one with only what is required is tried. */
export function sampleOf(schema: Schema, options: SampleOptions): unknown {
  let made: unknown
  for (const depth of [fullDepth, 0]) {
    made = new Sampler(options, depth).make(schema, 0)
    if (options.fits(schema, made)) break
  }
  return made
}

class Sampler {
  readonly #options: SampleOptions
  readonly #draws: Draws
  readonly #fullDepth: number
  #values = 0

  constructor(options: SampleOptions, fullDepth: number) {
    this.#options = options
    this.#draws = drawsOf(options.seed)
    this.#fullDepth = fullDepth
  }

  make(given: unknown, depth: number): unknown {
    const { wholeOf, allowance } = this.#options
    const schema = wholeOf(isJson(given) ? given : {})
    if (!allowance.spend(stepsPerValue) || ++this.#values > mostValues || depth > deepest) return this.#least(schema)
    const fixed = this.#fixed(schema)
    if (fixed !== undefined) return fixed
    const choices = [schema.oneOf, schema.anyOf].find(Array.isArray)
    if (choices && choices.length > 0) return this.#choice(schema, choices, depth)
    return this.#ofKind(kindOf(schema), schema, depth)
  }

  #ofKind(kind: string, schema: Schema, depth: number): unknown {
    if (kind === 'object') return this.#object(schema, depth)
    if (kind === 'array') return this.#list(schema, depth)
    if (kind === 'integer' || kind === 'number')
      return this.#number(schema, kind === 'integer' || isWholeFormat(schema.format))
    if (kind === 'boolean') return this.#draws.int(0, 1) === 1
    return kind === 'null' ? null : this.#text(schema)
  }

  #text(schema: Schema): string {
    return sampleText(schema, { draws: this.#draws, allowance: this.#options.allowance })
  }

  #fixed(schema: Schema): unknown {
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) {
      const values: unknown[] = schema.enum.filter((value) => value !== null)
      return values[this.#draws.int(0, Math.max(0, values.length - 1))] ?? schema.enum[0]
    }
    const shown: unknown[] = [...(Array.isArray(schema.examples) ? schema.examples : []), schema.default]
    return shown.find((value) => value !== undefined && value !== null && this.#isGood(schema, value))
  }

  /** True for a text, number or truth that fits: whole examples are often of another version than their schema. */
  #isGood(schema: Schema, value: unknown): boolean {
    if (typeof value === 'object') return false
    if (!isOfFormat(schema.format, value)) return false
    return valueProblem(schema, value) === undefined && this.#options.fits(schema, value)
  }

  #choice(schema: Schema, choices: readonly unknown[], depth: number): unknown {
    const { oneOf: _, anyOf: __, discriminator, ...own } = schema
    const open = choices.filter(isJson).filter((choice) => choice.type !== 'null')
    let first: unknown
    for (const choice of open.slice(0, 10)) {
      const value = marked(this.make(joined(this.#options.wholeOf(choice), own), depth + 1), discriminator, choice)
      if (this.#options.fits(schema, value)) return value
      first ??= value
    }
    return open.length === 0 ? null : first
  }

  #object(schema: Schema, depth: number): Json {
    const properties = isJson(schema.properties) ? schema.properties : {}
    const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
    const names = new Set(required.filter((name) => typeof name === 'string'))
    if (depth < this.#fullDepth) for (const name of Object.keys(properties).slice(0, 100)) names.add(name)
    const members: [string, unknown][] = []
    for (const name of names) {
      const member = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties
      if (member === false || (isJson(member) && member.writeOnly === true && !required.includes(name))) continue
      members.push([name, this.make(member, depth + 1)])
    }
    const least = typeof schema.minProperties === 'number' ? Math.min(schema.minProperties, 20) : 0
    for (let at = 0; members.length < least; at++)
      members.push([`key${at + 1}`, this.make(schema.additionalProperties, depth + 1)])
    return Object.fromEntries(members)
  }

  #list({ items, prefixItems, minItems, maxItems, uniqueItems }: Schema, depth: number): unknown[] {
    const prefix: unknown[] = Array.isArray(prefixItems) ? prefixItems : []
    const least = typeof minItems === 'number' ? Math.min(minItems, 200) : 0
    const wanted = depth < this.#fullDepth ? Math.max(least, 1, prefix.length) : least
    const count = typeof maxItems === 'number' ? Math.min(wanted, maxItems) : wanted
    const list: unknown[] = []
    const seen = new Set<string>()
    for (let tries = 0; list.length < count && tries < count + 50; tries++) {
      const item = this.make(prefix[list.length] ?? items, depth + 1)
      const text = JSON.stringify(item)
      if (uniqueItems === true && seen.has(text)) continue
      seen.add(text)
      list.push(item)
    }
    return list
  }

  #number(schema: Schema, isWhole: boolean): number {
    const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema
    const step = typeof multipleOf === 'number' ? multipleOf : isWhole ? 1 : 0.5
    const least = typeof above === 'number' ? above + step : typeof minimum === 'number' ? minimum : undefined
    const most = typeof below === 'number' ? below - step : typeof maximum === 'number' ? maximum : undefined
    const from = least ?? Math.min(1, most ?? 1)
    const to = Math.max(from, Math.min(most ?? from + 1000 * step, from + 1000 * step))
    const first = Math.ceil(from / step)
    const value = this.#draws.int(first, Math.max(first, Math.floor(to / step))) * step
    // multiplying leaves digits such as 0.30000000000000004; a step that does not fit between the bounds gives way
    const rounded = Number(value.toPrecision(12))
    if (typeof below === 'number' && rounded >= below && least !== undefined) return (least + below) / 2
    return most !== undefined && rounded > most ? most : rounded
  }

  /** Ends a value that is nested too deeply. */
  #least(schema: Schema): unknown {
    const kind = kindOf(schema)
    if (kind === 'object') return {}
    return kind === 'array' ? [] : (this.#fixed(schema) ?? this.#ofKind(kind, schema, deepest))
  }
}

/** Some documents call whole numbers so by their format alone. */
const isWholeFormat = (format: unknown) => format === 'int32' || format === 'int64'

/** Returns the kind of value to make; without a type, the one that the other keywords speak of. */
function kindOf({ type, properties, required, additionalProperties, items, minimum, maximum }: Schema): string {
  const types = [type].flat().filter((one) => typeof one === 'string')
  const [kind = undefined] = types.length > 1 ? types.filter((one) => one !== 'null') : types
  if (kind !== undefined) return kind
  if (isJson(properties) || Array.isArray(required) || isJson(additionalProperties)) return 'object'
  if (items !== undefined) return 'array'
  if (minimum !== undefined || maximum !== undefined) return 'number'
  return 'string'
}

/** Sets the member that tells which form of several a value has. */
function marked(value: unknown, discriminator: unknown, choice: Json): unknown {
  if (!isJson(value) || !isJson(discriminator) || typeof discriminator.propertyName !== 'string') return value
  const { propertyName, mapping } = discriminator
  const reference = choice.$ref
  if (typeof reference !== 'string' || (Object.hasOwn(value, propertyName) && !isJson(mapping))) return value
  const named = Object.entries(isJson(mapping) ? mapping : {}).find(([, target]) => target === reference)
  return { ...value, [propertyName]: named?.[0] ?? nameIn(reference) }
}
