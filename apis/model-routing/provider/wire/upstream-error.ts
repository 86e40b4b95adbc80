// Errors of upstreams, whatever their wire: the kind by status, whether another channel may do better, how long to
// wait (SOURCES 5, 6.1 and 7.4).
import { isJson, type Json, parsed } from './json.ts'
import { ModelError, type ModelErrorKind } from './model-error.ts'

/** The part of an error body that is read; no message for people is longer. */
const mostBodyBytes = 64 * 1024
const mostMessage = 2_000
const dayS = 86_400

/** Whether another channel may do better. Mistakes of the caller and time-outs are not retried. */
export function isRetried(status: number): boolean {
  if (status < 100 || status > 599) return true
  if (status >= 200 && status < 300) return false
  return ![400, 408, 504, 524].includes(status)
}

export function kindOf(status: number): ModelErrorKind {
  const kind = kinds.get(status)
  if (kind !== undefined) return kind
  if (status >= 400 && status < 500) return 'invalid'
  return status >= 500 && status < 520 ? 'server' : 'unavailable'
}
const kinds: ReadonlyMap<number, ModelErrorKind> = new Map([
  [401, 'authentication'],
  [402, 'billing'],
  [403, 'permission'],
  [404, 'missing'],
  [408, 'timeout'],
  [409, 'conflict'],
  [413, 'large'],
  [429, 'limited'],
  [501, 'unimplemented'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'timeout'],
  [524, 'timeout'],
])

/** The content of an error body, as each wire's own reader extracts it. */
export interface UpstreamErrorBody {
  readonly message?: string | undefined
  readonly code?: string | undefined
  readonly param?: string | undefined
  readonly retryAfterS?: number | undefined
}

/** The error of an error response. */
export function upstreamError(
  status: number,
  headers: Readonly<Record<string, string>>,
  said: UpstreamErrorBody,
): ModelError {
  const kind = kindOf(status)
  const isUsable = status >= 400 && status <= 599
  return new ModelError(kind, messageOf(status, kind, said), {
    status: isUsable ? status : 502,
    code: said.code?.slice(0, 200),
    param: said.param?.slice(0, 200),
    retry: isRetried(status),
    retryAfterS: waitS(headers) ?? said.retryAfterS,
  })
}

/** The body of an error, parsed, or an empty object. */
export function errorBody(bytes: Uint8Array): Json {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, mostBodyBytes)).toString('utf8')
  const value = parsed(text)
  // One vendor wraps an error in a list when a stream was asked for.
  const first = Array.isArray(value) ? value[0] : value
  return isJson(first) ? first : {}
}

function messageOf(status: number, kind: ModelErrorKind, said: UpstreamErrorBody): string {
  // Some vendors quote the refused key in the message.
  if (kind === 'authentication') return 'The provider of this model refused the key that the operator has for it.'
  const text = said.message?.toWellFormed().trim().slice(0, mostMessage)
  return text === undefined || text === '' ? `The provider of this model answered with status ${status}.` : text
}

function waitS(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = amount(headers['retry-after-ms'])
  if (ms !== undefined) return bounded(ms / 1000)
  const after = headers['retry-after']
  const seconds = amount(after)
  if (seconds !== undefined) return bounded(seconds)
  // A date is compared with the sender's own clock.
  const [until, sent] = [Date.parse(after ?? ''), Date.parse(headers.date ?? '')]
  return Number.isNaN(until) || Number.isNaN(sent) ? undefined : bounded((until - sent) / 1000)
}
function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined
}
export function bounded(seconds: number): number {
  return Math.min(Math.max(0, seconds), dayS)
}
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The header that tells callers how long to wait. */
export function waitHeaders({ retryAfterS }: ModelError): Readonly<Record<string, string>> {
  return retryAfterS === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterS)) }
}
