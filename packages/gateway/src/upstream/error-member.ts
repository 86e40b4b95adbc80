// Adds the `error` member with `code` and `message` to a provider's error body that lacks it. The provider's own bytes
// are kept.
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
 * The body with an `error` member, or the body itself when it has one or is not a JSON object. `pointers` locate its
 * own code and message.
 */
export function withErrorMember(body: Buffer, status: number, pointers: ErrorPointers | undefined): Buffer {
  const parsed = readObject(body)
  if (!parsed) return body
  const present = parsed.error
  // a provider whose `error` is a string or a list keeps it: its own clients read it there
  if (present !== undefined && present !== null && !isRecord(present)) return body
  const code = pointedAt(parsed, pointers?.code) ?? statusCodes[status]
  const error = {
    code: code ?? (status >= 500 ? 'provider.failed' : 'provider.refused'),
    message: pointedAt(parsed, pointers?.message) ?? firstMessage(parsed) ?? `The provider answered ${status}.`,
  }
  if (isRecord(present)) return complete(body, { present, error })
  if ('error' in parsed) return rewrite(body, () => error)
  return append(body, error, Object.keys(parsed).length === 0)
}

/** Adds only the members that an `error` object lacks; a null stays, because the provider may mean it. */
function complete(
  body: Buffer,
  parts: { present: Record<string, unknown>; error: { code: string; message: string } },
): Buffer {
  const { present, error } = parts
  if ('code' in present && 'message' in present) return body
  return rewrite(body, (own) => ({
    ...(isRecord(own) ? own : {}),
    ...('code' in present ? {} : { code: error.code }),
    ...('message' in present ? {} : { message: error.message }),
  }))
}

/**
 * JSON with the source text of numbers (ECMA-262), which the runtime has and the compiler's library does not declare
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

/**
 * Serialises the body again with another `error`. Numbers keep their source text, because as values they could lose
 * digits.
 */
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

/** Puts the member before the closing brace, so that the provider's own bytes stay as they are. */
function append(body: Buffer, error: object, isEmpty: boolean): Buffer {
  const end = body.lastIndexOf('}')
  const member = Buffer.from(`${isEmpty ? '' : ','}"error":${JSON.stringify(error)}`)
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

/** The string or number at a JSON Pointer (RFC 6901). */
function pointedAt(value: unknown, pointer: string | undefined): string | undefined {
  if (pointer === undefined) return undefined
  let at = value
  for (const part of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Reflect.get(at, part.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return typeof at === 'string' || typeof at === 'number' ? String(at) : undefined
}

function firstMessage(parsed: Record<string, unknown>): string | undefined {
  for (const name of ['message', 'detail', 'title', 'error_description'])
    if (typeof parsed[name] === 'string') return parsed[name]
  return undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
