// The invalidation handlers of one process, by kind.
import type { InvalidationHandler, InvalidationKind } from './port.ts'

interface Handlers {
  add(kind: InvalidationKind, handler: InvalidationHandler): void
  /** Runs all handlers of `kind`. Rejects with an AggregateError if any of them failed, after all have finished. */
  run(kind: string, target: string): Promise<void>
}

export function createHandlers(): Handlers {
  const byKind = new Map<string, InvalidationHandler[]>()
  return {
    add(kind, handler) {
      byKind.set(kind, [...(byKind.get(kind) ?? []), handler])
    },
    async run(kind, target) {
      const outcomes = await Promise.allSettled((byKind.get(kind) ?? []).map(async (handler) => handler(target)))
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      if (failures.length > 0) throw new AggregateError(failures, `An invalidation of kind ${kind} was not handled.`)
    },
  }
}
