// Waits for a condition that can only be polled.
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any awaited condition takes on a busy machine. */
const limitMs = 60_000
const pollMs = 5

/**
 * Resolves once `isMet` returns true, polling every few milliseconds; rejects with `awaited` in its message after a
 * minute.
 */
export async function until(
  isMet: () => boolean | Promise<boolean>,
  awaited = 'the condition',
  timeoutMs = limitMs,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
  while (!(await isMet())) {
    if (performance.now() > deadlineMs) throw new Error(`${awaited} did not come true within ${timeoutMs} ms`)
    await sleep(pollMs)
  }
}
