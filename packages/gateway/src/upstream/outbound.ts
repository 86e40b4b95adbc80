// Calls of embedded providers to addresses that the operator set (marketplaces, model providers, a server next door). Sealed texts
// are placed here and nowhere else, and what an answer echoes of them is masked (DESIGN 6.4). Redirects are not followed.
import { Readable } from 'node:stream'
import { type Dispatcher, errors } from 'undici'
import {
  type Outbound,
  type OutboundAnswer,
  OutboundFailure,
  type OutboundReason,
  type OutboundRequest,
  type SecretRef,
} from '#define'
import { refuseUnsafe, reveal, type Secret } from '../secret.ts'
import { decoderOf, outgrows } from './decoding.ts'
import { createMasker, maskText, type Needles } from './masking.ts'
import type { Pools } from './pools.ts'

export interface OutboundParts {
  readonly pools: Pools
  /** Opens a sealed text of the API that calls. */
  readonly open: (name: string) => Promise<Secret | undefined>
}

const defaults = { firstByteMs: 30_000, idleMs: 60_000, totalMs: 600_000, maxBytes: 64 * 1024 * 1024 }

/** Makes the caller of one API. */
export function createOutbound({ pools, open }: OutboundParts): Outbound {
  return async (request) => {
    const url = readAddress(request.url)
    const needles: Needles[] = []
    const place = async (value: string | SecretRef): Promise<string> => {
      if (typeof value === 'string') return safe(value)
      const secret = await open(value.secret)
      if (!secret) throw new OutboundFailure('secret', `the text ${value.secret} is not stored`)
      const found = pools.needles(secret)
      if (found) needles.push(found)
      return (value.prefix ?? '') + safe(reveal(secret))
    }
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.append(name, await place(value))
    const headers: Record<string, string> = { 'user-agent': 'gatehouse', 'accept-encoding': 'gzip, br' }
    for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = await place(value)
    return send(pools, { url, headers, request, needles })
  }
}

interface Sending {
  readonly url: URL
  readonly headers: Record<string, string>
  readonly request: OutboundRequest
  readonly needles: readonly Needles[]
}

async function send(pools: Pools, { url, headers, request, needles }: Sending): Promise<OutboundAnswer> {
  const { firstByteMs, idleMs, totalMs, maxBytes } = { ...defaults, ...given(request) }
  const end = new AbortController()
  const timer = setTimeout(
    () => end.abort(new OutboundFailure('slow', `no whole answer within ${totalMs} ms`)),
    totalMs,
  )
  timer.unref()
  const left = () => end.abort(new OutboundFailure('aborted', 'nobody waits for the answer any more'))
  const { signal: outer } = request
  if (outer?.aborted) left()
  else outer?.addEventListener('abort', left, { once: true })
  const over = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', left)
  }
  try {
    const answer = await pools.origin(url.origin).pool.request({
      method: request.method ?? 'GET',
      path: url.pathname + url.search,
      headers,
      body: bodyOf(request.body),
      headersTimeout: firstByteMs,
      bodyTimeout: idleMs,
      signal: end.signal,
    })
    return read(answer, { maxBytes, needles, end, over })
  } catch (error) {
    over()
    throw failureOf(error, end.signal)
  }
}

/** Left-out bounds are the defaults, also when they are there as undefined. */
function given(request: OutboundRequest): Partial<typeof defaults> {
  const bounds: Partial<Record<keyof typeof defaults, number>> = {}
  for (const name of ['firstByteMs', 'idleMs', 'totalMs', 'maxBytes'] as const) {
    const value = request[name]
    if (value !== undefined) bounds[name] = value
  }
  return bounds
}

function bodyOf(body: OutboundRequest['body']): string | Buffer | Readable | null {
  if (body === undefined) return null
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : Readable.from(body)
}

interface Reading {
  readonly maxBytes: number
  readonly needles: readonly Needles[]
  readonly end: AbortController
  readonly over: () => void
}

function read(answer: Dispatcher.ResponseData, reading: Reading): OutboundAnswer {
  const { end, over, needles } = reading
  // a provider may break off before anybody has begun to read, and no error of a stream may go unheard
  answer.body.on('error', () => undefined)
  const body = chunksOf(answer, reading)
  const cancel = () => {
    over()
    end.abort(new OutboundFailure('aborted', 'cancelled'))
    // a body that nobody reads keeps its connection
    answer.body.destroy()
  }
  return {
    status: answer.statusCode,
    headers: headersOf(answer.headers, needles),
    body,
    cancel,
    async bytes() {
      const chunks: Buffer[] = []
      for await (const chunk of body) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}

function headersOf(raw: Dispatcher.ResponseData['headers'], needles: readonly Needles[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined) continue
    const text = Array.isArray(value) ? value.join(', ') : value
    headers[name.toLowerCase()] = needles.reduce((masked, one) => maskText(masked, one), text)
  }
  return headers
}

async function* chunksOf(answer: Dispatcher.ResponseData, reading: Reading): AsyncGenerator<Buffer> {
  const { maxBytes, needles, end, over } = reading
  const maskers = needles.map(createMasker)
  const masked = (chunk: Buffer) => maskers.reduce((bytes, masker) => masker.push(bytes), chunk)
  const encoding = String(answer.headers['content-encoding'] ?? 'identity')
  let bytesIn = 0
  let bytesOut = 0
  answer.body.on('data', (chunk: Buffer) => {
    bytesIn += chunk.length
  })
  answer.body.pause()
  try {
    for await (const chunk of decoded(answer.body, encoding)) {
      bytesOut += chunk.length
      if (bytesOut > maxBytes) throw new OutboundFailure('large', `the answer is longer than ${maxBytes} bytes`)
      if (outgrows(bytesIn, bytesOut)) throw new OutboundFailure('large', 'the answer grows more than a hundredfold')
      const part = masked(chunk)
      if (part.length > 0) yield part
    }
    // what one masker still holds is no key for the next one either: the end of the answer is the end of all
    const rest = maskers.reduce((held, masker) => Buffer.concat([masker.push(held), masker.end()]), Buffer.alloc(0))
    if (rest.length > 0) yield rest
  } catch (error) {
    throw failureOf(error, end.signal)
  } finally {
    over()
    answer.body.destroy()
  }
}

function decoded(body: Readable, encoding: string): AsyncIterable<Buffer> {
  if (encoding === 'identity' || encoding === '') return body
  const decoder = decoderOf(encoding)
  if (!decoder) throw new OutboundFailure('cut', `the encoding ${encoding.slice(0, 40)} is not known`)
  body.on('error', (error) => decoder.destroy(error))
  return body.pipe(decoder)
}

function readAddress(text: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new OutboundFailure('address', 'the address is not an http(s) one')
  if (url.username !== '' || url.password !== '')
    throw new OutboundFailure('address', 'the address holds a user name or password')
  return url
}

function safe(value: string): string {
  try {
    refuseUnsafe(value)
  } catch (cause) {
    throw new OutboundFailure('secret', 'a value holds a control character', { cause })
  }
  return value
}

function failureOf(error: unknown, signal: AbortSignal): OutboundFailure {
  if (error instanceof OutboundFailure) return error
  if (signal.aborted && signal.reason instanceof OutboundFailure) return signal.reason
  return new OutboundFailure(reasonOf(error), error instanceof Error ? error.message : 'the call failed', {
    cause: error,
  })
}

function reasonOf(error: unknown): OutboundReason {
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) return 'slow'
  if (error instanceof errors.ConnectTimeoutError) return 'unreachable'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EPROTO)/.test(code) || /CERT|TLS/.test(code)
    ? 'unreachable'
    : 'cut'
}
