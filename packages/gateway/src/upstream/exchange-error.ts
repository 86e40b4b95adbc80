// Why an exchange with a provider ended early: the one table that maps the errors of Node and undici to ours.

export type ExchangeErrorKind =
  /** The total time expired. */
  | 'total_timeout'
  /** Nothing arrived for too long, before or after the head. */
  | 'idle_timeout'
  | 'unreachable'
  /** What arrived is not valid HTTP, or does not decode. */
  | 'invalid'
  /** The connection ended before the answer did. */
  | 'cut'
  /** The same, before the answer began, on a connection that had been used before: the provider had closed it. */
  | 'stale'
  | 'too_large'
  | 'head_too_large'
  /** Reading the body would take too long; the message names the limit it exceeded. */
  | 'too_complex'
  /** The decoded body outgrew the encoded one beyond what any real content does. */
  | 'expanded'
  /** Nobody is waiting for the answer any more. */
  | 'abandoned'

/** `cause` is the error of Node or undici, or whatever the request body failed with. */
export class ExchangeError extends Error {
  override name = 'ExchangeError'
  readonly kind: ExchangeErrorKind

  constructor(kind: ExchangeErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Classifies what an exchange broke off with; `hasBegun` says whether the answer had. */
export function exchangeErrorOf(error: Error, hasBegun: boolean): ExchangeError {
  if (error instanceof ExchangeError) return error
  const kind = kindOf(error)
  const isStale = kind === 'cut' && !hasBegun && bytesReadBefore(error) > 0
  return new ExchangeError(isStale ? 'stale' : kind, error.message, { cause: error })
}

/** What the connection had received, as errors of undici and pools.ts say. */
function bytesReadBefore(error: Error): number {
  const socket = 'socket' in error ? error.socket : undefined
  return typeof socket === 'object' && socket !== null && 'bytesRead' in socket ? Number(socket.bytesRead) : 0
}

function kindOf(error: Error): ExchangeErrorKind {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'idle_timeout'
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'head_too_large'
  if (unreachable.has(code) || /CERT|SSL|TLS/.test(code)) return 'unreachable'
  return invalid.test(code) || error.name === parserError ? 'invalid' : 'cut'
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPROTO',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
])
const invalid = /^(?:HPE_|UND_ERR_RES_|UND_ERR_RESPONSE)/
/** undici's error for bytes that are not HTTP; it has no code. */
const parserError = 'HTTPParserError'
