// Turns the arguments of an operation into the request that a caller of the gateway would send.
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#define'
import {
  cookieText,
  formText,
  headerText,
  multipartPieces,
  type Parameter,
  pathText,
  queryText,
  type WrittenFields,
  type WrittenFile,
} from '#derive'
import { WrongArgument } from './arguments.ts'
import type { Operation } from './operations.ts'
import { isRecord, type JsonObject } from './values.ts'

export interface CallParts {
  readonly method: string
  /** Path and query in the form that callers send. */
  readonly target: string
  /** Declared header parameters, and the content type of the body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

/**
 * Builds the request. Arguments are parameters by their wire name, and `body`; fields of a declared body are also
 * accepted beside the parameters. Throws WrongArgument. Values are checked later, in the `read` phase.
 */
export function callPartsOf(operation: Operation, given: JsonObject): CallParts {
  const { listing, endpoint, parameters } = operation
  const { values, body } = sortArguments(given, operation)
  const query = new URLSearchParams()
  const styled: string[] = []
  const cookies: string[] = []
  const headers: Record<string, string> = {}
  for (const parameter of parameters) {
    const { name, location, style } = parameter
    const value = values.get(name)
    if (value === undefined || location === 'path') continue
    if (location === 'header') headers[name.toLowerCase()] = headerFor(parameter, value)
    else if (location === 'cookie') cookies.push(written(() => cookieText(name, value, style ?? plainCookie)))
    else if (style) styled.push(written(() => queryText(name, value, style)))
    else addQuery(query, parameter, value)
  }
  if (cookies.length > 0) headers.cookie = cookies.join('; ')
  const encoded = body === undefined || body === null ? undefined : encodeBody(endpoint, body)
  if (encoded) headers['content-type'] ??= encoded.contentType
  const search = [query.toString(), ...styled].filter((text) => text !== '').join('&')
  return {
    method: endpoint.method,
    target: listing.mount + fillPath(operation, values) + (search === '' ? '' : `?${search}`),
    headers,
    body: encoded?.bytes,
  }
}

function sortArguments(given: JsonObject, { endpoint, parameters, wireNames, name: operation }: Operation) {
  const values = new Map<string, unknown>()
  const fields: Record<string, unknown> = {}
  const unknown: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const wireName = wireNames.get(name)
    if (wireName !== undefined) {
      if (value !== null && value !== undefined) values.set(wireName, value)
    } else if (name === 'body' && endpoint.body) continue
    else if (endpoint.body && Object.hasOwn(endpoint.body.fields ?? {}, name)) fields[name] = value
    else unknown.push(name.slice(0, 60))
  }
  if (unknown.length > 0) {
    const known = [...parameters.map(({ name }) => name), ...(endpoint.body ? ['body'] : [])].join(', ')
    throw new WrongArgument(
      `${operation} has no argument ${unknown.slice(0, 5).join(', ')}. Its arguments: ${known === '' ? 'none' : known}.`,
    )
  }
  if (Object.keys(fields).length === 0) return { values, body: given.body }
  if (given.body !== undefined && !isRecord(given.body))
    throw new WrongArgument('Put all fields of the body into "body".')
  return { values, body: { ...given.body, ...fields } }
}

const plainCookie = { name: 'form', explode: true } as const

function fillPath({ endpoint, parameters }: Operation, values: ReadonlyMap<string, unknown>): string {
  return endpoint.path.replace(
    /\{([^{}]+)\}|\*([A-Za-z_]\w*)/g,
    (_whole, plain: string | undefined, rest: string | undefined) => {
      const name = plain ?? rest ?? ''
      const style = parameters.find((one) => one.location === 'path' && one.name === name)?.style
      if (style && rest === undefined && values.has(name))
        return checkedSegment(
          name,
          written(() => pathText(name, values.get(name), style)),
        )
      const text = textOf(values.get(name) ?? '')
      const parts = rest === undefined ? [text] : text.replace(/^\//, '').split('/')
      // an empty or a dot segment would lead to another operation
      if (parts.some((part) => part === '' || part === '.' || part === '..'))
        throw new WrongArgument(`${name} is required, and may not be empty or a dot segment.`)
      return parts.map(encode).join('/')
    },
  )
}

function checkedSegment(name: string, text: string): string {
  if (text === '' || text === '.' || text === '..')
    throw new WrongArgument(`${name} is required, and may not be empty or a dot segment.`)
  return text
}

const encode = (text: string): string => written(() => encodeURIComponent(text))

function written<T>(write: () => T): T {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw new WrongArgument('A text holds half of a character (a lone surrogate).')
  }
}

function addQuery(query: URLSearchParams, { name, repeat }: Parameter, value: unknown): void {
  if (!Array.isArray(value)) query.append(name, textOf(value))
  else if (repeat) for (const one of value) query.append(name, textOf(one))
  else query.append(name, value.map(textOf).join(','))
}

function headerFor({ name, style }: Parameter, value: unknown): string {
  const text = style ? headerText(value, style) : Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)
  if (!/^[\x20-\x7e]*$/.test(text)) throw new WrongArgument(`${name} may hold only printable ASCII characters.`)
  return text
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

interface Encoded {
  readonly contentType: string
  readonly bytes: Buffer
}

function encodeBody({ body }: Endpoint, value: unknown): Encoded {
  const kinds = body?.kinds ?? []
  const fields = isRecord(value) ? Object.entries(value) : []
  if (isFile(value)) return { contentType: value.contentType ?? 'application/octet-stream', bytes: bytesOf(value) }
  const hasFile = fields.some(([, field]) => isFile(field))
  if (kinds.includes('multipart') && (hasFile || !(kinds.includes('json') || kinds.includes('form'))))
    return multipartOf(fields, body?.encoding?.multipart)
  if (kinds.includes('json')) return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(value)) }
  if (kinds.includes('form')) {
    const text = written(() => formText(fields, body?.encoding?.form))
    return { contentType: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) }
  }
  return { contentType: 'application/octet-stream', bytes: Buffer.from(textOf(value)) }
}

function multipartOf(fields: readonly [string, unknown][], encoding: WrittenFields | undefined): Encoded {
  const boundary = `gatehouse-${randomUUID()}`
  const pieces = written(() => multipartPieces(fields, { encoding, boundary, fileIn }))
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))),
  }
}

interface FileArgument {
  readonly base64: string
  readonly fileName?: string
  readonly contentType?: string
}

/** Reports whether a value is a file or a body of bytes: an object with the bytes in base64. */
function isFile(value: unknown): value is FileArgument {
  if (!isRecord(value) || typeof value.base64 !== 'string') return false
  return isText(value.fileName) && isText(value.contentType)
}
const isText = (value: unknown) => value === undefined || typeof value === 'string'

function fileIn(value: unknown): WrittenFile<Buffer> | undefined {
  if (!isFile(value)) return undefined
  const { fileName = 'file', contentType } = value
  return { bytes: bytesOf(value), fileName, contentType }
}

function bytesOf({ base64 }: FileArgument): Buffer {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) throw new WrongArgument('The bytes of a file are sent in base64.')
  return Buffer.from(base64, 'base64')
}
