// Reads HAR 1.2 files of browsers and proxies into exchanges. Of queries, request bodies and response headers only the
// declared parts are taken, so that nothing has to be redacted later; request headers are looked at only for keys that
// an answer may repeat.
import type { DeclaredParts, Exchange, RequestBody, RequestLine } from './exchange.ts'

/** An entry that was not read, and the reason as the end of a sentence about it. */
export interface SkippedEntry {
  readonly index: number
  readonly reason: string
}
interface HarReading {
  readonly exchanges: readonly (Exchange & { readonly index: number })[]
  readonly skipped: readonly SkippedEntry[]
}
/** Thrown when a text is no HAR file. The message says what is wrong and what to do. */
export class HarRefused extends Error {
  override name = 'HarRefused'
}

/** Bounds of a file; texts and addresses in characters. */
export const harLimits = {
  fileBytes: 64 * 1024 * 1024,
  entries: 10_000,
  bodyBytes: 2 * 1024 * 1024,
  requestBody: 1024 * 1024,
  address: 16 * 1024,
  headers: 500,
  headerValue: 8 * 1024,
}

/**
 * Reads a file synchronously, which can take a second; throws `HarRefused`. `partsOf` returns the declared parts of a
 * request, or the reason for which the entry is skipped.
 */
export function readHar(bytes: Uint8Array, partsOf: (request: RequestLine) => DeclaredParts | string): HarReading {
  const exchanges: HarReading['exchanges'][number][] = []
  const skipped: SkippedEntry[] = []
  for (const [index, entry] of entriesOf(bytes).entries()) {
    const read = readEntry(entry, index, partsOf)
    if (typeof read === 'string') skipped.push({ index, reason: read })
    else exchanges.push({ index, ...read })
  }
  return { exchanges, skipped }
}

function entriesOf(bytes: Uint8Array): readonly unknown[] {
  if (bytes.length > harLimits.fileBytes)
    throw new HarRefused(`The file has more than ${harLimits.fileBytes / 1024 / 1024} MB. Export fewer requests.`)
  const log = recordOf(recordOf(parsed(bytes)).log)
  if (!Array.isArray(log.entries))
    throw new HarRefused('The file is not HAR: it has no log.entries. Export the requests as HAR 1.2.')
  if (log.entries.length > harLimits.entries)
    throw new HarRefused(`The file has more than ${harLimits.entries} entries. Export fewer requests.`)
  return log.entries
}

function parsed(bytes: Uint8Array): unknown {
  try {
    // removes the byte order mark that some proxies write
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HarRefused('The file is not JSON in UTF-8. Export the requests as HAR 1.2.')
  }
}

/** A JSON object, whatever its members are. */
interface JsonRecord {
  readonly [member: string]: unknown
}
const nothing: JsonRecord = {}

function recordOf(value: unknown): JsonRecord {
  // the check leaves an object, whose members stay unknown
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : nothing
}

function readEntry(
  value: unknown,
  index: number,
  partsOf: (request: RequestLine) => DeclaredParts | string,
): Exchange | string {
  const entry = recordOf(value)
  const [request, response] = [recordOf(entry.request), recordOf(entry.response)]
  const line = requestLineOf(request)
  if (typeof line === 'string') return line
  const recorded = recordedIn(entry)
  const isRecorded = recorded !== undefined
  const parts = partsOf({ index, method: line.method, address: line.url.origin + line.url.pathname, isRecorded })
  if (typeof parts === 'string') return parts
  const startedAt = Date.parse(String(entry.startedDateTime))
  if (Number.isNaN(startedAt)) return 'its startedDateTime is not a time'
  const { status } = response
  // browsers and proxies write 0, older ones -1, for requests that were aborted or blocked
  if (typeof status !== 'number' || status <= 0) return 'it has no answer: the request was aborted or blocked'
  if (!Number.isInteger(status) || status < 200 || status > 599) return 'its status is not one that ends a request'
  const sent = requestBodyOf(request, parts)
  if (typeof sent === 'string') return sent
  const body = bodyOf(recordOf(response.content), line.method, status)
  if (typeof body === 'string') return body
  const ms = entry.time
  const headers = headersOf(response)
  const kept = headers.filter(([name]) => parts.headers.has(name) && !neverRead.has(name))
  const searched = parts.keys ? [...keysOf(request, parts.keys), ...undeclaredIn(line.url, parts.query)] : []
  if (searched.length > mostSearched) return 'its request has more keys and undeclared values than are searched for'
  if (repeatsAny(searched, kept, body))
    return 'its answer repeats a key of its request, or a value that no parameter declares'
  return {
    startedAt,
    method: line.method,
    url: declaredUrl(line.url, parts.query),
    ...(sent ? { requestBody: sent } : {}),
    status,
    contentType: contentTypeOf(response, headers),
    headers: kept,
    body,
    ms: typeof ms === 'number' && ms > 0 ? ms : 0,
    ...(recorded ? { recorded } : {}),
  }
}

/** The custom field of entries that a gateway has written; names of such fields begin with an underscore (HAR 1.2). */
export const recordedField = '_gatehouse'

function recordedIn({ [recordedField]: recorded }: JsonRecord): object | undefined {
  return typeof recorded === 'object' && recorded !== null ? recorded : undefined
}

/** Headers about the connection, the form of a body that is kept decoded, and cookies. */
const neverRead = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'keep-alive',
  'set-cookie',
  'set-cookie2',
  'trailer',
  'transfer-encoding',
])

/** Length of the shortest key that is searched for: a shorter one can be in any answer by chance. */
const shortestKey = 8
/** Limit of the texts that an answer is searched for. */
const mostSearched = 20

/** Returns the keys of a request: values of headers of these names, without a scheme, and cookies. */
function keysOf(request: JsonRecord, names: ReadonlySet<string>): string[] {
  return headersOf(request)
    .filter(([name]) => names.has(name.toLowerCase()))
    .flatMap(([name, value]) =>
      name.toLowerCase() === 'cookie'
        ? value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
        : [value.slice(value.lastIndexOf(' ') + 1)],
    )
    .filter((text) => text.length >= shortestKey)
}

/** Returns the values of a query that are not of declared parameters: those of keys, and any others. */
function undeclaredIn({ searchParams }: URL, declared: ReadonlySet<string>): string[] {
  return [...searchParams]
    .filter(([name, value]) => !isDeclared([name], declared) && value.length >= shortestKey)
    .map(([, value]) => value)
}

function repeatsAny(keys: readonly string[], headers: readonly (readonly [string, string])[], body: Uint8Array) {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return keys.some((key) => bytes.includes(key) || headers.some(([, value]) => value.includes(key)))
}

function requestLineOf({ method, url }: JsonRecord): { readonly method: string; readonly url: URL } | string {
  if (typeof method !== 'string' || !/^[A-Za-z]{1,20}$/.test(method)) return 'its request has no method'
  if (typeof url !== 'string' || url.length > harLimits.address) return 'its address is missing or too long'
  const parsedUrl = URL.parse(url)
  if (parsedUrl?.protocol !== 'https:' && parsedUrl?.protocol !== 'http:') return 'its address is not http or https'
  return { method: method.toUpperCase(), url: parsedUrl }
}

function declaredUrl(url: URL, names: ReadonlySet<string>): string {
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => isDeclared([...new URLSearchParams(pair).keys()], names))
  return url.origin + url.pathname + (kept.length > 0 ? `?${kept.join('&')}` : '')
}

/** Reports whether a name is declared; `filter[from]` belongs to the parameter `filter`, unless it is one itself. */
function isDeclared([name]: readonly string[], names: ReadonlySet<string>): boolean {
  return name !== undefined && (names.has(name) || names.has(name.split('[', 1)[0] ?? name))
}

/** Returns the declared part of a request's body, undefined if there is none, or a reason to skip the entry. */
function requestBodyOf(request: JsonRecord, parts: DeclaredParts): RequestBody | string | undefined {
  if (parts.body === 'none' || request.postData === undefined || request.postData === null) return undefined
  const { mimeType, text, params } = recordOf(request.postData)
  const contentType = typeof mimeType === 'string' ? mimeType : ''
  const kind = contentType.split(';', 1)[0]?.trim().toLowerCase()
  const isForm = kind === 'application/x-www-form-urlencoded'
  const written = typeof text === 'string' && text !== '' ? text : isForm ? formOf(params) : ''
  if (written === '') return undefined
  if (written.length > harLimits.requestBody) return 'the body of its request is too long'
  if (parts.body === 'whole') return { contentType, text: written }
  const names = parts.body
  if (isForm) {
    const kept = written.split('&').filter((pair) => isDeclared([...new URLSearchParams(pair).keys()], names))
    return { contentType, text: kept.join('&') }
  }
  try {
    const members = Object.entries(recordOf(JSON.parse(written))).filter(([name]) => names.has(name))
    return { contentType, text: JSON.stringify(Object.fromEntries(members)) }
  } catch {
    return 'the body of its request is neither JSON nor a form'
  }
}

/** Writes the fields of a form, which some tools list in place of its text. */
function formOf(params: unknown): string {
  const fields = new URLSearchParams()
  for (const one of Array.isArray(params) ? params : []) {
    const { name, value } = recordOf(one)
    if (typeof name === 'string' && typeof value === 'string') fields.append(name, value)
  }
  return fields.toString()
}

function bodyOf({ text, encoding, size }: JsonRecord, method: string, status: number): Uint8Array | string {
  if (typeof text !== 'string' || text === '') {
    const isEmpty = typeof size !== 'number' || size <= 0 || method === 'HEAD' || status === 204 || status === 304
    return isEmpty ? new Uint8Array() : 'the body of its answer was not saved. Export the requests with their content'
  }
  if (encoding !== undefined && encoding !== '' && encoding !== 'base64')
    return 'the body of its answer has another encoding than base64'
  const bytes = encoding === 'base64' ? bytesOfBase64(text) : Buffer.from(text, 'utf8')
  if (!bytes) return 'the body of its answer is not base64'
  return bytes.length > harLimits.bodyBytes ? 'the body of its answer has more than 2 MB' : new Uint8Array(bytes)
}

function bytesOfBase64(text: string): Buffer | undefined {
  const written = text.replace(/\s+/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(written) ? Buffer.from(written, 'base64') : undefined
}

/** Returns the headers with names in lower case, without those of HTTP/2 that are no fields (`:status`). */
function headersOf({ headers }: JsonRecord): [string, string][] {
  const found: [string, string][] = []
  for (const one of Array.isArray(headers) ? headers.slice(0, harLimits.headers) : []) {
    const { name, value } = recordOf(one)
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue
    // browsers write a repeated header as one, with a line for each value
    for (const line of value.split('\n'))
      if (line.length <= harLimits.headerValue) found.push([name.toLowerCase(), line.trim()])
  }
  return found
}

function contentTypeOf(response: JsonRecord, headers: readonly (readonly [string, string])[]): string {
  const sent = headers.find(([name]) => name === 'content-type')?.[1]
  if (sent !== undefined) return sent
  const { mimeType } = recordOf(response.content)
  return typeof mimeType === 'string' && mimeType !== unknownType ? mimeType : ''
}

/** The type that browsers write where an answer has none. */
export const unknownType = 'x-unknown'
