// Converts the example of an endpoint into a call: path, query, headers and body.
import type { Endpoint } from '#define'
import { type Example, type ExampleFile, paramInfoOf, pathNames } from '#define/reflect'
import type { QueryPair } from '#derive'
import { readPairs } from '#derive'

/** Returns the path with its placeholders filled from the example. */
export function pathOf(endpoint: Endpoint, example: Example): string {
  return endpoint.path.replace(
    /\{([^}]+)\}|\*([A-Za-z_]\w*)/g,
    (_whole, name: string | undefined, rest: string | undefined) => {
      const value = String(example.params?.[name ?? rest ?? ''] ?? '')
      return rest === undefined ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/')
    },
  )
}

/** Returns the query string of the example, without a question mark. */
export function searchOf(endpoint: Endpoint, example: Example): string {
  const inPath = pathNames(endpoint.path)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(example.params ?? {})) {
    const shape = endpoint.params[name]
    if (inPath.includes(name) || (shape && paramInfoOf(shape).in === 'header')) continue
    const repeat = shape !== undefined && paramInfoOf(shape).repeat === true
    const strings = Array.isArray(value) ? (repeat ? value.map(String) : [value.join(',')]) : [String(value)]
    for (const text of strings) search.append(name, text)
  }
  return search.toString()
}

export function queryOf(endpoint: Endpoint, example: Example): QueryPair[] {
  return readPairs(searchOf(endpoint, example), 1000) ?? []
}

/** Returns declared header parameters of the example, by lower-case name. */
export function headersOf(endpoint: Endpoint, example: Example): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(example.params ?? {})) {
    const shape = endpoint.params[name]
    if (shape && paramInfoOf(shape).in === 'header') headers[name.toLowerCase()] = String(value)
  }
  return headers
}

/** Returns the body of the example as sent; undefined if the endpoint has none. */
export function bodyOf(endpoint: Endpoint, example: Example): { contentType: string; bytes: Buffer } | undefined {
  if (endpoint.body === undefined || example.body === undefined) return undefined
  const { kinds } = endpoint.body
  if (kinds.includes('multipart') && hasFile(example.body)) return multipartOf(example.body)
  if (kinds.includes('json'))
    return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(example.body)) }
  if (kinds.includes('form'))
    return { contentType: 'application/x-www-form-urlencoded', bytes: Buffer.from(formOf(example.body)) }
  if (kinds.includes('multipart')) return multipartOf(example.body)
  return { contentType: 'application/octet-stream', bytes: Buffer.from(String(example.body)) }
}

function formOf(body: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(isRecord(body) ? body : {}))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  return search.toString()
}

const boundary = 'gatehouse-example-boundary'

function multipartOf(body: unknown): { contentType: string; bytes: Buffer } {
  const parts = Object.entries(isRecord(body) ? body : {}).flatMap(([name, value]) => {
    const isFile = isFilePart(value)
    const names = isFile
      ? `name="${name}"; filename="${value.fileName}"\r\ncontent-type: ${value.contentType}`
      : `name="${name}"`
    const head = Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${names}\r\n\r\n`)
    return [head, isFile ? Buffer.from(value.base64, 'base64') : Buffer.from(String(value)), Buffer.from('\r\n')]
  })
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

function hasFile(body: unknown): boolean {
  return isRecord(body) && Object.values(body).some(isFilePart)
}
function isFilePart(value: unknown): value is ExampleFile {
  return isRecord(value) && typeof value.base64 === 'string' && typeof value.fileName === 'string'
}
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
