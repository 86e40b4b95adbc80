// Long work in steps: between them others have their turn.
import { setImmediate } from 'node:timers/promises'

const stepMs = 15

/** Call it between steps; it waits for a turn when the work has gone on for long. The clock decides when others run, never what is answered. */
export function createPauses(): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < stepMs) return
    await setImmediate()
    sinceMs = performance.now()
  }
}
