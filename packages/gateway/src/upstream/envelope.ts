// The envelope of JSON results: which results go under `data`, and the bytes around them.
import type { RoutedCall } from '../call/call.ts'
import { headerOf } from '../call/call.ts'
import type { Listing } from '../call/listings.ts'

/**
 * Reports whether a JSON result goes under `data`: the request decides, then the account's choice, then the API's
 * declaration.
 */
export function wraps(call: RoutedCall, listing: Listing): boolean {
  const requested = headerOf(call, 'x-gateway-envelope')
  return (requested === 'data' || requested === 'raw' ? requested : (call.envelope ?? listing.api.envelope)) === 'data'
}

export const envelope = {
  opening: Buffer.from('{"data":'),
  closing: Buffer.from('}'),
  /** The envelope of an empty body. */
  empty: Buffer.from('{"data":null}'),
} as const

/** Returns the length of a body of `length` bytes with its envelope. */
export function wrappedLength(length: number): number {
  return length === 0 ? envelope.empty.length : length + envelope.opening.length + envelope.closing.length
}
