// The provider's own errors, and the header that they share with its responses.
import { refuse } from '#define'

export const noStore = { 'cache-control': 'no-store' }

/** Returns 400 in the provider's form. */
export function invalidParameter(message: string): Error {
  return refuse(400, { error: { code: 'invalid_parameter', message } }, noStore)
}
