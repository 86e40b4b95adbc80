// Checks values against the schemas of a document: without generating code, with linear patterns, and within a number
// of steps, since schemas that refer to each other can make the work grow without end.
import type { Schema } from '#define'
import type { CheckerOf } from '#define/reflect'
import type { Description } from '../description.ts'
import { isJson, type Json } from '../reading/json.ts'
import { createAllowance } from './allowance.ts'
import { linearPattern } from './linear-pattern.ts'
import { nameIn } from './resolve.ts'
import { valueProblem } from './value-rules.ts'

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
  return (schema, root) => (value) => {
    const run = new Run(schemas, createAllowance().spend)
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
    const run = new Run(schemas, spend, true)
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

/** One check of one value. */
class Run {
  readonly #schemas: Description['schemas']
  readonly #isResponse: boolean
  /** Takes steps for compiling patterns; one that it refuses is not run. */
  readonly #spend: (steps: number) => boolean
  #found: Problem[] = []
  #steps = 0
  get steps(): number {
    return this.#steps
  }
  #depth = 0

  constructor(schemas: Description['schemas'], spend: (steps: number) => boolean, isResponse = false) {
    this.#schemas = schemas
    this.#spend = spend
    this.#isResponse = isResponse
  }

  /** Returns the problems, one line for each member. */
  problems(root: string): Problem[] {
    const byName = new Map<string, Problem>()
    for (const problem of this.#found) if (!byName.has(problem.name)) byName.set(problem.name, problem)
    const found = [...byName.values()].slice(0, problemLimit)
    return found.length > 0 ? found : [{ name: root, problem: 'does not fit its declaration' }]
  }

  /** Reports whether a value fits; collects what does not. `at` names the value. */
  check(schema: unknown, value: unknown, at: string): boolean {
    if (schema === false) return this.#fails(at, 'is not allowed')
    if (!isJson(schema)) return true
    this.#step(1 + (Array.isArray(schema.enum) ? schema.enum.length / valuesPerStep : 0))
    if (this.#depth >= depthLimit) throw new TooComplex()
    this.#depth++
    const fits = this.#checkAll(schema, value, at)
    this.#depth--
    return fits
  }

  #checkAll(schema: Schema, value: unknown, at: string): boolean {
    const { $ref: reference } = schema
    if (typeof reference === 'string' && !this.check(this.#named(reference), value, at)) return false
    const problem = valueProblem(schema, value)
    if (problem !== undefined) return this.#fails(at, problem)
    if (typeof value === 'string' && typeof schema.pattern === 'string' && !this.#matches(schema.pattern, value))
      return this.#fails(at, `must match ${schema.pattern}`)
    const parts = [
      Array.isArray(value) ? this.#list(schema, value, at) : true,
      isJson(value) ? this.#object(schema, value, at) : true,
      this.#choices(schema, value, at),
    ]
    return parts.every(Boolean)
  }

  #named(reference: string): unknown {
    const name = nameIn(reference)
    return name !== undefined && Object.hasOwn(this.#schemas, name) ? this.#schemas[name] : true
  }

  #list({ items, prefixItems, contains, uniqueItems }: Schema, value: readonly unknown[], at: string): boolean {
    const prefix: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : []
    let fits = true
    for (const [index, item] of value.entries()) {
      const schema = index < prefix.length ? prefix[index] : items
      if (schema !== undefined && !this.check(schema, item, `${at}.${index}`)) fits = false
    }
    if (isJson(contains) && !value.some((item) => this.#silently(contains, item)))
      fits = this.#fails(at, 'lacks an entry that it must contain')
    if (uniqueItems === true && !this.#isUnique(value)) fits = this.#fails(at, 'must not repeat an entry')
    return fits
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

  #object(schema: Schema, value: Json, at: string): boolean {
    const properties = isJson(schema.properties) ? schema.properties : {}
    const patterns = Object.entries(isJson(schema.patternProperties) ? schema.patternProperties : {})
    const { additionalProperties: others, propertyNames } = schema
    let fits = this.#required(schema, value, at)
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

  #required({ required, properties }: Schema, value: Json, at: string): boolean {
    let fits = true
    for (const name of Array.isArray(required) ? required : []) {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) continue
      const member = isJson(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
      if (isJson(member) && member.readOnly === true && !this.#isResponse) continue
      fits = this.#fails(at === 'body' ? name : `${at}.${name}`, 'is required')
    }
    return fits
  }

  #choices(
    { allOf, anyOf, oneOf, not, if: condition, then, else: otherwise }: Schema,
    value: unknown,
    at: string,
  ): boolean {
    let fits = true
    for (const each of Array.isArray(allOf) ? allOf : []) if (!this.check(each, value, at)) fits = false
    if (Array.isArray(anyOf) && !anyOf.some((each) => this.#silently(each, value)))
      fits = this.#fails(at, 'fits none of its allowed forms')
    if (Array.isArray(oneOf)) {
      const count = oneOf.filter((each) => this.#silently(each, value)).length
      if (count !== 1)
        fits = this.#fails(
          at,
          count === 0 ? 'fits none of its allowed forms' : 'fits several forms of which one is allowed',
        )
    }
    if (not !== undefined && this.#silently(not, value)) fits = this.#fails(at, 'has a form that is not allowed')
    if (condition !== undefined && !this.check(this.#silently(condition, value) ? then : otherwise, value, at))
      fits = false
    return fits
  }

  /** Checks without collecting problems, for one form of several. */
  #silently(schema: unknown, value: unknown): boolean {
    const before = this.#found
    this.#found = []
    const fits = this.check(schema, value, '')
    this.#found = before
    return fits
  }

  #fails(name: string, problem: string): false {
    if (this.#found.length < problemLimit * 2) this.#found.push({ name, problem })
    return false
  }
}
