// Checks values against the schemas of a document: without generating code, with linear patterns, and within a number
// of steps, since schemas that refer to each other can make the work grow without end.
import type { Schema } from '#define'
import type { CheckerOf } from '#define/reflect'
import type { Description } from '../description.ts'
import { isJson, type Json } from '../reading/json.ts'
import { createAllowance } from './allowance.ts'
import { linearPattern } from './linear-pattern.ts'
import { nameIn, referenceTo } from './resolve.ts'
import { valueProblem } from './value-rules.ts'
import { type WholeOf, wholesOf } from './whole-schema.ts'

interface Problem {
  readonly name: string
  readonly problem: string
}
const problemLimit = 20
const stepLimit = 20_000
const depthLimit = 300
/** Choices that are compared, or characters that are written, in one step. */
const valuesPerStep = 100

/** Thrown when a check takes too many steps. */
class TooComplex extends Error {
  override name = 'TooComplex'
}

/** Returns the checker of a description's schemas. Members that only responses have are not required. */
export function checkerOf(schemas: Description['schemas']): CheckerOf {
  const wholeOf = wholesOf(schemas)
  return (schema, root) => (value) => {
    const run = new Run(schemas, createAllowance().spend, { wholeOf })
    try {
      return run.check(schema, value, root) ? [] : run.problems(root)
    } catch (error) {
      if (error instanceof TooComplex) return [{ name: root, problem: 'has too many values to be checked here' }]
      throw error
    }
  }
}

/**
 * Returns a test of values of responses, in which members that only responses have are required too. Whatever takes too
 * many steps fits, and so does everything once `spend` returns false.
 */
export function fitterOf(
  schemas: Description['schemas'],
  spend: (steps: number) => boolean,
): (schema: Schema, value: unknown) => boolean {
  return (schema, value) => {
    if (!spend(1)) return true
    const run = new Run(schemas, spend)
    try {
      return run.check(schema, value, '')
    } catch (error) {
      if (error instanceof TooComplex) return true
      throw error
    } finally {
      spend(run.steps)
    }
  }
}

/** The place of a value: its name, and the whole schema of which the checked one is a part. */
interface Place {
  readonly at: string
  readonly around: Schema
}

/** One check of one value. */
class Run {
  readonly #schemas: Description['schemas']
  /** Joins the parts of a schema of requests, in which members that only responses have are not required. */
  readonly #wholeOf: WholeOf | undefined
  /** Values that are being checked against shared schemas, which may refer to themselves through their parts. */
  readonly #open = new Map<string, Set<unknown>>()
  /** Takes steps for compiling patterns; one that it refuses is not run. */
  readonly #spend: (steps: number) => boolean
  #found: Problem[] = []
  #steps = 0
  get steps(): number {
    return this.#steps
  }
  #depth = 0

  constructor(
    schemas: Description['schemas'],
    spend: (steps: number) => boolean,
    requests: { readonly wholeOf?: WholeOf } = {},
  ) {
    this.#schemas = schemas
    this.#spend = spend
    this.#wholeOf = requests.wholeOf
  }

  /** Returns the problems, one line for each member. */
  problems(root: string): Problem[] {
    const byName = new Map<string, Problem>()
    for (const problem of this.#found) if (!byName.has(problem.name)) byName.set(problem.name, problem)
    const found = [...byName.values()].slice(0, problemLimit)
    return found.length > 0 ? found : [{ name: root, problem: 'does not fit its declaration' }]
  }

  /**
   * Reports whether a value fits; collects what does not. `at` names the value, and `around` is the schema of which
   * this one is a part for the same value.
   */
  check(schema: unknown, value: unknown, at: string, around?: Schema): boolean {
    if (schema === false) return this.#fails(at, 'is not allowed')
    if (!isJson(schema)) return true
    this.#step(1 + (Array.isArray(schema.enum) ? schema.enum.length / valuesPerStep : 0))
    if (this.#depth >= depthLimit) throw new TooComplex()
    this.#depth++
    const fits = this.#checkAll(schema, value, { at, around: around ?? schema })
    this.#depth--
    return fits
  }

  #checkAll(schema: Schema, value: unknown, place: Place): boolean {
    const { at } = place
    const { $ref: reference } = schema
    if (typeof reference === 'string' && !this.#refers(reference, value, place)) return false
    const problem = valueProblem(schema, value)
    if (problem !== undefined) return this.#fails(at, problem)
    if (typeof value === 'string' && typeof schema.pattern === 'string' && !this.#matches(schema.pattern, value))
      return this.#fails(at, `must match ${schema.pattern}`)
    const parts = [
      Array.isArray(value) ? this.#list(schema, value, at) : true,
      isJson(value) ? this.#object(schema, value, place) : true,
      this.#choices(schema, value, place),
    ]
    return parts.every(Boolean)
  }

  /** Follows a reference; one that leads back to itself with the same value says nothing more. */
  #refers(reference: string, value: unknown, { at, around }: Place): boolean {
    const values = this.#open.get(reference) ?? new Set()
    if (values.has(value)) return true
    this.#open.set(reference, values.add(value))
    const fits = this.check(this.#named(reference), value, at, around)
    values.delete(value)
    return fits
  }

  #named(reference: string): unknown {
    const name = nameIn(reference)
    return name !== undefined && Object.hasOwn(this.#schemas, name) ? this.#schemas[name] : true
  }

  #list({ items, prefixItems, uniqueItems, ...rest }: Schema, value: readonly unknown[], at: string): boolean {
    const prefix: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : []
    let fits = true
    for (const [index, item] of value.entries()) {
      const schema = index < prefix.length ? prefix[index] : items
      if (schema !== undefined && !this.check(schema, item, `${at}.${index}`)) fits = false
    }
    if (isJson(rest.contains) && !this.#contains(rest, value, at)) fits = false
    if (uniqueItems === true && !this.#isUnique(value)) fits = this.#fails(at, 'must not repeat an entry')
    return fits
  }

  #contains({ contains, minContains: least = 1, maxContains: most }: Schema, value: readonly unknown[], at: string) {
    const count = value.filter((item) => this.#silently(contains, item)).length
    if (typeof least === 'number' && count < least) return this.#fails(at, 'lacks an entry that it must contain')
    return typeof most === 'number' && count > most
      ? this.#fails(at, `must have at most ${most} of the entries that it contains`)
      : true
  }

  #isUnique(value: readonly unknown[]): boolean {
    const texts = new Set<string>()
    for (const item of value) {
      const text = JSON.stringify(item)
      this.#step(text.length / valuesPerStep)
      texts.add(text)
    }
    return texts.size === value.length
  }

  /** Reports whether a text matches; one of a pattern that cannot be run does. */
  #matches(pattern: string, text: string): boolean {
    const compiled = linearPattern(pattern, this.#spend)
    if (!compiled) return true
    this.#step(compiled.stepsFor(text))
    return compiled.test(text)
  }

  #step(steps: number): void {
    this.#steps += steps
    if (this.#steps > stepLimit) throw new TooComplex()
  }

  #object(schema: Schema, value: Json, place: Place): boolean {
    const { at } = place
    const properties = isJson(schema.properties) ? schema.properties : {}
    const patterns = Object.entries(isJson(schema.patternProperties) ? schema.patternProperties : {})
    const { additionalProperties: others, propertyNames } = schema
    let fits = this.#required(schema, value, place)
    for (const [name, member] of Object.entries(value)) {
      const path = at === 'body' ? name : `${at}.${name}`
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined
      this.#step(patterns.length)
      const fitting = patterns.filter(([pattern]) => this.#matches(pattern, name))
      const rest = own === undefined && fitting.length === 0 ? others : undefined
      for (const each of [own, ...fitting.map(([, one]) => one), rest])
        if (each !== undefined && !this.check(each, member, path)) fits = false
      if (isJson(propertyNames) && !this.#silently(propertyNames, name))
        fits = this.#fails(path, 'is not an allowed name')
    }
    return fits
  }

  #required(schema: Schema, value: Json, { at, around }: Place): boolean {
    const { required } = schema
    let fits = true
    for (const name of Array.isArray(required) ? required : []) {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) continue
      if (this.#isOfResponses(name, schema) || this.#isOfResponses(name, around)) continue
      fits = this.#fails(at === 'body' ? name : `${at}.${name}`, 'is required')
    }
    return fits
  }

  /** Reports whether requests lack a member because only responses have it. */
  #isOfResponses(name: string, schema: Schema): boolean {
    const properties = this.#wholeOf?.(schema).properties
    const member = isJson(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    return isJson(member) && this.#wholeOf?.(member).readOnly === true
  }

  #choices(
    { allOf, anyOf, oneOf, not, if: condition, then, else: otherwise, discriminator }: Schema,
    value: unknown,
    { at, around }: Place,
  ): boolean {
    let fits = true
    for (const each of Array.isArray(allOf) ? allOf : []) if (!this.check(each, value, at, around)) fits = false
    const marked = markedChoice([anyOf, oneOf], discriminator, value)
    if (marked !== undefined) fits = this.check(marked, value, at, around) && fits
    else if (!this.#alternatives({ anyOf, oneOf }, value, { at, around })) fits = false
    if (not !== undefined && this.#silently(not, value)) fits = this.#fails(at, 'has a form that is not allowed')
    if (condition !== undefined && !this.check(this.#silently(condition, value) ? then : otherwise, value, at))
      fits = false
    return fits
  }

  #alternatives({ anyOf, oneOf }: Schema, value: unknown, { at, around }: Place): boolean {
    let fits = true
    if (Array.isArray(anyOf) && !anyOf.some((each) => this.#silently(each, value, around)))
      fits = this.#fails(at, 'fits none of its allowed forms')
    if (Array.isArray(oneOf)) {
      const count = oneOf.filter((each) => this.#silently(each, value, around)).length
      if (count !== 1)
        fits = this.#fails(
          at,
          count === 0 ? 'fits none of its allowed forms' : 'fits several forms of which one is allowed',
        )
    }
    return fits
  }

  /** Checks without collecting problems, for one form of several. */
  #silently(schema: unknown, value: unknown, around?: Schema): boolean {
    const before = this.#found
    this.#found = []
    const fits = this.check(schema, value, '', around)
    this.#found = before
    return fits
  }

  #fails(name: string, problem: string): false {
    if (this.#found.length < problemLimit * 2) this.#found.push({ name, problem })
    return false
  }
}

/** Returns the choice that a value names by its discriminator; undefined if it names none of them. */
function markedChoice(lists: readonly unknown[], discriminator: unknown, value: unknown): unknown {
  if (!isJson(discriminator) || !isJson(value) || typeof discriminator.propertyName !== 'string') return undefined
  const { propertyName, mapping } = discriminator
  const mark = Object.hasOwn(value, propertyName) ? value[propertyName] : undefined
  if (typeof mark !== 'string') return undefined
  const target = isJson(mapping) && Object.hasOwn(mapping, mark) ? mapping[mark] : referenceTo(mark)
  return lists.flat().find((choice) => isJson(choice) && choice.$ref === target)
}
