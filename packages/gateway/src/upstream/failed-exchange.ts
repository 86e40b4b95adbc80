// The failure of a call whose exchange with the provider failed.
import { Failure, fail } from '#define'
import type { RoutedCall } from '../call/call.ts'
import type { ExchangeError } from './exchange-error.ts'

/** Returns the failure that the caller gets. `totalMs` is the declared limit of the whole call. */
export function failureOf(error: ExchangeError, call: RoutedCall, totalMs: number): Failure {
  const api = call.listing.title
  const { kind, message: note, cause } = error
  // the request body failed: it was too large or too slow
  if (cause instanceof Failure) return cause
  const notes = { note, ...(cause === undefined ? {} : { cause }) }
  if (kind === 'idle_timeout') return fail('upstream.silent', { api }, notes)
  if (kind === 'no_descriptors') return fail('gateway.busy', {}, { ...notes, retryAfterS: 1 })
  if (kind === 'unreachable') return fail('upstream.unreachable', { api }, notes)
  if (kind === 'invalid' || kind === 'expanded') return fail('upstream.invalid', { api }, notes)
  if (kind === 'head_too_large') return fail('upstream.head_too_large', { api }, notes)
  if (kind === 'too_large') return fail('upstream.too_large', { api }, notes)
  if (kind === 'too_complex') return fail('upstream.too_complex', { api, limit: note })
  const { timeoutMs } = call
  const isCallers = timeoutMs !== undefined && timeoutMs <= totalMs
  if (kind === 'total_timeout')
    return isCallers ? fail('call.timeout', { timeout: timeoutMs }) : fail('upstream.silent', { api }, notes)
  return fail('upstream.cut', { api }, notes)
}
