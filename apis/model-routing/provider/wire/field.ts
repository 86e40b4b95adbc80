// A value of a caller's body that knows its path, so that each refusal names the parameter. All input is hostile:
// only own members are read, depth and size are bounded, and strings are well-formed Unicode.
import { createPacer } from '#provider'
import { parsedEvent } from './exact-numbers.ts'
import { isJson, type Json, parsed } from './json.ts'
import { ModelError } from './model-error.ts'
import { malformed } from './sse.ts'

/** Deeper nesting would overflow the stack when the JSON is written again; real tool schemas stay far below. */
const deepest = 128
/** Values in one body; prompts of tokens are the longest legitimate ones. */
const mostValues = 2_000_000
/** Objects and lists in one body: reading more of them would hold up other calls. */
const mostContainers = 15_000

/** The style in which a wire writes paths: `messages[0].role` or `messages.0.role`. */
type PathStyle = 'brackets' | 'dots'

interface Bounds {
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
}

export class Field {
  readonly value: unknown
  readonly #parent: Field | undefined
  readonly #key: string | number
  readonly #style: PathStyle

  constructor(value: unknown, style: PathStyle, parent?: Field, key: string | number = '') {
    this.value = value
    this.#style = style
    this.#parent = parent
    this.#key = key
  }

  /** Path of the value; empty for the body itself. */
  get path(): string {
    const before = this.#parent?.path ?? ''
    if (before === '') return String(this.#key)
    return typeof this.#key === 'number' && this.#style === 'brackets'
      ? `${before}[${this.#key}]`
      : `${before}.${this.#key}`
  }
  /** True if the value is missing or null, which are treated alike. */
  get absent(): boolean {
    return this.value === undefined || this.value === null
  }

  /** Returns the refusal of this value; `problem` follows its path. */
  error(problem: string, code?: string): ModelError {
    const path = this.path
    return new ModelError('invalid', `${path === '' ? 'The body' : path} ${problem}`, {
      param: path === '' ? undefined : path,
      code,
    })
  }
  /** Returns the same path with another value, for a part of a string that is read further. */
  replaced(value: unknown): Field {
    return new Field(value, this.#style, this.#parent, this.#key)
  }
  required(): this {
    if (this.absent) throw this.#missing()
    return this
  }
  #missing(): ModelError {
    return this.error('is required', 'missing_required_parameter')
  }

  /** Returns an own member of this object. */
  member(name: string): Field {
    const json = this.json()
    return new Field(Object.hasOwn(json, name) ? json[name] : undefined, this.#style, this, name)
  }
  /** Returns the first of several spellings that is present. */
  either(...names: readonly [string, ...string[]]): Field {
    const present = names.find((name) => !this.member(name).absent)
    return this.member(present ?? names[0])
  }
  json(): Json {
    if (!isJson(this.value)) throw this.absent ? this.#missing() : this.error('must be an object')
    return this.value
  }
  items(most: number): Field[] {
    return this.list(most).map((item, index) => new Field(item, this.#style, this, index))
  }
  /** Returns the raw values of a list, for long ones; `item` gives one of them a path. */
  list(most: number): readonly unknown[] {
    const { value } = this.required()
    if (!Array.isArray(value)) throw this.error('must be a list')
    if (value.length > most) throw this.error(`has ${value.length} items; at most ${most} are allowed`)
    return value
  }
  item(index: number): Field {
    return new Field(this.list(Infinity)[index], this.#style, this, index)
  }
  /** Returns the items of a list; empty without the list. */
  maybeItems(most: number): Field[] {
    return this.absent ? [] : this.items(most)
  }
  text(): string {
    if (typeof this.required().value !== 'string') throw this.error('must be a string')
    return String(this.value)
  }
  maybeText(): string | undefined {
    return this.absent ? undefined : this.text()
  }
  /** Returns a non-empty string of limited length: names of models and tools, ids. */
  name(): string {
    const text = this.text()
    if (text === '') throw this.error('must not be empty')
    if (text.length > 512) throw this.error('must not be longer than 512 characters')
    return text
  }
  maybeNumber(bounds: Bounds = {}): number | undefined {
    return this.absent ? undefined : this.number(bounds)
  }
  number({ min = -Infinity, max = Infinity, integer = false }: Bounds = {}): number {
    const { value } = this.required()
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.error('must be a number')
    if (integer && !Number.isSafeInteger(value)) throw this.error('must be a whole number')
    if (value < min) throw this.error(`must be at least ${min}`)
    if (value > max) throw this.error(`must be at most ${max}`)
    return value
  }
  maybeBoolean(): boolean | undefined {
    if (this.absent) return undefined
    if (typeof this.value !== 'boolean') throw this.error('must be true or false')
    return this.value
  }
  oneOf<const V extends readonly string[]>(values: V): V[number] {
    const text = this.text()
    const match = values.find((value) => value === text)
    if (match === undefined) throw this.error(`must be one of ${values.join(', ')}`)
    return match
  }
  maybeOneOf<const V extends readonly string[]>(values: V): V[number] | undefined {
    return this.absent ? undefined : this.oneOf(values)
  }
  /** Returns the members that are not in `known`; undefined without any. */
  rest(known: ReadonlySet<string>): Json | undefined {
    const json = this.json()
    const others: (readonly [string, unknown])[] = []
    for (const name in json) if (!known.has(name) && json[name] !== undefined) others.push([name, json[name]])
    return others.length > 0 ? Object.fromEntries(others) : undefined
  }
}

/** Reads the body of a call, checked for depth, size and malformed strings. Throws ModelError 'invalid'. */
export function openBody(body: unknown, style: PathStyle): Field {
  const root = new Field(body, style)
  if (!isJson(body)) throw root.error('must be a JSON object')
  if (accepted.has(body)) return root
  const problem = problemOf(body, mostContainers)
  if (problem !== undefined) throw root.error(problem)
  return root
}

/** Long bodies that were checked in a separate step before the one that reads them. */
const accepted = new WeakSet<object>()

/** Checks a long body in steps, so that `openBody` does not. Rejects as that throws. */
export async function acceptLongBody(body: unknown): Promise<void> {
  if (!isJson(body)) return
  const pause = createPacer()
  const steps = problemSteps(body, mostContainers)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      if (step.value !== undefined) throw new Field(body, 'brackets').error(step.value)
      accepted.add(body)
      return
    }
    await pause()
  }
}

/**
 * A JSON object in a string, as tool calls carry it; an empty string means no members. Throws ModelError 'invalid'.
 */
export function toolInput(field: Field): string {
  const text = field.text()
  if (text.trim() === '') return '{}'
  const input = parsed(text)
  if (!isJson(input)) throw field.error('must be the JSON text of an object', 'invalid_tool_arguments')
  const problem = problemOf(input)
  if (problem !== undefined) throw field.error(problem)
  return text
}

/** Returns the problem with a value as a whole, or undefined. Goes level by level to bound the depth. */
function problemOf(value: unknown, containerLimit = mostValues): string | undefined {
  const steps = problemSteps(value, containerLimit)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** Containers that are checked in one step: a millisecond, as long as no list in them is long. */
const checkedAtOnce = 1000

function* problemSteps(value: unknown, containerLimit: number): Generator<void, string | undefined> {
  let level: readonly object[] = [[value]]
  let count = 0
  let containers = 0
  let checked = 0
  for (let depth = -1; level.length > 0; depth++) {
    if (depth > deepest) return `is nested deeper than ${deepest} levels`
    const next: object[] = []
    for (const item of level) {
      const before = next.length
      const members: number | undefined = isJson(item) ? collect(item, next) : collectList(item, next)
      if (members === undefined) return halfPair
      count += members
      containers += next.length - before
      if (count > mostValues) return `holds more than ${mostValues} values`
      if (containers > containerLimit) return `holds more than ${containerLimit} objects and lists`
      if (++checked % checkedAtOnce === 0) yield
    }
    level = next
  }
  return undefined
}

/** Adds the objects and lists in an object to `into`; returns the number of members, or undefined for half a pair. */
function collect(item: Json, into: object[]): number | undefined {
  let members = 0
  for (const name in item) {
    const member = item[name]
    if (!name.isWellFormed() || (typeof member === 'string' && !member.isWellFormed())) return undefined
    if (typeof member === 'object' && member !== null) into.push(member)
    members++
  }
  return members
}

function collectList(item: object, into: object[]): number | undefined {
  if (!Array.isArray(item)) return 0
  for (const member of item) {
    if (typeof member === 'string' && !member.isWellFormed()) return undefined
    if (typeof member === 'object' && member !== null) into.push(member)
  }
  return item.length
}
const halfPair = 'holds half of a surrogate pair, which is not text'

/**
 * Returns the input of a whole call as an object; undefined if the answer was cut off within it. Some servers write the
 * object into a JSON string. Throws ModelError for any other value: a call with an empty input would be another call.
 */
export function callInput(text: string, isCut: boolean): Json | undefined {
  if (text.trim() === '') return {}
  const value = parsedEvent(text)
  const inside = typeof value === 'string' ? parsedEvent(value) : value
  if (isJson(inside) && problemOf(inside) === undefined) return inside
  if (isCut) return undefined
  throw malformed()
}

/** Returns the object in a JSON string, or an empty one: tool inputs for wires that carry objects. */
export function objectIn(text: string): Json {
  const value = parsedEvent(text)
  return isJson(value) && problemOf(value) === undefined ? value : {}
}
