// The provider's own errors, and the header that they share with its answers.
import { refuse } from '#define'

export const noStore = { 'cache-control': 'no-store' }

/** 400 in the provider's form. */
export function invalidParameter(message: string): Error {
  return refuse(400, { error: { code: 'invalid_parameter', message } }, noStore)
}
