// The provider's own errors (SOURCES 4). None may be cached.
import { refuse } from '#define'

const noStore = { 'cache-control': 'no-store' }

/** 422 with the provider's message. */
export function unprocessable(message: 'bad currency pair' | 'invalid amount' | 'invalid date'): Error {
  return refuse(422, { message }, noStore)
}

/** 404 for rates that do not exist, and for dates that cannot be read. */
export function notFound(): Error {
  return refuse(404, { message: 'not found' }, noStore)
}
