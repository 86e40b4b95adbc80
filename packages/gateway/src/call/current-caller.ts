// How the call that is being answered came, and by which key, kept in async context: only the audit record needs it, so
// the rules in between need not pass it on.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallSurface } from '#store'

interface CurrentCaller {
  readonly surface: CallSurface
  /** The id of the key of an account; undefined for the operator's. */
  readonly key: string | undefined
}

const current = new AsyncLocalStorage<CurrentCaller>()

/** Runs a function for a caller. */
export function withCaller<T>(caller: CurrentCaller, run: () => T): T {
  return current.run(caller, run)
}

/** Returns the caller of the current call; undefined outside a call. */
export function currentCaller(): CurrentCaller | undefined {
  return current.getStore()
}
