// The envelope of JSON results: whether one goes under `data`, and the bytes around it.
import type { RoutedCall } from '../call/call.ts'
import { headerOf } from '../call/call.ts'
import type { Listing } from '../call/listings.ts'

/**
 * Whether a JSON result goes under `data`: as the request asks, otherwise as the account has chosen, otherwise as the
 * API declares.
 */
export function wraps(call: RoutedCall, listing: Listing): boolean {
  const requested = headerOf(call, 'x-gateway-envelope')
  return (requested === 'data' || requested === 'raw' ? requested : (call.envelope ?? listing.api.envelope)) === 'data'
}

export const envelope = {
  opening: Buffer.from('{"data":'),
  closing: Buffer.from('}'),
  /** Around an empty body. */
  empty: Buffer.from('{"data":null}'),
} as const

/** The length of a body of `length` bytes in its envelope. */
export function wrappedLength(length: number): number {
  return length === 0 ? envelope.empty.length : length + envelope.opening.length + envelope.closing.length
}
