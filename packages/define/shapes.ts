// The words for shapes: each returns a plain JSON Schema object (draft 2020-12) that also carries its TypeScript type.
// Properties outside JSON Schema (where a parameter is sent, whether it is required) are stored under symbols, so that
// the schema can be printed, compiled and published unchanged.

/** A JSON Schema object. */
export interface Schema {
  readonly [keyword: string]: unknown
}

declare const typeMark: unique symbol
const requiredMark: unique symbol = Symbol('required')
const optionalMark: unique symbol = Symbol('optional')
const infoMark: unique symbol = Symbol('facts')

/** A JSON Schema whose valid values are of type `T`. */
export interface Shape<T> extends Schema {
  readonly [typeMark]?: T
  readonly [infoMark]?: ParamInfo
}
/** A shape that callers must send (created by `req`). */
export interface Required {
  readonly [requiredMark]: true
}
/** A member that may be absent from a result (created by `opt`). */
interface Optional {
  readonly [optionalMark]: true
}
/** A parameter that a handler always receives, because it has a default. */
export interface Defaulted {
  readonly default: unknown
}
/** The TypeScript type of a shape. */
export type Of<S> = S extends Shape<infer T> ? T : never

/** The form of a parameter's text (OpenAPI 3.1, section 4.8.12.3). */
export interface ParamStyle {
  /** `json`: the value is written as JSON. */
  readonly name: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json'
  readonly explode: boolean
  /** True if reserved characters of a query value are sent as they are. */
  readonly allowReserved?: boolean | undefined
}
/** Properties of a parameter beyond its schema. */
export interface ParamInfo {
  /** Location of the parameter; path parameters are recognised by the path template. Default `query`. */
  readonly in?: 'query' | 'header' | 'cookie' | undefined
  /** The style in which OpenAPI writes the value as text; such a value is checked by its whole schema. */
  readonly style?: ParamStyle | undefined
  /** The schema by which a text in a style is read, where that of the parameter has references. */
  readonly readAs?: Schema | undefined
  /** True if a list is sent by repeating the parameter (`a=1&a=2`); otherwise it is comma-separated. */
  readonly repeat?: boolean | undefined
  /** True for values that are never printed in logs, examples or the console. */
  readonly secret?: boolean | undefined
  /**
   * The API's own credential parameter: filled with the stored provider key; the caller's value counts only if none is
   * stored.
   */
  readonly credential?: boolean | undefined
  /** Accepted by the provider, but missing from its specification. */
  readonly beyond?: boolean | undefined
  /** Parameters that make this required string optional when one of them is sent; it is then the empty string. */
  readonly unless?: readonly string[] | undefined
  /** Pattern of further accepted strings, which are passed on as strings. */
  readonly also?: string | undefined
}
interface Words {
  readonly doc?: string | undefined
  readonly example?: unknown
  readonly deprecated?: boolean | undefined
}
interface Default<T> {
  readonly default?: T | undefined
}
interface TextRules {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly pattern?: string | undefined
  readonly format?: string | undefined
}
interface NumberRules {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly above?: number | undefined
  readonly below?: number | undefined
}
type Options<T> = Words & Default<T> & ParamInfo

function shape(keywords: Record<string, unknown>, options: (Words & Default<unknown> & ParamInfo) | undefined): Schema {
  const schema: Record<string | symbol, unknown> = {}
  for (const name in keywords) if (keywords[name] !== undefined) schema[name] = keywords[name]
  if (options === undefined) return schema
  if (options.doc !== undefined) schema.description = options.doc
  if (options.example !== undefined) schema.examples = [options.example]
  if (options.default !== undefined) schema.default = options.default
  if (options.deprecated) schema.deprecated = true
  const { in: location, repeat, secret, credential, beyond, also, unless } = options
  if (location || repeat || secret || credential || beyond || also || unless) {
    schema[infoMark] = { in: location, repeat, secret, credential, beyond, also, unless }
  }
  return schema
}

/**
 * A word for scalars; with a default, a handler always receives a value. Overloaded, because inferring the options
 * slows the compiler down.
 */
interface ScalarWord<T, Rules> {
  (options: Options<T> & Rules & { readonly default: T }): Shape<T> & Defaulted
  (options?: Options<T> & Rules): Shape<T>
}
const scalar = <T>(keywords: Record<string, unknown>, options: Options<T> | undefined) =>
  shape(keywords, options) as Shape<T> & Defaulted
const numberKeywords = ({ min, max, above, below }: NumberRules) => ({
  minimum: min,
  maximum: max,
  exclusiveMinimum: above,
  exclusiveMaximum: below,
})

/** String. `min` and `max` count UTF-16 units; `pattern` is a JavaScript regular expression. */
export const str: ScalarWord<string, TextRules> = (options: (Options<string> & TextRules) | undefined = {}) => {
  const { min, max, pattern, format } = options
  return scalar({ type: 'string', minLength: min, maxLength: max, pattern, format }, options)
}

/** Integer between `-(2^53 - 1)` and `2^53 - 1`; `min` and `max` inclusive. */
export const int: ScalarWord<number, NumberRules> = (options: (Options<number> & NumberRules) | undefined = {}) =>
  scalar({ type: 'integer', ...numberKeywords(options) }, options)

/** Number; `min` and `max` inclusive, `above` and `below` exclusive. */
export const num: ScalarWord<number, NumberRules> = (options: (Options<number> & NumberRules) | undefined = {}) =>
  scalar({ type: 'number', ...numberKeywords(options) }, options)

/** Boolean; in a query `true`, `false`, `1` and `0`. */
export const bool: ScalarWord<boolean, unknown> = (options: Options<boolean> | undefined = {}) =>
  scalar({ type: 'boolean' }, options)

/** Calendar day, `YYYY-MM-DD`. */
export const day: ScalarWord<string, unknown> = (options: Options<string> | undefined = {}) =>
  scalar({ type: 'string', format: 'date' }, options)

/** ISO 4217 currency code, three letters in either case. */
export const currency: ScalarWord<string, unknown> = (options: Options<string> | undefined = {}) =>
  scalar({ type: 'string', pattern: '^[A-Za-z]{3}$' }, options)

/** One of a fixed set of strings or numbers. */
export function oneOf<const V extends readonly (string | number)[]>(
  values: V,
  options: Options<V[number]> & { readonly default: V[number] },
): Shape<V[number]> & Defaulted
export function oneOf<const V extends readonly (string | number)[]>(
  values: V,
  options?: Options<V[number]>,
): Shape<V[number]>
export function oneOf(
  values: readonly (string | number)[],
  options?: Options<string | number>,
): Shape<string | number> {
  const kinds = [...new Set(values.map((value) => (typeof value === 'string' ? 'string' : 'number')))]
  return scalar({ type: kinds.length === 1 ? kinds[0] : kinds, enum: values }, options)
}

interface CountRules {
  readonly min?: number | undefined
  readonly max?: number | undefined
}
/** List. As a parameter: comma-separated text, or repeated when `repeat`. `min` and `max` count items. */
export function list<S extends Shape<unknown>>(
  item: S,
  options: Options<Of<S>[]> & CountRules & { readonly default: Of<S>[] },
): Shape<Of<S>[]> & Defaulted
export function list<S extends Shape<unknown>>(item: S, options?: Options<Of<S>[]> & CountRules): Shape<Of<S>[]>
export function list(
  item: Shape<unknown>,
  options: (Options<unknown[]> & CountRules) | undefined = {},
): Shape<unknown[]> {
  const { min, max } = options
  return scalar({ type: 'array', items: item, minItems: min, maxItems: max }, options)
}

/** Members of an object shape or of a set of parameters, by wire name. */
export interface Members {
  readonly [name: string]: Shape<unknown>
}
type OptionalNames<M> = { [K in keyof M]: M[K] extends Optional ? K : never }[keyof M]
/** Object type whose members are present unless marked by `opt`. */
type ObjectOf<M> = { [K in Exclude<keyof M, OptionalNames<M>>]: Of<M[K]> } & {
  [K in OptionalNames<M>]?: Of<M[K]>
}

/** Object whose members are present unless marked by `opt`. Unknown members are allowed: providers add them. */
export function obj<const M extends Members>(members: M, options?: Words): Shape<ObjectOf<M>> {
  const required = Object.keys(members).filter((name) => !isOptional(members[name]))
  const keywords = { type: 'object', properties: members, required: required.length > 0 ? required : undefined }
  return shape(keywords, options) as Shape<ObjectOf<M>>
}

/** A member that may be absent from a result. */
export function opt<S extends Shape<unknown>>(member: S): S & Optional {
  return { ...member, [optionalMark]: true }
}

/** A value of the shape, or null. */
export function nullable<S extends Shape<unknown>>(inner: S, options?: Words): Shape<Of<S> | null> {
  const { type, enum: values } = inner
  const simple = typeof type === 'string' && !Array.isArray(values)
  const keywords = simple ? { ...inner, type: [type, 'null'] } : { anyOf: [inner, { type: 'null' }] }
  return shape(keywords, options) as Shape<Of<S> | null>
}

/** Object used as a map from strings to values of one shape. */
export function map<S extends Shape<unknown>>(values: S, options?: Words): Shape<Record<string, Of<S>>> {
  return shape({ type: 'object', additionalProperties: values }, options) as Shape<Record<string, Of<S>>>
}

/** A value of any one of the shapes. */
export function anyOf<const L extends readonly Shape<unknown>[]>(
  shapes: L,
  options?: Words & ParamInfo,
): Shape<Of<L[number]>> {
  return shape({ anyOf: shapes }, options) as Shape<Of<L[number]>>
}

/** Any JSON value. */
export function anything(options?: Words): Shape<unknown> {
  return shape({}, options) as Shape<unknown>
}

/** Any JSON object. */
export function anyObject(options?: Words): Shape<Record<string, unknown>> {
  return shape({ type: 'object' }, options) as Shape<Record<string, unknown>>
}

/** A file in a multipart body, as a handler sees it. */
export interface FilePart {
  readonly fileName: string
  readonly contentType: string
  /** The whole file in memory. If the length is unknown, read `blob` in pieces instead. */
  readonly bytes: Buffer
  /** Readable until the handler has responded. */
  readonly blob: Blob
}
/** A file in a multipart body. */
export function file(options?: Words): Shape<FilePart> {
  return shape({ type: 'string', format: 'binary' }, options) as Shape<FilePart>
}

/** Marks a shape as required. */
function must<S extends Shape<unknown>>(inner: S): S & Required {
  return { ...inner, [requiredMark]: true }
}
type MustWord<T, Rules> = (options?: Options<T> & Rules) => Shape<T> & Required
/** The words for required parameters and body fields; anything else is optional. */
export const req = {
  str: ((options) => must(str(options))) as MustWord<string, TextRules>,
  int: ((options) => must(int(options))) as MustWord<number, NumberRules>,
  num: ((options) => must(num(options))) as MustWord<number, NumberRules>,
  bool: ((options) => must(bool(options))) as MustWord<boolean, unknown>,
  day: ((options) => must(day(options))) as MustWord<string, unknown>,
  currency: ((options) => must(currency(options))) as MustWord<string, unknown>,
  oneOf: <const V extends readonly (string | number)[]>(
    values: V,
    options?: Options<V[number]>,
  ): Shape<V[number]> & Required => must(oneOf(values, options)),
  list: <S extends Shape<unknown>>(item: S, options?: Options<Of<S>[]> & CountRules): Shape<Of<S>[]> & Required =>
    must(list(item, options)),
  file: (options?: Words): Shape<FilePart> & Required => must(file(options)),
  /** Makes any other shape required. */
  of: must,
}

/** A parameter whose value is of any JSON Schema, in the form that `style` says. */
export function parameterOf(
  schema: Schema,
  info: ParamInfo & { readonly style: ParamStyle; readonly required: boolean },
): Shape<unknown> {
  const { required, ...rest } = info
  const whole: Shape<unknown> = { ...schema, [infoMark]: rest }
  return required ? must(whole) : whole
}

/** True if a parameter or body field must be sent. */
export function isRequired(member: Shape<unknown> | undefined): boolean {
  return member !== undefined && requiredMark in member
}
/** True if a member may be absent from a result. */
function isOptional(member: Shape<unknown> | undefined): boolean {
  return member !== undefined && optionalMark in member
}
/** Returns the properties of a parameter beyond its schema; an empty object if none are declared. */
export function paramInfoOf(member: Shape<unknown>): ParamInfo {
  return member[infoMark] ?? {}
}
