// Lowers the priority of threads whose work can wait below that of the thread that forwards calls.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Number of steps by which the priority is lowered, of the 19 that Linux has. */
export const lowerBy = 10

/** Lowers the priority of the current thread. Linux schedules threads individually; elsewhere nothing happens. */
export function lowerThreadPriority(): void {
  try {
    const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (id > 0) setPriority(id, lowerBy)
  } catch {
    // not Linux, or not permitted: the thread runs with ordinary priority
  }
}
