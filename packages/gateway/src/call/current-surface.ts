// The surface of the call that is being answered, kept in async context: only the audit record needs it, so the rules
// in between need not pass it on.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallSurface } from '#store'

const current = new AsyncLocalStorage<CallSurface>()

/** Runs a function with the surface of its call. */
export function withSurface<T>(surface: CallSurface, run: () => T): T {
  return current.run(surface, run)
}

/** Returns the surface of the current call, or null outside a call. */
export function currentSurface(): CallSurface | null {
  return current.getStore() ?? null
}
