// Converts the input of a call into the request: URL, headers and body. runtime.ts sends it.
import { isRecord } from './answer.ts'
import { formText, multipartPieces, type WrittenFields, type WrittenFile } from './written-body.ts'
import { cookieText, headerText, pathText, queryText, type WrittenStyle } from './written-parameter.ts'

export type BodyKind = 'json' | 'form' | 'multipart' | 'binary'

/** The paging of an endpoint, as in the generated files. */
export interface Paging {
  /** The parameter that selects the page. */
  readonly parameter: string
  /** Unit of the parameter: pages, or the number of results to skip. */
  readonly counts: 'pages' | 'results'
  readonly first: number
  /** Path to the results in the unwrapped response. */
  readonly items: readonly string[]
}
/** One endpoint, as in the generated files. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path template below the mount; `*name` takes the rest of the path, slashes included. */
  readonly path: string
  /** Inputs that are sent as headers. */
  readonly headers?: readonly string[]
  /** Inputs that are sent as cookies. */
  readonly cookies?: readonly string[]
  /** Inputs whose values are written in a style of OpenAPI. */
  readonly styles?: Readonly<Record<string, WrittenStyle>>
  /** Lists that are repeated (`a=1&a=2`); other lists are comma-separated. */
  readonly repeat?: readonly string[]
  /** Content types of the body; absent without a body. */
  readonly body?: readonly BodyKind[]
  /** The forms in which fields of a form and of a multipart body are written; by default, a list repeats its name. */
  readonly encoding?: Readonly<Partial<Record<'form' | 'multipart', WrittenFields>>>
  /** Location of `stream: true`, which requests server-sent events. */
  readonly stream?: 'body' | 'query'
  /** The kind of a non-JSON response. */
  readonly answer?: 'bytes' | 'text' | 'empty'
  /** True if a retry is safe; default by method. */
  readonly idempotent?: boolean
  readonly pages?: Paging
}

/** A file with a custom name. */
export interface NamedFile {
  readonly bytes: Blob | Uint8Array | ArrayBuffer
  readonly fileName?: string
  readonly contentType?: string
  /** Further headers of its part. */
  readonly headers?: Readonly<Record<string, string>>
}
/** A file in a multipart body. */
export type Upload = Blob | Uint8Array | NamedFile
/** A body that is sent unchanged. */
export type Bytes = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | string

type Input = Readonly<Record<string, unknown>>
export interface Outgoing {
  /** Path and query below the mount. */
  readonly address: string
  /** Declared header parameters, and the content type of the body if fetch does not set it. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: NonNullable<RequestInit['body']> | undefined
  /** True if the body is a stream, which can be read only once. */
  readonly once: boolean
}

/** Builds the request. Throws TypeError if a path parameter is missing, empty, or a dot segment. */
export function outgoingOf(call: Call, input: Input, query: Input = {}): Outgoing {
  const used = new Set<string>([...(call.headers ?? []), ...(call.cookies ?? [])])
  const path = fillPath(call, input, used)
  if (call.body) used.add('body')
  const search = new URLSearchParams()
  const styled: string[] = []
  for (const [name, value] of Object.entries(input)) {
    if (used.has(name)) continue
    const style = styleOf(call, name)
    if (!style) addPair(search, name, value, call)
    else if (isGiven(value)) styled.push(queryText(name, value, style))
  }
  for (const [name, value] of Object.entries(query)) addPair(search, name, value, call)
  const headers = headersOf(call, input)
  const { contentType, ...body } = bodyOf(call, call.body ? input.body : undefined)
  if (contentType !== undefined) headers['content-type'] ??= contentType
  const text = [search.toString(), ...styled].filter((part) => part !== '').join('&')
  return { address: text === '' ? path : `${path}?${text}`, headers, ...body }
}

function styleOf({ styles = {} }: Call, name: string): WrittenStyle | undefined {
  return Object.hasOwn(styles, name) ? styles[name] : undefined
}

function headersOf(call: Call, input: Input): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of call.headers ?? []) {
    const style = styleOf(call, name)
    if (!isGiven(input[name])) continue
    headers[name.toLowerCase()] = style ? headerText(input[name], style) : textOf(input[name])
  }
  const cookies = (call.cookies ?? []).flatMap((name) =>
    isGiven(input[name]) ? [cookieText(name, input[name], styleOf(call, name) ?? form)] : [],
  )
  return cookies.length > 0 ? { ...headers, cookie: cookies.join('; ') } : headers
}
const form: WrittenStyle = { name: 'form', explode: true }

/** True unless a value is omitted; null and undefined count as omitted. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function fillPath(call: Call, input: Input, used: Set<string>): string {
  const fill = (segment: string) =>
    segment.replace(/\{([^{}]+)\}|\*([A-Za-z_]\w*)/g, (_whole, plain: string | undefined, rest: string | undefined) => {
      const name = plain ?? rest ?? ''
      used.add(name)
      const style = styleOf(call, name)
      const text = isGiven(input[name]) ? textOf(input[name]) : ''
      const styled = style && text !== '' ? pathText(name, input[name], style) : undefined
      // an empty or a dot segment would change the path
      const parts = rest === undefined ? [styled ?? text] : text.replace(/^\//, '').split('/')
      if (parts.some((part) => part === '' || part === '.' || part === '..'))
        throw new TypeError(`${name} must be given, and may not be empty or a dot segment`)
      return styled ?? parts.map(encodeURIComponent).join('/')
    })
  return call.path.split('/').map(fill).join('/')
}

function addPair(search: URLSearchParams, name: string, value: unknown, call: Call): void {
  const strings = (Array.isArray(value) ? value : [value]).filter(isGiven).map(textOf)
  if (call.repeat?.includes(name)) for (const text of strings) search.append(name, text)
  else if (strings.length > 0) search.append(name, strings.join(','))
}

interface EncodedBody extends Pick<Outgoing, 'body' | 'once'> {
  readonly contentType?: string
}

function bodyOf(call: Call, value: unknown): EncodedBody {
  if (!isGiven(value)) return { body: undefined, once: false }
  const kinds = call.body ?? []
  if (value instanceof ReadableStream) return { body: value, once: true, contentType: 'application/octet-stream' }
  if (value instanceof FormData || value instanceof URLSearchParams) return { body: value, once: false }
  if (value instanceof Blob) return { body: value, once: false, ...(value.type === '' ? octets : {}) }
  if (value instanceof ArrayBuffer) return { body: value, once: false, ...octets }
  if (value instanceof Uint8Array) return { body: new Uint8Array(value), once: false, ...octets }
  if (typeof value === 'string' && kinds.includes('binary')) return { body: value, once: false, ...octets }
  const fields = isRecord(value) ? value : {}
  const named = isRecord(value) && !kinds.includes('json')
  if (kinds.includes('multipart') && (Object.values(fields).some(isUpload) || (named && !kinds.includes('form'))))
    return { ...multipartOf(fields, call.encoding?.multipart), once: false }
  if (named && kinds.includes('form'))
    return {
      body: formText(Object.entries(fields), call.encoding?.form),
      once: false,
      contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
    }
  return { body: JSON.stringify(value), once: false, contentType: 'application/json' }
}
const octets = { contentType: 'application/octet-stream' } as const

/** Returns a body of parts: `FormData` could give a text no content type without making it a file. */
function multipartOf(fields: Input, encoding: WrittenFields | undefined): Pick<EncodedBody, 'body' | 'contentType'> {
  const boundary = `gatehouse-${[1, 2].map(() => Math.random().toString(36).slice(2)).join('')}`
  const body = new Blob(multipartPieces(Object.entries(fields), { encoding, boundary, fileIn }))
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}

function fileIn(value: unknown): WrittenFile<Blob | ArrayBuffer | Uint8Array<ArrayBuffer>> | undefined {
  if (!isUpload(value)) return undefined
  const named: NamedFile = value instanceof Blob || value instanceof Uint8Array ? { bytes: value } : value
  const { fileName = nameOf(named.bytes), headers } = named
  const bytes = named.bytes instanceof Uint8Array ? new Uint8Array(named.bytes) : named.bytes
  const type = named.contentType ?? (bytes instanceof Blob ? bytes.type : '')
  return { bytes, fileName, contentType: type === '' ? undefined : type, headers }
}

/** Returns the name of a `File`, which is not a global in Node 18. */
function nameOf(bytes: NamedFile['bytes']): string {
  return 'name' in bytes && typeof bytes.name === 'string' ? bytes.name : 'file'
}

function isUpload(value: unknown): value is Upload {
  return value instanceof Blob || value instanceof Uint8Array || (isRecord(value) && isBytes(value.bytes))
}
function isBytes(value: unknown): boolean {
  return value instanceof Blob || value instanceof Uint8Array || value instanceof ArrayBuffer
}
