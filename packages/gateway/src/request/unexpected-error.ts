// Maps unexpected errors to failures for the caller.
import { type Failure, fail } from '#define'
import type { Store } from '#store'
import { isLackOfDescriptors } from '../upstream/exchange-error.ts'

/**
 * Maps an unexpected error: `store.unavailable` if the database is down, `gateway.busy` if the process cannot open more
 * files and sockets, otherwise `internal.bug`. The error itself is the cause.
 */
export function failureOf(error: unknown, { dialect }: Pick<Store, 'dialect'>): Failure {
  if (error instanceof Error && isLackOfDescriptors(error))
    return fail('gateway.busy', {}, { cause: error, retryAfterS: 1 })
  if (dialect.isUnavailable(error)) return fail('store.unavailable', {}, { cause: error, retryAfterS: 1 })
  return fail('internal.bug', {}, { cause: error })
}
