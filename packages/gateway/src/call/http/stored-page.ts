// Stored pages, ready to send. Each is held once with its compressed forms and shared by all responses, so that a slow
// client holds a reference rather than a copy.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { createPacer } from '#provider'
import { createPieces, type EndInPieces } from './pieces.ts'

export interface Page {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}
type Encoding = 'br' | 'gzip' | 'identity'
interface Form {
  readonly encoding: Encoding
  readonly etag: string
  readonly body: Buffer
}
export interface StoredPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Forms in order of preference; the last is always `identity`. */
  readonly forms: readonly Form[]
}

/** The size below which compression is not worth it. */
const smallestCompressed = 1024
/** Brotli quality. Higher levels take seconds and save only a few percent. */
const quality = 6

/** Compresses the page, off this thread. */
export async function storePage({ status, contentType, body: content, headers }: Page): Promise<StoredPage> {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const tag = (await digestOf(body)).slice(0, 22)
  const form = (encoding: Encoding, bytes: Buffer): Form => ({
    encoding,
    body: bytes,
    etag: encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`,
  })
  const forms = body.length < smallestCompressed ? [] : await compressed(body, form)
  return {
    status,
    headers: {
      'content-type': contentType,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: 'accept-encoding',
      ...headers,
    },
    forms: [...forms, form('identity', body)],
  }
}

/** The bytes that are hashed in one step. */
const hashedBytes = 1024 * 1024

/** Returns the hash of a body, which can be as long as all documents together. */
async function digestOf(body: Buffer): Promise<string> {
  const hash = createHash('sha256')
  const pause = createPacer()
  for (let at = 0; at < body.length; at += hashedBytes) {
    hash.update(body.subarray(at, at + hashedBytes))
    await pause()
  }
  return hash.digest('base64url')
}

async function compressed(body: Buffer, form: (encoding: Encoding, bytes: Buffer) => Form): Promise<Form[]> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(body),
  ])
  return [form('br', br), form('gzip', gz)].filter((one) => one.body.length < body.length)
}

export type SendPage = (request: IncomingMessage, response: ServerResponse, page: StoredPage) => boolean

/** The limit of pages sent at once: the socket of a client that does not read is cheap, but not free. */
const defaultLimit = 1000

/** Creates a sender of pages; it returns false, and answers nothing, while too many are being sent. */
export function createSendPage(limit = defaultLimit): SendPage {
  const endInPieces = createPieces()
  let sending = 0
  return (request, response, page) => {
    if (sending >= limit) return false
    sending++
    response.once('close', () => sending--)
    send(request, response, page, endInPieces)
    return true
  }
}

/** Answers with the form the client prefers, or with 304 if it already has that form. */
function send(request: IncomingMessage, response: ServerResponse, page: StoredPage, endInPieces: EndInPieces): void {
  const form = formFor(page.forms, request.headers['accept-encoding'])
  const ifNoneMatch = request.headers['if-none-match']
  if (page.status === 200 && ifNoneMatch !== undefined && holdsTag(ifNoneMatch, form.etag)) {
    const { 'content-type': _, ...headers } = page.headers
    response.writeHead(304, { ...headers, etag: form.etag })
    response.end()
    return
  }
  response.writeHead(page.status, {
    ...page.headers,
    etag: form.etag,
    ...(form.encoding === 'identity' ? {} : { 'content-encoding': form.encoding }),
    'content-length': form.body.length,
  })
  if (request.method === 'HEAD') response.end()
  else endInPieces(response, form.body)
}

/** Returns the first form that the client accepts (RFC 9110, section 12.5.3); without the header only `identity`. */
function formFor(forms: readonly Form[], accepted: string | undefined): Form {
  const codings = codingsOf(accepted ?? '')
  const form = forms.find(
    ({ encoding }) => encoding === 'identity' || codings.get(encoding) || anyCoding(codings, encoding),
  )
  if (!form) throw new Error('a page without an identity form')
  return form
}

const anyCoding = (codings: ReadonlyMap<string, boolean>, encoding: string) =>
  !codings.has(encoding) && codings.get('*') === true

/** Returns the named codings, each with true if it is accepted. */
function codingsOf(header: string): Map<string, boolean> {
  return new Map(
    header
      .toLowerCase()
      .split(',', 20)
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
        return [name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))]
      }),
  )
}

/** Reports whether the header lists the tag, by the weak comparison of RFC 9110, section 13.1.2. */
function holdsTag(header: string, etag: string): boolean {
  return header.split(',', 100).some((entry) => {
    const tag = entry.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
