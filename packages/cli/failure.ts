// Failures of the command line: one sentence with the remedy, and an exit code per kind for scripts.
import { ConnectionError, GatewayError } from '#client'

/** Exit codes, documented in the help and never renumbered. */
export const exitCodes = { failed: 1, usage: 2, unreachable: 3, refused: 4, notFound: 5, quota: 6 } as const

/** A failure of the command line itself. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: number
  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A failure, ready to print. */
interface FailureReport {
  readonly exitCode: number
  readonly message: string
  readonly code: string
  readonly status?: number
  readonly requestId?: string
}

/** Describes any error as a failure; `url` is the address that was called. */
export function describeFailure(error: unknown, url: string): FailureReport {
  if (error instanceof CliError) return { exitCode: error.exitCode, message: error.message, code: 'cli' }
  if (error instanceof GatewayError) return tellAnswer(error)
  const name = error instanceof Error ? error.name : ''
  if (isUnreachable(error)) {
    const how = 'Start it with `gatehouse start`, or choose another with --url or GATEHOUSE_URL.'
    return { exitCode: exitCodes.unreachable, message: `No gateway answers at ${url}. ${how}`, code: 'unreachable' }
  }
  if (name === 'TimeoutError')
    return {
      exitCode: exitCodes.unreachable,
      message: `The gateway at ${url} did not answer in time.`,
      code: 'timeout',
    }
  return { exitCode: exitCodes.failed, message: error instanceof Error ? error.message : String(error), code: 'cli' }
}

function tellAnswer(error: GatewayError): FailureReport {
  const { status, code = `http.${status}`, requestId, retryAfter } = error
  const again = status === 429 && retryAfter !== undefined ? ` Try again in ${Math.ceil(retryAfter)} s.` : ''
  const name = status >= 500 && requestId !== undefined ? ` (request ${requestId})` : ''
  return {
    exitCode: exitCodeOf(status),
    message: `${sentenceOf(error)}${again}${name}`,
    code,
    status,
    ...(requestId !== undefined && { requestId }),
  }
}

function sentenceOf({ code, message }: GatewayError): string {
  if (code === 'key.invalid')
    return message.includes('x-gateway-admin-key')
      ? 'The gateway does not know this operator key. Pass another with --admin-key or GATEHOUSE_ADMIN_KEY.'
      : 'The gateway does not know this key. Pass another with --key or GATEHOUSE_KEY.'
  if (code === 'provider_key.missing') return `${message} Or run: gatehouse provider-keys set <slug>`
  return message
}

function exitCodeOf(status: number): number {
  if (status === 401 || status === 403) return exitCodes.refused
  if (status === 404) return exitCodes.notFound
  return status === 429 || status === 402 ? exitCodes.quota : exitCodes.failed
}

const unreachable =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET|UND_ERR_CONNECT_TIMEOUT|UND_ERR_SOCKET)$/

/** True for `fetch` errors without a connection: a TypeError whose cause has the system's error code. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ConnectionError || (error instanceof TypeError && error.message === 'fetch failed')) return true
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && unreachable.test(at.code)) return true
    if (at instanceof AggregateError && at.errors.some(isUnreachable)) return true
  }
  return false
}
