// The keywords of a schema that hold no schemas: each is kept if its value is of the kind that JSON Schema wants, so
// that a validator can be made of whatever a document says.
import { isJson, type Json, memberOf } from './json.ts'
import { docOf } from './texts.ts'

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const longestPattern = 1000
const mostChoices = 5000
const exampleBytes = 4096
const formatForm = /^[A-Za-z0-9_.:/+-]{1,60}$/

/** Returns the keywords of a schema, without those that hold schemas. */
export function keywordsOf(source: Json): Json {
  const found: Record<string, unknown> = {}
  for (const [word, read] of readers) {
    const value = memberOf(source, word)
    const kept = value === undefined ? undefined : read(value)
    if (kept !== undefined) found[word] = kept
  }
  bounds(source, found)
  choices(found)
  file(source, found)
  const example = memberOf(source, 'example')
  if (example !== undefined && found.examples === undefined && isSmall(example)) found.examples = [example]
  return found
}

type Read = (value: unknown) => unknown

const number: Read = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const count: Read = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined)
const flag: Read = (value) => (value === true ? true : undefined)
const doc: Read = (value) => docOf(value)
const small: Read = (value) => (isSmall(value) ? value : undefined)

const readers: readonly (readonly [word: string, read: Read])[] = [
  ['title', doc],
  ['description', doc],
  ['type', typeOf],
  ['enum', (value) => (Array.isArray(value) && value.length > 0 && value.length <= mostChoices ? value : undefined)],
  ['const', small],
  ['default', small],
  ['examples', (value) => (Array.isArray(value) && value.length > 0 && isSmall(value) ? value : undefined)],
  ['format', (value) => (typeof value === 'string' && formatForm.test(value) ? value : undefined)],
  ['pattern', patternIn],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  ['multipleOf', (value) => (typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined)],
  ['minLength', count],
  ['maxLength', count],
  ['minItems', count],
  ['maxItems', count],
  ['minProperties', count],
  ['maxProperties', count],
  ['minContains', count],
  ['maxContains', count],
  ['uniqueItems', flag],
  ['deprecated', flag],
  ['readOnly', flag],
  ['writeOnly', flag],
  ['required', namesIn],
  ['contentMediaType', (value) => (typeof value === 'string' ? value.slice(0, 100) : undefined)],
  ['contentEncoding', (value) => (typeof value === 'string' ? value.slice(0, 100) : undefined)],
]

/** Reads a pattern. One between slashes, as programs write it, could match nothing where it begins with `^`. */
function patternIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longestPattern) return undefined
  const end = value.lastIndexOf('/')
  const flags = value.slice(end + 1)
  if (!value.startsWith('/^') || end < 2 || !/^[dgimsuvy]*$/.test(flags)) return value
  return /[ims]/.test(flags) ? undefined : value.slice(1, end)
}

function typeOf(value: unknown): unknown {
  if (value === 'file') return 'string'
  if (typeof value === 'string') return types.has(value) ? value : undefined
  if (!Array.isArray(value)) return undefined
  const known = [...new Set(value)].filter((one) => typeof one === 'string' && types.has(one))
  return known.length > 1 ? known : known[0]
}

function namesIn(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined
  const names = [...new Set(value)].filter((one) => typeof one === 'string')
  return names.length > 0 ? names : undefined
}

/** Reads the exclusive bounds of OpenAPI 3.0, which say whether the other ones are. */
function bounds(source: Json, found: Record<string, unknown>): void {
  for (const [word, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (memberOf(source, word) !== true || found[inclusive] === undefined) continue
    found[word] = found[inclusive]
    delete found[inclusive]
  }
}

/** Leaves out the choices of a text that are none: of a number or truth of YAML, nobody knows how it was written. */
function choices(found: Record<string, unknown>): void {
  const { enum: values, type } = found
  const types: unknown[] = [type].flat()
  const isText = types.includes('string') && types.every((one) => one === 'string' || one === 'null')
  if (!isText || !Array.isArray(values)) return
  if (values.some((value) => typeof value === 'number' || typeof value === 'boolean')) delete found.enum
}

/** Writes a file the way in which shapes do: Swagger 2.0 has a type of its own, and OpenAPI 3.1 only a media type. */
function file(source: Json, found: Record<string, unknown>): void {
  const isOld = memberOf(source, 'type') === 'file'
  const isBinary = found.type === undefined && found.contentMediaType === 'application/octet-stream'
  if (isOld || (isBinary && found.contentEncoding === undefined)) {
    found.type = 'string'
    found.format = 'binary'
  }
}

/** True if a value takes little room, such as an example or a default of one member. */
function isSmall(value: unknown): boolean {
  return sizeOf(value, exampleBytes) <= exampleBytes
}

/** Returns about how many bytes a value has as JSON; counting ends above the limit. */
export function sizeOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 6
  let size = 2
  for (const [name, member] of Object.entries(value)) {
    size += (isJson(value) ? name.length + 3 : 1) + sizeOf(member, limit - size)
    if (size > limit) break
  }
  return size
}
