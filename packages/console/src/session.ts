// What a signed-in user calls, and how a failure reads.
import { connect, type Gateway, GatewayError } from '../../client/mod.ts'

/** The client of the signed-in user. */
export function client(key: string): Gateway {
  return connect({ url: location.origin, key, retries: 0 })
}

/** The message shown for a failed call. */
export function sentence(error: unknown): string {
  if (error instanceof GatewayError) return `${error.message} (${error.code ?? error.status})`
  return error instanceof Error ? error.message : 'Something failed.'
}
