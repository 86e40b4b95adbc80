// The places of an endpoint where a caller writes text: parameters, members of a body at any depth, files, and the body
// as a whole.
import { type Example, paramInfoOf, pathNames } from '#define/reflect'
import { type EveryEndpoint, type ExampleCall, exampleCall, withoutCredentials } from './every-endpoint.ts'
import { fieldsOf, withoutFiles, withParam } from './invalid-values.ts'

export interface TextPlace {
  readonly title: string
  /** The example's text. */
  readonly valid: string
  /** Longest text that the server, or the format, accepts. */
  readonly longest: number
  /** Returns the call with another text. */
  call(text: string): ExampleCall
}

/** Just below the limit of a request head, 32 KiB. */
export const longestInHead = 30_000
export const longestInBody = 2 ** 18

export function textPlaces(entry: EveryEndpoint): readonly TextPlace[] {
  const example = withoutCredentials(entry)
  return [...paramPlaces(entry, example), ...bodyPlaces(entry, example)]
}

function paramPlaces(entry: EveryEndpoint, example: Example): TextPlace[] {
  const inPath = new Set(pathNames(entry.endpoint.path))
  return [...new Set([...Object.keys(entry.endpoint.params), ...inPath])].map((name) => ({
    title: `${inPath.has(name) ? 'path' : 'parameter'} ${name}`,
    valid: String(example.params?.[name] ?? ''),
    longest: longestInHead,
    call: (text) =>
      shorter(exampleCall(entry, withParam(example, name, isHeader(entry, name) ? printable(text) : text))),
  }))
}

const isHeader = ({ endpoint }: EveryEndpoint, name: string) => {
  const shape = endpoint.params[name]
  return shape !== undefined && paramInfoOf(shape).in === 'header'
}
/** Replaces characters that HTTP clients refuse in a header. */
const printable = (text: string) => text.replaceAll(/[^ -~]/g, '~')

/** Reduces the escapes in the query to the minimum that HTTP allows, so that more text fits. */
function shorter(call: ExampleCall): ExampleCall {
  const [path = '', query] = call.path.split('?')
  if (query === undefined) return call
  return {
    ...call,
    path: `${path}?${query.replaceAll(/%(?:2[1-2478-9ACF]|3[A-F]|40|5[BD]|7[BCDE])/g, decodeURIComponent)}`,
  }
}

function bodyPlaces(entry: EveryEndpoint, example: Example): TextPlace[] {
  const { body } = entry.endpoint
  if (!body) return []
  const { kinds, fields = {} } = body
  const given = example.body ?? {}
  const places: TextPlace[] = []
  const place = (title: string, valid: string, bodyWith: (text: string) => unknown) =>
    places.push({
      ...{ title, valid, longest: longestInBody },
      call: (text) => exampleCall(entry, { ...example, body: bodyWith(text) }),
    })
  for (const [path, leaf] of stringsIn(given))
    place(`body ${path.join('.')}`, leaf, (text) => replaced(given, path, text))
  const plain = withoutFiles(example)
  for (const [name, shape] of Object.entries(fields))
    if (!(name in fieldsOf(example)) && shape.type !== 'boolean' && shape.type !== 'integer')
      place(`body ${name}`, '', (text) => ({ ...fieldsOf(plain), [name]: shape.type === 'array' ? [text] : text }))
  for (const [name, value] of Object.entries(fieldsOf(example)))
    if (isFile(value)) {
      const { fileName } = value
      place(`file ${name} ${fileName}`, '', (text) => ({
        ...fieldsOf(example),
        [name]: { ...value, base64: Buffer.from(text).toString('base64') },
      }))
    }
  const types = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data; boundary=b',
    binary: 'application/octet-stream',
  }
  for (const kind of kinds)
    places.push({
      ...{
        title: `the ${kind} body`,
        valid: kind === 'json' ? '{"a":' : kind === 'multipart' ? '--b\r\n' : '',
        longest: longestInBody,
      },
      call: (text) => {
        const { path, init } = exampleCall(entry, plain)
        return {
          path,
          init: { ...init, headers: { ...init.headers, 'content-type': types[kind] }, body: Buffer.from(text) },
        }
      },
    })
  return places
}

const isFile = (value: unknown): value is { base64: string; fileName: string } =>
  typeof value === 'object' && value !== null && 'base64' in value && 'fileName' in value

type Path = readonly (string | number)[]

/** Finds the strings of a value and their paths; in a list, those of its first item. */
function stringsIn(value: unknown, path: Path = []): [Path, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null || isFile(value)) return []
  const members = Array.isArray(value) ? [...value.slice(0, 1).entries()] : Object.entries(value)
  return members.flatMap(([name, member]) => stringsIn(member, [...path, name]))
}

function replaced(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value)) return value.map((item, at) => (at === name ? replaced(item, rest, text) : item))
  const members: Record<string, unknown> = { ...Object(value) }
  return { ...members, [name]: replaced(members[name], rest, text) }
}
