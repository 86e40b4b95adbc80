// Adds `code` and `message` to a provider's error body that lacks them. The provider's own content stays.
import type { ErrorPointers } from '#define/reflect'

const statusCodes: Readonly<Record<number, string>> = {
  400: 'provider.bad_request',
  401: 'provider.unauthorized',
  402: 'provider.payment_required',
  403: 'provider.forbidden',
  404: 'provider.not_found',
  409: 'provider.conflict',
  413: 'provider.too_large',
  415: 'provider.unsupported_type',
  422: 'provider.invalid_input',
  429: 'provider.rate_limited',
}

/**
 * Returns the body with `error.code` and `error.message`, or the body itself if both are strings or it is not a JSON
 * object. An `error` of another form stays, and `gateway_error` has the two members (decision 0086). `pointers` locate
 * the provider's own code and message.
 */
export function withErrorMember(body: Buffer, status: number, pointers: ErrorPointers | undefined): Buffer {
  const parsed = readObject(body)
  if (!parsed) return body
  const present = parsed.error ?? undefined
  const own = isRecord(present) ? present : undefined
  if (typeof own?.code === 'string' && typeof own.message === 'string') return body
  const code = textOf(own?.code) ?? pointedAt(parsed, pointers?.code) ?? statusCodes[status]
  const message =
    textOf(own?.message) ?? pointedAt(parsed, pointers?.message) ?? firstText(present) ?? firstMessage(parsed)
  const pair = {
    code: code ?? (status >= 500 ? 'provider.failed' : 'provider.refused'),
    message: message ?? `The provider answered ${status}.`,
  }
  if (present === undefined && !('error' in parsed))
    return append(body, { name: 'error', value: pair, isFirst: Object.keys(parsed).length === 0 })
  if (present === undefined) return rewrite(body, () => pair)
  if (own && isVacant(own.code) && isVacant(own.message)) return rewrite(body, (member) => completed(member, pair))
  return 'gateway_error' in parsed ? body : append(body, { name: 'gateway_error', value: pair, isFirst: false })
}

/** Returns the body of an error with `meta.requestId`, unless it has a `meta` or is not a JSON object. */
export function withRequestId(body: Buffer, requestId: string): Buffer {
  const parsed = readObject(body)
  if (!parsed || 'meta' in parsed) return body
  return append(body, { name: 'meta', value: { requestId }, isFirst: Object.keys(parsed).length === 0 })
}

interface ErrorPair {
  readonly code: string
  readonly message: string
}

/** Reports whether the member is a string or can be replaced by one. */
function isVacant(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

/** Returns the provider's own members, with those of the pair for missing or null ones. */
function completed(member: unknown, { code, message }: ErrorPair): object {
  const own = isRecord(member) ? member : {}
  return { ...own, code: own.code ?? code, message: own.message ?? message }
}

/**
 * JSON with the source text of numbers (ECMA-262), which the runtime has but the compiler's library does not declare
 * yet.
 */
interface SourceJson {
  parse(
    text: string,
    revive: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown
  rawJSON?(text: string): object
}
const sourceJson: SourceJson = JSON

/** Serialises the body again with another `error`. Numbers keep their source text: as values they could lose digits. */
function rewrite(body: Buffer, errorOf: (own: unknown) => object): Buffer {
  try {
    const parsed = sourceJson.parse(body.toString('utf8'), (_name, value, context) =>
      typeof value === 'number' && context?.source !== undefined
        ? (sourceJson.rawJSON?.(context.source) ?? value)
        : value,
    )
    return isRecord(parsed) ? Buffer.from(JSON.stringify({ ...parsed, error: errorOf(parsed.error) })) : body
  } catch {
    return body // nested too deeply for the stack
  }
}

/** Inserts the member before the closing brace, so that the provider's own bytes stay as they are. */
function append(body: Buffer, { name, value, isFirst }: { name: string; value: object; isFirst: boolean }): Buffer {
  const end = body.lastIndexOf('}')
  const member = Buffer.from(`${isFirst ? '' : ','}"${name}":${JSON.stringify(value)}`)
  return Buffer.concat([body.subarray(0, end), member, body.subarray(end)])
}

function readObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Returns the string or number at a JSON Pointer (RFC 6901). */
function pointedAt(value: unknown, pointer: string | undefined): string | undefined {
  if (pointer === undefined) return undefined
  let at = value
  for (const part of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Reflect.get(at, part.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return textOf(at)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Returns the message of an `error` that is a string or a list of strings. */
function firstText(error: unknown): string | undefined {
  const first: unknown = Array.isArray(error) ? error[0] : error
  return typeof first === 'string' && first !== '' ? first : undefined
}

function firstMessage(parsed: Record<string, unknown>): string | undefined {
  for (const name of ['message', 'detail', 'title', 'error_description'])
    if (typeof parsed[name] === 'string') return parsed[name]
  return undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
