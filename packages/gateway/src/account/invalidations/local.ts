// Invalidations within one process: handlers are called directly. They do not reach other processes on the same
// database.
import { createHandlers } from './handlers.ts'
import type { Invalidations } from './port.ts'

/** Creates invalidations for one process; `publish` rejects when a handler fails, after all have finished. */
export function createLocalInvalidations(): Invalidations {
  const handlers = createHandlers()
  return { on: handlers.add, publish: handlers.run, hasLease: () => true }
}
