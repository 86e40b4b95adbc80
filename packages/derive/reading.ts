// Reads the raw parameters of a call into the typed values of its declaration, and reports all problems at once.
// Bodies are not read here; the use of the values is up to the caller.
import type { Members, Schema, Shape } from '#define'
import type { CheckerOf, ParamInfo } from '#define/reflect'
import { isRequired, paramInfoOf } from '#define/reflect'
import type { Route } from './routes.ts'
import { cookiePairs, styledValue } from './styled-parameters.ts'
import type { Problem } from './validation.ts'

/** A query pair, in the order sent; `raw` is the pair as received, still encoded. */
export interface QueryPair {
  readonly name: string
  readonly value: string
  readonly raw: string
}
/** The parameters of a call as they were sent. */
interface RawParameters {
  readonly pathValues: readonly string[]
  readonly query: readonly QueryPair[]
  /** Returns the value of a header by lower-case name. */
  readonly header: (name: string) => string | undefined
  /** True if the gateway holds a key for the API's credential parameters. */
  readonly hasStoredKey: boolean
}
interface ReadParameters {
  /** Typed values by wire name, defaults filled in; lists are arrays. */
  readonly values: Record<string, unknown>
  readonly problems: readonly Problem[]
}
/**
 * Reads one call. With `invalid: 'provider'` an invalid value is passed on as a string, and only absence is a problem;
 * with `missing: 'provider'` absence is allowed too.
 */
export type Reader = (raw: RawParameters) => ReadParameters

/** Reads one string; returns undefined if it is invalid, and `problem` describes valid values. */
interface KindReader {
  readonly problem: string
  read(text: string): unknown
}
interface Param {
  readonly name: string
  readonly location: 'path' | 'query' | 'header' | 'cookie'
  /** Position among the values of the path. */
  readonly index: number
  readonly headerName: string
  readonly required: boolean
  readonly info: ParamInfo
  readonly list: boolean
  readonly also: RegExp | undefined
  readonly kind: KindReader
  readonly rules: (value: unknown) => string | undefined
  readonly fallback: unknown
  readonly schema: Schema
  /** The check of the whole value, for parameters in a style of OpenAPI. */
  readonly check: ReturnType<CheckerOf> | undefined
}

/** Compiles the reader of an endpoint's parameters. */
export function compileReader(route: Route, checkerOf?: CheckerOf): Reader {
  const params = Object.entries(paramsOf(route)).map(([name, shape]) => paramOf(name, shape, { route, checkerOf }))
  const forgiving = route.endpoint.invalid === 'provider'
  const incomplete = route.endpoint.missing === 'provider'
  return (raw) => {
    const values: Record<string, unknown> = {}
    const problems: Problem[] = []
    const reading = { raw, forgiving, incomplete, values, problems }
    for (const param of params) readParam(param, reading)
    return { values, problems }
  }
}

/** Returns declared parameters, and strings for undeclared placeholders. */
function paramsOf(route: Route): Members {
  const undeclared = route.names.filter((name) => !(name in route.endpoint.params))
  return { ...Object.fromEntries(undeclared.map((name) => [name, { type: 'string' }])), ...route.endpoint.params }
}

interface ParamContext {
  readonly route: Route
  readonly checkerOf: CheckerOf | undefined
}

function paramOf(name: string, shape: Shape<unknown>, { route, checkerOf }: ParamContext): Param {
  const info = paramInfoOf(shape)
  const inPath = route.names.includes(name)
  const isList = shape.type === 'array'
  const item = isList && isSchema(shape.items) ? shape.items : shape
  return {
    name,
    location: inPath ? 'path' : (info.in ?? 'query'),
    index: route.names.indexOf(name),
    headerName: name.toLowerCase(),
    required: inPath || isRequired(shape),
    info,
    list: isList,
    also: info.also === undefined ? undefined : new RegExp(info.also),
    kind: kindOf(item),
    rules: info.style ? noRules : rulesOf(item),
    fallback: shape.default,
    schema: info.readAs ?? shape,
    check: info.style && checkerOf?.(shape, name),
  }
}

interface Reading {
  readonly raw: RawParameters
  readonly forgiving: boolean
  readonly incomplete: boolean
  readonly values: Record<string, unknown>
  readonly problems: Problem[]
}

const noRules = () => undefined

function readParam(param: Param, reading: Reading): void {
  if (param.info.style) {
    readStyled(param, reading)
    return
  }
  if (param.list) {
    readList(param, reading)
    return
  }
  const text = textFor(param, reading.raw)
  if (text === undefined || text === '') readAbsent(param, reading)
  else reading.values[param.name] = readOne(param, text, reading)
}

/** Reads a value in a style of OpenAPI, which its whole schema checks. */
function readStyled(param: Param, reading: Reading): void {
  const { name, location, schema, info, check } = param
  const { raw } = reading
  if (!info.style) return
  const cookies = location === 'cookie' ? cookiePairs(raw.header('cookie') ?? '') : undefined
  const text = location === 'path' || location === 'header' ? textFor(param, raw) : undefined
  const pairs = cookies ?? (location === 'query' ? raw.query : [])
  // a text that is not in its style, such as an object of no members, is still a value
  const sent = { text, pairs, isSpaced: location === 'header' }
  const value = styledValue({ name, style: info.style, schema }, sent) ?? text
  if (value === undefined) {
    readAbsent(param, reading)
    return
  }
  reading.values[name] = value
  if (!reading.forgiving && check) reading.problems.push(...check(value))
}

function readList(param: Param, reading: Reading): void {
  const sent = textsFor(param, reading.raw)
  if (sent.length === 0) {
    readAbsent(param, reading)
    return
  }
  const read: unknown[] = []
  for (const text of sent) {
    const value = readOne(param, text, reading)
    if (value !== undefined) read.push(value)
  }
  reading.values[param.name] = read
}

function readAbsent(param: Param, reading: Reading): void {
  if (param.fallback !== undefined) reading.values[param.name] = param.fallback
  else if (param.info.unless?.some((name) => isGiven(name, reading))) reading.values[param.name] = ''
  else if (reading.incomplete && param.location !== 'path') return
  else if (param.required && !(param.info.credential && reading.raw.hasStoredKey))
    reading.problems.push({ name: param.name, problem: 'is required' })
}

function isGiven(name: string, { raw }: Reading): boolean {
  return raw.query.some((pair) => pair.name === name && pair.value !== '')
}

function readOne(param: Param, text: string, reading: Reading): unknown {
  const value = param.kind.read(text)
  const problem = value === undefined ? param.kind.problem : param.rules(value)
  if (problem === undefined) return value
  if (param.also?.test(text) || reading.forgiving) return text
  reading.problems.push({ name: param.name, problem })
  return undefined
}

/** Returns the string sent for a single value, or the first of a repeated parameter. An empty string is missing. */
function textFor(param: Param, raw: RawParameters): string | undefined {
  if (param.location === 'path') return raw.pathValues[param.index]
  if (param.location === 'header') return raw.header(param.headerName)
  for (const pair of raw.query) if (pair.name === param.name) return pair.value
  return undefined
}

/** Returns the strings sent for a list; empty items count as missing. */
function textsFor(param: Param, raw: RawParameters): string[] {
  if (param.location !== 'query') return [textFor(param, raw) ?? ''].filter(isText)
  const sent = raw.query.filter((pair) => pair.name === param.name).map((pair) => pair.value)
  return (param.info.repeat ? sent : sent.flatMap((text) => text.split(','))).filter(isText)
}

const isText = (text: string) => text !== ''

const integer = /^[+-]?\d{1,16}$/
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const kinds: Readonly<Record<string, KindReader>> = {
  string: { problem: 'must be text', read: (text) => text },
  integer: {
    problem: 'must be an integer',
    read: (text) => (integer.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  },
  number: {
    problem: 'must be a number',
    read: (text) => (decimal.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined),
  },
  boolean: { problem: 'must be true or false', read: (text) => truths.get(text.toLowerCase()) },
}
const anyText: KindReader = { problem: 'must be text', read: (text) => text }

/** Returns the reader of a scalar; of text for other kinds. */
export function kindOf(schema: Schema): KindReader {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  return (typeof type === 'string' ? kinds[type] : undefined) ?? anyText
}

/** Compiles the rules of a scalar schema into one function, which returns the broken rule or undefined. */
function rulesOf(schema: Schema): (value: unknown) => string | undefined {
  const rules: ((value: unknown) => string | undefined)[] = []
  const { enum: values, pattern, format } = schema
  if (Array.isArray(values))
    rules.push((value) => (values.includes(value) ? undefined : `must be one of ${values.join(', ')}`))
  for (const bound of bounds) {
    const limit = schema[bound.keyword]
    if (typeof limit === 'number')
      rules.push((value) => (bound.holds(value, limit) ? undefined : `${bound.says} ${limit}${bound.unit}`))
  }
  if (typeof pattern === 'string') {
    const form = new RegExp(pattern)
    rules.push((value) => (form.test(String(value)) ? undefined : `must match ${pattern}`))
  }
  if (format === 'date') rules.push((value) => (isDay(String(value)) ? undefined : 'must be a day, YYYY-MM-DD'))
  return (value) => {
    for (const rule of rules) {
      const problem = rule(value)
      if (problem !== undefined) return problem
    }
    return undefined
  }
}

const bounds = [
  {
    keyword: 'minimum',
    says: 'must be at least',
    unit: '',
    holds: (value: unknown, limit: number) => Number(value) >= limit,
  },
  {
    keyword: 'maximum',
    says: 'must be at most',
    unit: '',
    holds: (value: unknown, limit: number) => Number(value) <= limit,
  },
  {
    keyword: 'exclusiveMinimum',
    says: 'must be above',
    unit: '',
    holds: (value: unknown, limit: number) => Number(value) > limit,
  },
  {
    keyword: 'exclusiveMaximum',
    says: 'must be below',
    unit: '',
    holds: (value: unknown, limit: number) => Number(value) < limit,
  },
  {
    keyword: 'minLength',
    says: 'must have at least',
    unit: ' characters',
    holds: (value: unknown, limit: number) => String(value).length >= limit,
  },
  {
    keyword: 'maxLength',
    says: 'must have at most',
    unit: ' characters',
    holds: (value: unknown, limit: number) => String(value).length <= limit,
  },
] as const

/** True for an existing calendar day in ISO 8601 form. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Splits a query string or form body into pairs; undefined if an escape is broken. At most `limit` pairs are read.
 */
export function readPairs(raw: string, limit: number): QueryPair[] | undefined {
  if (raw === '') return []
  const pairs: QueryPair[] = []
  let count = 0
  for (let from = 0; from <= raw.length; ) {
    if (++count > limit) return undefined
    const next = raw.indexOf('&', from)
    const end = next < 0 ? raw.length : next
    if (end > from) {
      const pair = readPair(raw.slice(from, end))
      if (!pair) return undefined
      pairs.push(pair)
    }
    from = end + 1
  }
  return pairs
}

function readPair(raw: string): QueryPair | undefined {
  const at = raw.indexOf('=')
  const name = decode(at < 0 ? raw : raw.slice(0, at))
  const value = at < 0 ? '' : decode(raw.slice(at + 1))
  return name === undefined || value === undefined ? undefined : { name, value, raw }
}

function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
