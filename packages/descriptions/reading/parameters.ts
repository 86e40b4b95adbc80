// Parameters of operations: those of the path and of the operation itself, which replace the former.
import type { Schema } from '#define'
import type { DescribedParameter, ParameterStyle } from '../description.ts'
import { examplesIn, type Reading } from './context.ts'
import { isJson, memberOf, textIn } from './json.ts'
import { entriesOf, type Part, partIn } from './references.ts'
import { docOf } from './texts.ts'

const mostParameters = 500
const longestName = 200

/** Headers that OpenAPI describes elsewhere: content negotiation and the key. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization'])
/** Headers and cookies that belong to a connection or to the gateway; a document cannot have them passed on. */
const ownNames = new Set(
  `connection content-length cookie expect forwarded host keep-alive proxy-authenticate proxy-authorization
  proxy-connection set-cookie range if-range accept-encoding te trailer transfer-encoding upgrade via x-forwarded-for x-forwarded-host x-forwarded-proto
  x-real-ip`.split(/\s+/),
)
const isOwnName = (name: string) => ownNames.has(name) || /^(?:__\w+-)?(?:x-)?gate(?:way|house)/.test(name)

/** Reads the parameters of these lists; a later one replaces an earlier one of the same name and place. */
export function parametersIn(lists: readonly Part[], reading: Reading): DescribedParameter[] {
  const found = new Map<string, DescribedParameter>()
  for (const { value, pointer } of lists) {
    if (!Array.isArray(value)) continue
    for (const [at, entry] of value.slice(0, mostParameters).entries()) {
      const parameter = parameterIn({ value: entry, pointer: `${pointer}/${at}` }, reading)
      if (parameter) found.set(`${parameter.in} ${parameter.name}`, parameter)
    }
  }
  return [...found.values()]
}

function parameterIn(entry: Part, reading: Reading): DescribedParameter | undefined {
  const part = reading.references.resolve(entry)
  if (!part) return undefined
  const { value } = part
  const name = textIn(value, 'name')
  const location = placeIn(value)
  const problem = problemOf(name, location)
  if (problem !== undefined || name === undefined || location === undefined) {
    reading.leftOut.push({ pointer: entry.pointer, reason: problem ?? 'This is not a parameter.' })
    return undefined
  }
  if (location === 'header' && ignoredHeaders.has(name.toLowerCase())) return undefined
  const [content, media] = contentOf(part)
  const style = styleIn(value, location)
  const explode = memberOf(value, 'explode')
  const doc = docOf(memberOf(value, 'description'))
  return {
    name,
    in: location,
    ...(doc === undefined ? {} : { doc }),
    required: location === 'path' || memberOf(value, 'required') === true,
    ...(memberOf(value, 'deprecated') === true ? { deprecated: true } : {}),
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form',
    ...(memberOf(value, 'allowReserved') === true ? { allowReserved: true } : {}),
    ...(content === undefined ? {} : { content }),
    schema: orEmpty(schemaIn(media ?? part, entry, reading), value, location),
    examples: examplesIn(media ?? part, reading),
  }
}

function placeIn(value: unknown): DescribedParameter['in'] | undefined {
  const place = memberOf(value, 'in')
  return place === 'path' || place === 'query' || place === 'header' || place === 'cookie' ? place : undefined
}

function problemOf(name: string | undefined, location: string | undefined): string | undefined {
  if (name === undefined || name === '') return 'The parameter has no name.'
  if (location === undefined) return 'The parameter is neither in the path, the query, a header nor a cookie.'
  if (name.length > longestName) return `The name of the parameter has more than ${longestName} characters.`
  if (name === '__proto__') return 'A parameter cannot have this name.'
  const isHead = location === 'header' || location === 'cookie'
  if (isHead && isOwnName(name.toLowerCase())) return 'This name belongs to the connection or to the gateway.'
  const isToken = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)
  return isHead && !isToken ? 'This cannot be the name of a header.' : undefined
}

/** Returns the schema; that of a shared parameter is shared too. */
function schemaIn(part: Part, entry: Part, { schemas }: Reading): Schema {
  const schema = partIn(part, 'schema')
  return part.pointer.startsWith(entry.pointer) ? schemas.read(schema) : schemas.shared(schema)
}

/** Adds the empty text to what a parameter of the query may be, where the document allows it. */
function orEmpty(schema: Schema, value: unknown, location: DescribedParameter['in']): Schema {
  const isAllowed = location === 'query' && memberOf(value, 'allowEmptyValue') === true
  return isAllowed && Object.keys(schema).length > 0 ? { anyOf: [schema, { type: 'string', maxLength: 0 }] } : schema
}

/** Returns the media type of a parameter that has one instead of a style, without its parameters, and its part. */
function contentOf(part: Part): readonly [string, Part] | readonly [] {
  const [[name = '', media] = []] = entriesOf(partIn(part, 'content'))
  const [type = ''] = name.toLowerCase().split(';', 1)
  return media && isJson(media.value) ? [type.trim().slice(0, 100), media] : []
}

const styles: Readonly<Record<DescribedParameter['in'], readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

function styleIn(value: unknown, location: DescribedParameter['in']): ParameterStyle {
  const declared = memberOf(value, 'style')
  const [usual = 'simple', ...others] = styles[location]
  return others.find((style) => style === declared) ?? usual
}
