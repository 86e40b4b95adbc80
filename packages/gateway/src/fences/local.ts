// Fences of a process that is alone: handlers are called directly. Not for several processes on one database.
import type { FenceHandler, FenceKind, Fences } from './port.ts'

/** Makes fences that reach the handlers of this process only. `raise` rejects when a handler fails, after all ran. */
export function createLocalFences(): Fences {
  const handlers = new Map<FenceKind, FenceHandler[]>()
  return {
    on(kind, handler) {
      handlers.set(kind, [...(handlers.get(kind) ?? []), handler])
    },
    async raise(kind, target) {
      const outcomes = await Promise.allSettled((handlers.get(kind) ?? []).map(async (handler) => handler(target)))
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      if (failures.length > 0) throw new AggregateError(failures, `A fence of kind ${kind} was not taken.`)
    },
    mayServe: () => true,
  }
}
