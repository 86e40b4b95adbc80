// The provider's own errors (SOURCES 4), which must not be cached.
import { refuse } from '#define'

const noStore = { 'cache-control': 'no-store' }

/** Returns a 422 with the provider's message. */
export function unprocessable(message: 'bad currency pair' | 'invalid amount' | 'invalid date'): Error {
  return refuse(422, { message }, noStore)
}

/** Returns a 422 of the second version, which repeats the status in the body. */
export function invalidV2(message: string): Error {
  return refuse(422, { status: 422, message }, noStore)
}

/** Returns a 404 of the second version. */
export function notFoundV2(): Error {
  return refuse(404, { status: 404, message: 'not found' }, noStore)
}

/** Returns a 404 for missing rates and unreadable dates. */
export function notFound(): Error {
  return refuse(404, { message: 'not found' }, noStore)
}
