// How the call came that is being answered, for what it changes: the audit record names it, and the rules in between
// need not hand it on.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallSurface } from '#store'

const current = new AsyncLocalStorage<CallSurface>()

/** Runs what answers a call. */
export function withSurface<T>(surface: CallSurface, run: () => T): T {
  return current.run(surface, run)
}

/** Null outside of a call. */
export function currentSurface(): CallSurface | null {
  return current.getStore() ?? null
}
