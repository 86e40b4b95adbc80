// The reasons for which an exchange with a provider ends early, mapped from the errors of Node and undici in one table.

export type ExchangeErrorKind =
  /** The total time expired. */
  | 'total_timeout'
  /** Nothing arrived for too long, before or after the head. */
  | 'idle_timeout'
  | 'unreachable'
  /** The process cannot open more sockets. */
  | 'no_descriptors'
  /** The received bytes are not valid HTTP, or do not decode. */
  | 'invalid'
  /** The connection ended before the response did. */
  | 'cut'
  /** A reused connection ended before the response began: the provider had closed it. */
  | 'stale'
  | 'too_large'
  | 'head_too_large'
  /** Reading the body would take too long; the message names the limit it exceeded. */
  | 'too_complex'
  /** The decoded body outgrew the encoded one further than any real content does. */
  | 'expanded'
  /** The caller is no longer waiting for the response. */
  | 'abandoned'

/** An early end of an exchange. `cause` is the error of Node or undici, or of the request body. */
export class ExchangeError extends Error {
  override name = 'ExchangeError'
  readonly kind: ExchangeErrorKind

  constructor(kind: ExchangeErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Classifies the error that ended an exchange; `hasBegun` is true if the response had begun. */
export function exchangeErrorOf(error: Error, hasBegun: boolean): ExchangeError {
  if (error instanceof ExchangeError) return error
  const kind = kindOf(error)
  const isStale = kind === 'cut' && !hasBegun && bytesReadBefore(error) > 0
  return new ExchangeError(isStale ? 'stale' : kind, error.message, { cause: error })
}

/** Returns the number of bytes that the connection had received, from an error of undici or pools.ts. */
function bytesReadBefore(error: Error): number {
  const socket = 'socket' in error ? error.socket : undefined
  return typeof socket === 'object' && socket !== null && 'bytesRead' in socket ? Number(socket.bytesRead) : 0
}

function kindOf(error: Error): ExchangeErrorKind {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'idle_timeout'
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'head_too_large'
  if (isLackOfDescriptors(error)) return 'no_descriptors'
  if (unreachable.has(code) || /CERT|SSL|TLS/.test(code)) return 'unreachable'
  return invalid.test(code) || error.name === parserError ? 'invalid' : 'cut'
}

/** Reports whether an error says that the process, or the system, cannot open more files and sockets. */
export function isLackOfDescriptors(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined
  // the module loader has its own codes
  return code === 'EMFILE' || code === 'ENFILE' || error.message.includes('too many open files')
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
/** Name of undici's error for bytes that are not HTTP; it has no code. */
const parserError = 'HTTPParserError'
