// Deadlines of the gateway's own work for a call. Calls to providers have separate ones (upstream/).
import { fail } from '#define'
import { withTimeout } from '#provider'
import type { RoutedCall } from './call.ts'

/** The timeout of a call's database access. A hung database must not block calls for ever. */
const storeTimeoutMs = 5000

/** Rejects with `store.unavailable` if the store does not answer in time. */
export function withStoreTimeout<T>(work: Promise<T>): Promise<T> {
  return withTimeout(work, storeTimeoutMs, storeTimedOut)
}

/** Limits work without its own deadline by `x-gateway-timeout`; rejects with `call.timeout`. */
export function withCallTimeout<T>(call: RoutedCall, work: Promise<T>): Promise<T> {
  const { timeoutMs } = call
  if (timeoutMs === undefined) return work
  const leftMs = timeoutMs - (performance.now() - call.startedMs)
  return withTimeout(work, leftMs, () => fail('call.timeout', { timeout: timeoutMs }))
}

const storeTimedOut = () =>
  fail('store.unavailable', {}, { note: 'the database did not answer in time', retryAfterS: 1 })
